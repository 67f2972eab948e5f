import type { Outcome } from '../outcome.ts'
import type { Attempt, PeerSight, Probe, ProbeAnswer, TunnelCheck, TunnelProbe } from '../plane.ts'
import type { Wire } from '../wire.ts'
import type { LeaseBook } from './leases.ts'
import type { Delta, KnownLives } from './marks.ts'
import type { SiteOrder, SiteState } from '../plane.ts'
import type { DesiredPort, Hello, PortCounter, PortState } from '../protocol/messages.ts'

/** Unsolicited events: traffic, ports that failed or closed of themselves, and adopted ones. */
export type TrafficReport = {
  deltas: Delta[]
  states: PortState[]
  /** Ports that were open before this console connected. */
  adopted?: Hello['ports']
}

/** What the link to the engines of one machine is made of. */
export type LinkParts = {
  /** The name under which the counters of this machine's engines are stored. */
  source: string
  /** The counters of some lives as the database has them. */
  loadMarks: (epochs: readonly string[]) => Promise<KnownLives>
  /** How long a request waits for an engine to connect, ms. */
  waitMs: number
  /**
   * For engines on a machine that is not trusted: which ports it may have, when its traffic was
   * last booked (ms, undefined for never), and what is called when it counts more than is possible.
   */
  doubts?: {
    mayHave: () => Promise<(key: string) => boolean>
    lastBooked: () => Promise<number | undefined>
    cut: (key: string, bytes: number) => void
    /** Where it is kept what it may carry while nobody reaches it. */
    leases: LeaseBook
    /** Is called with the keys of which it had leases while it was away, once it is back. */
    back: (keys: string[]) => void
  }
  /** Gets the reason when the link to an engine was ended for invalid messages. */
  failed?: (error: unknown) => void
  /** Resolves once a process of this machine is gone; kills it where it does not end in time. */
  gone?: (pid: number) => Promise<void>
}

/** The engines of one machine, of which one is the youngest and has the ports, as the console sees them. */
export type EngineLink = {
  /** Adds a wire to one of its engines. */
  attach: (wire: Wire) => void
  /**
   * Opens and changes these ports and closes those with the keys of `closed`; all others stay.
   * Returns the state of each; rejects with `engine away` where no engine connects in time.
   */
  change: (desired: DesiredPort[], closed: readonly string[]) => Promise<PortState[]>
  /** Makes the open ports exactly these. */
  apply: (desired: DesiredPort[]) => Promise<PortState[]>
  /**
   * Makes the ports with TLS exactly these, now and on each engine that takes over; returns the state
   * of each. An engine of an earlier release answers with none.
   */
  sites: (sites: SiteOrder[]) => Promise<SiteState[]>
  /** What passed per key since the engine's process last started. */
  counters: () => Promise<Map<string, PortCounter>>
  /** Client addresses of the last 15 minutes. */
  clients: (key: string) => Promise<string[]>
  /** What clients met on a port after `since` (ms), oldest first. */
  attempts: (key: string, since: number) => Promise<Attempt[]>
  /** How customers fare on its servers; undefined from an engine of an earlier release. */
  outcomes: () => Promise<Outcome[] | undefined>
  /** Tries another server from that machine. */
  probe: (trial: Probe | TunnelProbe) => Promise<ProbeAnswer>
  /** The devices of an account on a WireGuard server. */
  peers: (key: string) => Promise<PeerSight[]>
  /** Whether that machine can have a WireGuard interface; rejects where its engine cannot say. */
  checkTunnel: (wanted: {
    listenPort: number
    net: string
    net6?: string
    serverId?: number
    isAmnezia?: boolean
  }) => Promise<TunnelCheck>
  /** Closes a port and its connections at once; it stays closed until it is ordered again. */
  kill: (key: string) => Promise<void>
  /** Sets the listener for traffic: every payload byte once, across restarts of either side. */
  onReport: (listener: (report: TrafficReport) => void) => void
  /** Whether one of its engines can be reached. */
  isLinked: () => boolean
  /** Whether the active engine lets in devices by keys of their own. */
  knowsDevices: () => boolean
  /** Declares all desired ports ordered: older engines may end with their connections. */
  settled: () => void
  /** Detaches from the engines; they go on. Pending requests are refused. */
  leave: () => void
  /** Ends the engines after their last report. */
  end: () => Promise<void>
}
