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
import type { Delta } from './marks.ts'
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
