import { type Database, inTransaction } from '../database/database.ts'
import type { Lease } from '../database/lease.ts'
import { CLOSED_AS_MEANT } from '../traffic/health/seeing.ts'
import { carrierOf, ENGINE } from '../traffic/servers/carrier.ts'
import { selectCarriedServers } from '../traffic/servers/store.ts'
import { statesByServer } from '../traffic/servers/view.ts'
import type { PortState } from '../base/plane.ts'
import type { DownCause } from '../base/words/shape.ts'
import type { World } from '../http/world.ts'
import { insertEvent } from '../messaging/events/store.ts'

/** How long a server must fail before anybody is notified. */
const MIN_OUTAGE_MS = 120_000
/** Whoever looks at the same moment, in another process, notes the same event. */
const SAME_MOMENT_MS = 60_000
const MAX_EVENTS = 200

type Watched = Pick<World, 'db' | 'now' | 'plane' | 'lights'> & {
  /** Whether there is an engine to be missed; else it is watched once it has answered. */
  hasEngine?: boolean
  /** Whether this process is still the one to notify, until the transaction ends. */
  hold?: Lease['hold']
}

/**
 * Notes when servers carry no traffic any more, and when they do again.
 *
 * Call the result again and again. A server fails when what carries it does not answer, when none of
 * the ports that ought to be open is, or when no connection comes through it. Those that fail
 * together for one cause are notified of together.
 */
export function makeServerWatch({
  db,
  now,
  plane,
  lights,
  hasEngine = true,
  hold = async () => true,
}: Watched) {
  let isEngineThere = hasEngine
  const failingSince = new Map<number, number>()

  return async function look(): Promise<void> {
    const [all, notified] = await Promise.all([selectCarriedServers(db), selectNotifiedDown(db)])
    const carriers = [...new Set(all.map(carrierOf))]
    const answers = await Promise.all(carriers.map((carrier) => plane.alive(carrier)))
    const alive = new Set(carriers.filter((_, at) => answers[at]))
    isEngineThere ||= alive.has(ENGINE)
    const servers = all.filter((server) => isEngineThere || carrierOf(server) !== ENGINE)
    const states = statesByServer(plane)
    const causes = new Map(
      servers.flatMap((server) => {
        const cause = causeOf(server.id, alive.has(carrierOf(server)), states.get(server.id) ?? [])
        return cause ? [[server.id, cause]] : []
      }),
    )
    for (const id of failingSince.keys()) if (!causes.has(id)) failingSince.delete(id)
    for (const id of causes.keys()) failingSince.getOrInsert(id, now())
    const isLong = (id: number) => now() - (failingSince.get(id) ?? now()) >= MIN_OUTAGE_MS
    const fresh = servers.filter(({ id }) => causes.has(id) && isLong(id) && !notified.has(id))
    for (const [cause, group] of Map.groupBy(fresh, ({ id }) => causes.get(id)!))
      await notify('serverDown', group, cause)
    await notify(
      'serverUp',
      servers.filter(({ id }) => notified.has(id) && !causes.has(id)),
    )
  }

  /** Why a server carries nothing; undefined while it does. */
  function causeOf(id: number, isAlive: boolean, states: PortState[]): DownCause | undefined {
    if (!isAlive) return 'away'
    const wanted = states.filter(({ reason = '' }) => !CLOSED_AS_MEANT.includes(reason))
    if (wanted.length > 0 && wanted.every(({ open }) => !open)) return 'noPorts'
    const { state, cause } = lights.of(id).handshake
    if (state !== 'red') return undefined
    return cause === 'noWayOut' ? 'noWayOut' : 'noEntry'
  }

  async function notify(
    kind: 'serverDown' | 'serverUp',
    servers: { id: number; name: string }[],
    cause: DownCause | null = null,
  ) {
    if (servers.length === 0) return
    const ids = servers.map(({ id }) => id).join(',')
    const names = servers.map(({ name }) => name).join(', ')
    const effect = `${kind}:${ids}:${Math.floor(now() / SAME_MOMENT_MS)}`
    const event = {
      kind,
      userId: null,
      subjectId: null,
      effect,
      data: { ids, names, ...(cause && { cause }) },
    }
    await inTransaction(db, async (tx) => {
      if (await hold(tx)) await insertEvent(tx, event, now())
    })
  }
}

/** The servers that were notified as down, and not yet to be up again. */
async function selectNotifiedDown(db: Database): Promise<Set<number>> {
  const rows = await db
    .selectFrom('event')
    .select(['kind', 'data'])
    .where('kind', 'in', ['serverDown', 'serverUp'])
    .orderBy('id', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  const latest = new Map<number, string>()
  for (const { kind, data } of rows)
    for (const id of String((JSON.parse(data) as { ids?: string }).ids ?? '').split(','))
      latest.getOrInsert(Number(id), kind)
  return new Set([...latest].filter(([, kind]) => kind === 'serverDown').map(([id]) => id))
}
