import type { Amnezia } from '#rules/amnezia.ts'
import type { Outcome } from './outcome.ts'

/** A port that should be open, for one account on one server. */
export type DesiredPort = {
  /** `${serverId}:${accountId}`. */
  key: string
  /** Its carrier, as `carrierOf` names it; absent is the engine of this machine. */
  carrier?: string
  /** What the server really listens on: the account's port plus the server's shift. */
  port: number
  method: string
  password: string
  /** Bytes left before the port closes itself; null is no limit. */
  budget: number | null
  /** Bytes left at which more is requested; absent where the budget is all there is. */
  lowAt?: number
  /** When it closes of itself, in ms of the console's clock; absent is never. */
  expireAt?: number
  /** How long it may go on without a console, ms; absent is as long as the machine as a whole. */
  leaseMs?: number
  /** How fast it may be; absent is without limit. */
  speed?: Speed
  /** How fast it goes on once its budget is used up; absent closes it. */
  slow?: Speed
  /** All that is left of an account that has ended: nothing else is reached by it. */
  wayBack?: WayBack
  /** Of a WireGuard server: its interface, and the peers of this account. */
  tunnel?: Tunnel
  peers?: Peer[]
  /** Devices with keys of their own on the account's port; engines of earlier releases do not look. */
  devices?: DeviceKey[]
}

/** A device that may come in by a key of its own, in the words of the order's method. */
export type DeviceKey = {
  /** From 1: 0 is the account's own key, the order's password. */
  deviceId: number
  password: string
}

/** kbit/s of all connections of an account together, from its side; absent or 0 is no limit. */
export type Speed = { up?: number; down?: number }

/** How a customer whose account has ended reaches the shop to go on. */
export type WayBack = {
  /** The shop's own addresses, `host:port`. */
  places: string[]
  /** The page that plain HTTP to anywhere else is sent to. */
  page: string
}

/** The WireGuard interface of one server: the same in all its ports, which are its accounts. */
export type Tunnel = {
  serverId: number
  /** The UDP port for all of them. */
  listenPort: number
  /** 32 bytes in base64, as WireGuard writes keys; so are all others. */
  privateKey: string
  /** The network of the peers, such as `10.100.0.0/16`; its gateway is the first address. */
  net: string
  /** The same for IPv6, such as `fd10:100::/64`; absent is none. */
  net6?: string
  /** MTU inside the tunnel, bytes. */
  mtu: number
  /** What AmneziaWG changes about the packets; absent is WireGuard as it is. */
  amnezia?: Amnezia
}

/** A device that may connect. */
export type Peer = {
  /** 0 is the account's own key. */
  deviceId: number
  publicKey: string
  presharedKey?: string
  /** Its addresses inside, without a prefix length; no other peer may use them. */
  addresses: string[]
}

/** The port with TLS of one Trojan server, and what it shows to those who are no customers. */
export type SiteOrder = {
  serverId: number
  port: number
  /**
   * The certificate with its chain, and its private key, PEM; absent where a proxy on the machine has
   * them: the port is then without TLS, on loopback, and customers come by WebSocket alone.
   */
  cert?: string
  key?: string
  /**
   * The web site behind; `isTls` where it speaks TLS itself. With a `door` it is the console, which is
   * told with the secret, in a line before everything else, where a visitor comes from.
   */
  site: { host: string; port: number; isTls: boolean; door?: { path: string; secret: string } }
  /**
   * The path of customers who come by WebSocket, and the networks of proxies that may say whom they
   * speak for; absent is none. With a `secret` of 32 bytes, base64, they may also come with Shadowsocks
   * inside, each below the path where `shadowsocksInside.ts` says. Engines of earlier releases do not
   * look.
   */
  webSocket?: { path: string; trusted: string[]; secret?: string }
  /**
   * What a certificate authority is answered on this port, by token; it is then nothing else. Such
   * orders stand before the others: engines of earlier releases take the last one of a server.
   */
  answers?: [token: string, answer: string][]
}

/** How it is: open, or why not; of an order with `answers` whether it answers. */
export type SiteState =
  | { serverId: number; state: 'open' | 'answering' }
  | { serverId: number; state: 'notAnswering'; reason: string }
  | { serverId: number; state: 'error'; reason: string }

/** The status of an account's device on a server. */
export type PeerSight = {
  deviceId: number
  /** Its endpoint, `host:port`; absent before its first handshake. */
  endpoint?: string
  /** Its latest handshake, in ms of the console's clock; absent is never. */
  handshakeAt?: number
  /** Bytes since the interface was made, from the device's side, as WireGuard counts them. */
  up: number
  down: number
}

/** Whether a machine can have a WireGuard interface, or why not. */
export type TunnelCheck = {
  /**
   * `ready`; `noRights`: neither root nor CAP_NET_ADMIN; `noTun`: no kernel module and no
   * `/dev/net/tun`; `noProgram`: no kernel module and no wireguard-go; `noFirewall`: no nftables;
   * `noAmnezia`: no AmneziaWG where it is wanted; `portTaken`, `rangeTaken`: something else has the port, or a route into the network.
   */
  state:
    | 'ready'
    | 'noRights'
    | 'noTun'
    | 'noProgram'
    | 'noFirewall'
    | 'noAmnezia'
    | 'portTaken'
    | 'rangeTaken'
  /** The implementation that would carry it. */
  backend?: 'kernel' | 'userspace' | 'amneziawg'
  /** The program that has the port of `portTaken`; absent where that is not known. */
  program?: string
  /** Networks the machine already has, each with the interface they are on. */
  used: { net: string; on: string }[]
}

/** The state of a desired port. */
export type PortState = {
  key: string
  port: number
  open: boolean
  reason?: string
  /** Whether what carries it is of an earlier release, which lets in no devices by their keys. */
  ownKeyOnly?: true
}

/** A port to be tried: the target is requested through it, and sent `hello`. */
export type Probe = {
  host: string
  port: number
  method: string
  password: string
  /** The name in TLS, where the method has it; absent for the host. */
  sni?: string
  /** Path and host of the WebSocket that carries it, with the methods `trojan-ws` and `shadowsocks-ws`. */
  webSocket?: { path: string; host: string }
  target: { host: string; port: number }
  hello: string
  timeoutMs: number
  /** By datagrams; what tries it may be too old to know, and connect all the same. */
  isUdp?: boolean
}

/** A WireGuard server to be tried, by a peer it knows: with the server's key and the peer's. */
export type TunnelProbe = {
  host: string
  port: number
  publicKey: string
  privateKey: string
  /** Later than at any earlier trial, ms: an older timestamp is taken for a replay. */
  at: number
  timeoutMs: number
  /** How the server disguises its packets; absent is not at all. */
  amnezia?: Amnezia
}

/** The result: with the first data received, or why there was none. */
export type ProbeAnswer = { ok: boolean; ms: number; reply?: string; reason?: string }

/** Traffic since the last report, in bytes, up and down from the customer's side. */
export type FlowDelta = {
  key: string
  up: number
  down: number
  /** When it passed at the latest, ms. */
  at: number
  /** The counter's value with it; the database counts only what is above its mark. */
  mark?: CounterMark
  /** Whether the port will need more budget soon. */
  isLow?: boolean
  /** Whether this console has ordered the port from what counted it, since it started. */
  isOrdered?: boolean
  /** Whether more was reported than is possible: the counter's rise counts only up to this. */
  isCut?: boolean
}

/** How far the counter of a key had risen in one life of what counts it. */
export type CounterMark = {
  /** What counts: `engine` of this machine, `node:7`, `server:3` for a driver. */
  source: string
  /** Random for each life of the counter: it begins at 0 with it. */
  epoch: string
  up: number
  down: number
}

/**
 * How an attempt of a client ended.
 *
 * `nothing`: connected, and sent no byte. `wrongKey`: nothing it sent could be decrypted, so the
 * password or the method is another. `replay`: it replayed a session. `refused`: its target is
 * private or blocked. `clock`: it proved the password, but its clock differs by more than 30 s, which
 * Shadowsocks 2022 does not allow. `noName`: its target's name does not resolve. `noAnswer`: its target did not
 * answer. `multiplexing`, `udpOverTcp`: it wants connections or UDP carried inside one connection.
 * `bittorrent`: it speaks BitTorrent, which is closed. `tooMany`: more connections than it may have. `over`: it used up the traffic. `answered`: its target
 * answered, and the client was not heard again. `connected`: it was, so that the answer has reached it;
 * an engine of an earlier release says so as soon as the target is reached.
 */
export type AttemptReason =
  | 'nothing'
  | 'wrongKey'
  | 'replay'
  | 'clock'
  | 'refused'
  | 'noName'
  | 'noAnswer'
  | 'multiplexing'
  | 'udpOverTcp'
  | 'bittorrent'
  | 'tooMany'
  | 'over'
  | 'answered'
  | 'connected'

/** What clients of one network met on a port, once or in a row. */
export type Attempt = {
  reason: AttemptReason
  /** The latest time, in ms. */
  at: number
  /** How often, with less than a minute between any two. */
  count: number
  /** The client's address, the latest where its network has several. */
  address: string
  /** With `clock`: how much later the client's clock was than the console's, ms. */
  skewMs?: number
}

/**
 * What carries the traffic of a server: the narrow interface between the console and a data plane.
 *
 * The engine of this machine is the first implementation; nodes elsewhere are another. What a carrier
 * cannot answer it says by the answer (`noPlane` has them all), and by no missing function.
 */
export type Plane = {
  /**
   * Opens these ports as ordered and closes those with these keys; all others stay as they are.
   * Returns the states of the first. Idempotent.
   */
  change: (desired: DesiredPort[], closed: readonly string[]) => Promise<PortState[]>
  /** Totals by key since the plane started, in bytes. */
  counters: () => Promise<Map<string, { up: number; down: number }>>
  /** Addresses of the clients seen on a port in the last minutes. */
  clients: (key: string) => Promise<string[]>
  /**
   * What clients met on a port after `since`, in ms of the console's clock, oldest first. Undefined
   * where the carrier of the port does not record it, which is not the same as none.
   */
  attempts: (key: string, since: number) => Promise<Attempt[] | undefined>
  /** How customers fare on the servers of a carrier; undefined where it cannot say. */
  outcomes: (carrier: string) => Promise<Outcome[] | undefined>
  /** The devices of an account on a WireGuard server; none where no such server is carried. */
  peers: (key: string) => Promise<PeerSight[]>
  /** Checks whether a carrier can have a WireGuard interface. Rejects with `engine away`. */
  checkTunnel: (
    carrier: string,
    wanted: {
      listenPort: number
      net: string
      net6?: string
      serverId?: number
      /** Whether it is to be AmneziaWG; older engines do not look. */
      isAmnezia?: boolean
    },
  ) => Promise<TunnelCheck>
  /** Makes the ports with TLS of a carrier exactly these. Rejects with `engine away`. */
  sites: (carrier: string, sites: SiteOrder[]) => Promise<SiteState[]>
  /** Closes a port and its live connections at once. */
  kill: (key: string) => Promise<void>
  /** Whether a carrier answers right now; without a name, the engine of this machine. */
  alive: (carrier?: string) => Promise<boolean>
  /** The states of the ports when last applied. */
  states: () => PortState[]
  /** The state of one port then; undefined for one that was not ordered. */
  stateOf: (key: string) => PortState | undefined
  /** Whether no process of the console reaches a carrier. */
  isAway: (carrier: string) => boolean
  /** The carrier of a port; undefined where it has none, or there is only one. */
  placeOf: (key: string) => string | undefined
  /**
   * How many ports the node program of a carrier has that this console did not open; they stay
   * untouched. Undefined where that is not known.
   */
  foreign: (carrier: string) => number | undefined
  /** Is called with every byte that was carried, once. */
  onFlow: (listener: (deltas: FlowDelta[]) => Promise<void>) => void
  /** Tries another server from a carrier, as a customer's client would; undefined where it cannot. */
  probe: (carrier: string, trial: Probe | TunnelProbe) => Promise<ProbeAnswer | undefined>
  /** Is called once all desired ports were ordered. */
  settled: () => void
  /** Detaches from what carries the traffic, which goes on where that is possible. */
  leave: () => Promise<void>
  /** Delivers what is still to be reported, then ends. */
  close: () => Promise<void>
}
