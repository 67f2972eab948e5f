/** The state of one side of a server. */
export type LightState = 'green' | 'amber' | 'red' | 'grey'

/** Why a light is not green; the words are explained at `LightCause` in the contract. */
export type LightCause =
  | 'away'
  | 'clockOff'
  | 'somePorts'
  | 'noPorts'
  | 'noName'
  | 'refused'
  | 'unreachable'
  | 'silent'
  | 'noAnswer'
  | 'closed'
  | 'garbage'
  | 'certificate'
  | 'noWayOut'
  | 'onlyNodes'
  | 'onlyConsole'
  | 'onlyHere'
  | 'onlyCustomers'
  | 'noUdp'
  | 'someNames'
  | 'certificateEnds'
  | 'notTried'

/** One light; `value` is the figure beside it. */
export type Light = {
  state: LightState
  cause: LightCause | null
  /** Since when it has had this state, ms; null when not known. */
  since: number | null
  value: number | null
}

/** How a server is reached by one of its names. */
export type NameLight = { name: string; state: LightState; cause: LightCause | null }

/** The three lights of a server, and of its names where it has several. */
export type Lights = Record<'agent' | 'ports' | 'handshake', Light> & {
  names?: NameLight[]
}

/** The last known status of every server. */
export type LightBoard = {
  of: (serverId: number) => Lights
  /** When servers were last checked, ms; null for never. */
  lookedAt: () => number | null
  /** Bytes a second customers send and receive through a server now. */
  rateOf: (serverId: number) => { up: number; down: number }
  /** Bytes customers have sent and received through all servers since this process began. */
  total: () => { up: number; down: number }
}

/** A light that was not checked yet. */
export const UNKNOWN: Light = { state: 'grey', cause: null, since: null, value: null }
