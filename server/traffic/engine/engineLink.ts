import type {
  Attempt,
  Lent,
  PeerSight,
  Probe,
  ProbeAnswer,
  TunnelCheck,
  TunnelProbe,
} from '../../base/plane.ts'
import type { Wire } from '../../base/wire.ts'
import type { Delta, KnownLives } from './marks.ts'
import type { DesiredPort, Hello, PortCounter, PortState } from './messages.ts'

/** News nobody asked for: traffic, ports that failed or closed of themselves, and adopted ones. */
export type TrafficReport = {
  deltas: Delta[]
  states: PortState[]
  /** Ports that were open before this console came. */
  adopted?: Hello['ports']
}

/** The engines of one machine, of which one is the youngest and has the ports, as the console sees them. */
export type EngineLink = {
  /** Takes a wire to one of its engines. */
  attach: (wire: Wire) => void
  /**
   * Opens and changes these ports and closes those with the keys of `closed`; all others stay.
   * Says for each how it went; refuses with `engine away` where no engine comes in time.
   */
  change: (desired: DesiredPort[], closed: readonly string[]) => Promise<PortState[]>
  /** Makes the open ports exactly these. */
  apply: (desired: DesiredPort[]) => Promise<PortState[]>
  /** What passed per key since the engine's process last started. */
  counters: () => Promise<Map<string, PortCounter>>
  /** Client addresses of the last 15 minutes. */
  clients: (key: string) => Promise<string[]>
  /** What clients met on a port after `since` (ms), oldest first. */
  attempts: (key: string, since: number) => Promise<Attempt[]>
  /** Tries another server from that machine. */
  probe: (trial: Probe | TunnelProbe) => Promise<ProbeAnswer>
  /** The devices of an account on a WireGuard server. */
  peers: (key: string) => Promise<PeerSight[]>
  /** Whether that machine can have a WireGuard interface; rejects where its engine cannot tell. */
  checkTunnel: (wanted: {
    listenPort: number
    net: string
    serverId?: number
  }) => Promise<TunnelCheck>
  /** Closes a port and its connections at once; it stays closed until it is asked for again. */
  kill: (key: string) => Promise<void>
  /** Sets who gets the traffic: every payload byte once, whoever restarts. */
  onReport: (listener: (report: TrafficReport) => void) => void
  /** What its engines may still carry, where none can be asked. */
  lent: () => Lent[]
  /** Says that everything wanted was asked for: older engines may end with their connections. */
  settled: () => void
  /** Lets go of the engines; they go on. What is still being asked is refused. */
  leave: () => void
  /** Ends the engines after their last report. */
  end: () => Promise<void>
}

/** What such a link is made of. */
export type LinkParts = {
  /** What the counters of this machine's engines are kept under. */
  source: string
  /** How far the database has the counters of some lives. */
  loadMarks: (epochs: readonly string[]) => Promise<KnownLives>
  /** How long a question waits for an engine to come, ms. */
  waitMs: number
  /**
   * Where its engines are somebody else's machine: which ports it may have, when something of it was
   * booked last (ms, undefined for never), and what is called when it counts more than can be.
   */
  doubts?: {
    mayHave: () => Promise<(key: string) => boolean>
    lastBooked: () => Promise<number | undefined>
    cut: (key: string, bytes: number) => void
    /** Is called with the keys of which it had budgets while it was away, once it is there. */
    back: (keys: string[]) => void
  }
  /** Gets why the link to an engine was ended that says what none of ours does. */
  failed?: (error: unknown) => void
  /** Resolves once a process of this machine is gone; kills it where it does not end in time. */
  gone?: (pid: number) => Promise<void>
}
