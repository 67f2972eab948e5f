import { type Serving, servesUnseen, servingOf } from '#rules/serving.ts'
import { cached } from '../../database/cached.ts'
import type { Database } from '../../database/database.ts'
import { carrierOf } from '../servers/carrier.ts'
import type { ServerRow } from '../servers/store.ts'
import { PAUSED, selectTaggedServers } from '../servers/tags.ts'
import type { Plane } from '../../engine/plane.ts'
import type { World } from '../../http/world.ts'

/** The status of servers and ports at a moment, as far as an account's connections need it. */
export type Sight = Pick<Plane, 'stateOf'> & {
  /** Whether the carrier of a server answers, or connections get through although it does not. */
  isAlive: (serverId: number) => boolean
  /** Whether a server serves its customers, by its lights. */
  servingOf: (serverId: number) => Serving
  /** Servers on which nothing is opened and nothing closed. */
  paused: ReadonlySet<number>
}

/** How long to wait for the plane, ms: one that hangs must not delay every list. */
const CACHE_MS = 5_000

type Answers = Map<string, { at: number; isAlive: Promise<boolean> }>

const answers = new WeakMap<Plane, Answers>()

/** Reads the status of servers and ports: one request per carrier, for any number of accounts. */
export async function look({
  db,
  plane,
  lights,
}: Pick<World, 'db' | 'plane' | 'lights'>): Promise<Sight> {
  const [paused, carriers] = await Promise.all([
    selectTaggedServers(db, PAUSED),
    selectCarriers(db),
  ])
  const alive = await aliveAmong(plane, carriers)
  return {
    paused,
    isAlive: (id) => alive.has(id) || servesUnseen(lights.of(id)),
    servingOf: (id) => servingOf(lights.of(id)),
    stateOf: plane.stateOf,
  }
}

/**
 * The carrier of each server that has one. A node program without a driver has none: asked about, it would
 * be opened as one, and everything that is desired looked at for it, again and again.
 */
function selectCarriers(db: Database) {
  return cached(db, { name: 'carriers', from: ['server'] }, async () => {
    const rows = await db
      .selectFrom('server')
      .select(['id', 'plane', 'nodeId', 'host', 'port', 'password', 'method', 'driver'])
      .where((eb) => eb.or([eb('plane', '!=', 'manager'), eb('driver', 'is not', null)]))
      .execute()
    return rows.map((server) => ({ id: server.id, carrier: carrierOf(server) }))
  })
}

/** The servers whose carriers answer. */
async function aliveAmong(
  plane: Plane,
  servers: readonly { id: ServerRow['id']; carrier: string }[],
): Promise<Set<ServerRow['id']>> {
  const pending = servers.map(async ({ id, carrier }) => {
    return (await isAliveLately(plane, carrier)) ? [id] : []
  })
  return new Set((await Promise.all(pending)).flat())
}

function isAliveLately(plane: Plane, carrier: string): Promise<boolean> {
  const at = performance.now()
  const cached = answers.getOrInsertComputed(plane, () => new Map())
  const last = cached.get(carrier)
  if (last && at - last.at < CACHE_MS) return last.isAlive
  const isAlive = plane.alive(carrier)
  cached.set(carrier, { at, isAlive })
  return isAlive
}
