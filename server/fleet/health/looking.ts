import type { NameLight } from '../../base/lights.ts'
import type { Outcome } from '../../engine/outcome.ts'
import type { PortState } from '../../engine/plane.ts'
import type { World } from '../../http/world.ts'
import { carrierOf } from '../../accounts/servers/carrier.ts'
import { namesOf } from '../../accounts/servers/names.ts'
import { endsSoon } from '../../accounts/servers/ordered.ts'
import { type ServerRow, selectCarriedServers } from '../../accounts/servers/store.ts'
import { statesByServer } from '../../accounts/servers/view.ts'
import type { WritableBoard } from './board.ts'
import { noteOutages } from './outages.ts'
import {
  agentLight,
  bestOf,
  customersOf,
  handshakeLight,
  nameLights,
  portsLight,
  type Trials,
  withCertificate,
  withNames,
} from './seeing.ts'

/** What is known of a node's clock and distance, ms; absent where it is not linked. */
type NodePulse = { skewMs?: number | null; roundTripMs?: number | null }

type Tried = {
  at: number
  state: string
  /** By the name that it is reached best by. */
  trials: Trials
  /** Each name, where there are several. */
  names: NameLight[] | undefined
  failingSince: number | undefined
}
type Deps = Pick<World, 'db' | 'now' | 'plane'> & {
  board: WritableBoard
  /** Connects through a server as a customer would, by one of its names; is asked once a minute. */
  attempt: (server: ServerRow, ports: readonly PortState[], name: string) => Promise<Trials>
  /** What is known of a node's clock and distance. */
  pulseOf: (nodeId: number) => NodePulse
}

const TRIAL_MS = 60_000
/** The same after one that failed: what works again is to be used again. */
const FAILED_TRIAL_MS = 20_000
const AT_ONCE = 8

/**
 * Looks at every server that something carries, when called: does it answer, are its ports open, does
 * a connection come through. Notes it on the board, and outages in the database.
 */
export function makeLook({ db, now, plane, board, attempt, pulseOf }: Deps) {
  const tried = new Map<number, Tried>()

  return async function look(): Promise<void> {
    const servers = await selectCarriedServers(db)
    const states = statesByServer(plane)
    const outcomes = await outcomesOf(servers)
    board.keepOnly(new Set(servers.map(({ id }) => id)))
    const rest = [...servers]
    const next = async (): Promise<void> => {
      for (let server = rest.shift(); server; server = rest.shift())
        await lookAt(server, states.get(server.id) ?? [], outcomes.get(server.id))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }

  /** How customers fare, as far as what carries the servers can say. */
  async function outcomesOf(servers: readonly ServerRow[]): Promise<Map<number, Outcome>> {
    const carriers = [...new Set(servers.map(carrierOf))]
    const all = await Promise.all(
      carriers.map(async (carrier) => {
        const own = new Set(servers.filter((one) => carrierOf(one) === carrier).map(({ id }) => id))
        const some = await plane.outcomes(carrier).catch(() => undefined)
        // A machine says something about its own servers alone.
        return (some ?? []).filter(({ serverId }) => own.has(serverId))
      }),
    )
    return new Map(all.flat().map((one) => [one.serverId, one]))
  }

  async function lookAt(
    server: ServerRow,
    states: readonly PortState[],
    outcome: Outcome | undefined,
  ): Promise<void> {
    const isAlive = await plane.alive(carrierOf(server))
    const pulse = server.nodeId === null ? {} : pulseOf(server.nodeId)
    const agent = agentLight(isAlive, pulse)
    const ports = portsLight(states, isAlive)
    const state = `${agent.state} ${ports.state} ${namesOf(server).join()}`
    const { trials, names, failingSince } = await trialsOf(server, states, state)
    const customers = customersOf(outcome, { failingSince, now: now() })
    const tried = withNames(handshakeLight(trials, customers), names)
    const handshake = withCertificate(tried, endsSoon(server, now()))
    const seen = { agent, ports, handshake, ...(names && { names }) }
    const lights = board.note(server.id, seen, now())
    await noteOutages(db, server.id, lights, now())
  }

  /** Once a minute, sooner after one that failed, and at once when something else has changed. */
  async function trialsOf(
    server: ServerRow,
    ports: readonly PortState[],
    state: string,
  ): Promise<Tried> {
    const last = tried.get(server.id)
    const every = last?.failingSince === undefined ? TRIAL_MS : FAILED_TRIAL_MS
    if (last && last.state === state && performance.now() - last.at < every) return last
    const began = now()
    const tries = await attemptAll(server, ports)
    const trials = bestOf(tries)
    const hasFailed = handshakeLight(trials).state === 'red'
    const failingSince = hasFailed ? (last?.failingSince ?? began) : undefined
    const names = tries.size > 1 ? nameLights(tries) : undefined
    const next = { at: performance.now(), state, trials, names, failingSince }
    tried.set(server.id, next)
    return next
  }

  /** By each of its names. */
  async function attemptAll(
    server: ServerRow,
    ports: readonly PortState[],
  ): Promise<Map<string, Trials>> {
    const names = namesOf(server)
    const tries = new Map<string, Trials>()
    const tryOne = async (name: string) => void tries.set(name, await attempt(server, ports, name))
    // WireGuard takes the hello of one key only after the one before.
    if (server.type === 'WireGuard') for (const name of names) await tryOne(name)
    else await Promise.all(names.map(tryOne))
    return new Map(names.map((name) => [name, tries.get(name) ?? {}]))
  }
}
