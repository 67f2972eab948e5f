import type { NodePulse } from './pulse.ts'
import type { PortState } from '../../base/plane.ts'
import type { World } from '../../http/world.ts'
import { carrierOf } from '../servers/carrier.ts'
import { type ServerRow, selectCarriedServers } from '../servers/store.ts'
import { statesByServer } from '../servers/view.ts'
import type { WritableBoard } from './board.ts'
import { noteOutages } from './outages.ts'
import { agentLight, handshakeLight, portsLight, type Trial } from './seeing.ts'

/** How a server was reached from the console and, where there is one, from another node. */
export type Trials = { console?: Trial; node?: Trial }

type Parts = Pick<World, 'db' | 'now' | 'plane'> & {
  board: WritableBoard
  /** Connects through a server as a customer would; is asked once a minute. */
  attempt: (server: ServerRow, ports: readonly PortState[]) => Promise<Trials>
  /** What is known of a node's clock and distance. */
  pulseOf: (nodeId: number) => NodePulse
}

const TRIAL_MS = 60_000
const AT_ONCE = 8

/**
 * Looks at every server that something carries, when called: does it answer, are its ports open, does
 * a connection come through. Notes it on the board, and outages in the database.
 */
export function makeLook({ db, now, plane, board, attempt, pulseOf }: Parts) {
  const tried = new Map<number, { at: number; state: string; trials: Trials }>()

  return async function look(): Promise<void> {
    const servers = await selectCarriedServers(db)
    const states = statesByServer(plane)
    board.keepOnly(new Set(servers.map(({ id }) => id)))
    const rest = [...servers]
    const next = async (): Promise<void> => {
      for (let server = rest.shift(); server; server = rest.shift())
        await lookAt(server, states.get(server.id) ?? [])
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }

  async function lookAt(server: ServerRow, states: readonly PortState[]): Promise<void> {
    const isAlive = await plane.alive(carrierOf(server))
    const pulse = server.nodeId === null ? {} : pulseOf(server.nodeId)
    const agent = agentLight(isAlive, pulse)
    const ports = portsLight(states, isAlive)
    const trials = await trialsOf(server, states, `${agent.state} ${ports.state}`)
    const handshake = handshakeLight(trials.console, trials.node)
    const lights = board.note(server.id, { agent, ports, handshake }, now())
    await noteOutages(db, server.id, lights, now())
  }

  /** Once a minute, and at once when something else about the server has changed. */
  async function trialsOf(
    server: ServerRow,
    ports: readonly PortState[],
    state: string,
  ): Promise<Trials> {
    const last = tried.get(server.id)
    if (last && last.state === state && performance.now() - last.at < TRIAL_MS) return last.trials
    const trials = await attempt(server, ports)
    tried.set(server.id, { at: performance.now(), state, trials })
    return trials
  }
}
