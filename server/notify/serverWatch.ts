import type { Database } from '../database/database.ts'
import { selectEmbeddedServers } from '../traffic/servers/store.ts'
import { statesByServer } from '../traffic/servers/view.ts'
import type { World } from '../http/world.ts'
import { insertEvent } from '../messaging/events/store.ts'

/** How long a server must fail before anybody is notified. */
const MIN_OUTAGE_MS = 120_000
/** Whoever looks at the same moment, in another process, notes the same event. */
const SAME_MOMENT_MS = 60_000
const MAX_EVENTS = 200

type Watched = Pick<World, 'db' | 'now' | 'plane'>

/**
 * Notes when servers of this machine carry no traffic any more, and when they do again.
 *
 * Call the result again and again. A server fails when the engine does not answer, or when none of
 * the ports that ought to be open is. Those that fail together are notified of together.
 */
export function makeServerWatch({ db, now, plane }: Watched) {
  const failingSince = new Map<number, number>()

  return async function look(): Promise<void> {
    const [servers, isAlive, notified] = await Promise.all([
      selectEmbeddedServers(db),
      plane.alive(),
      selectNotifiedDown(db),
    ])
    const states = statesByServer(plane)
    const failing = servers.filter(({ id }) => {
      const wanted = (states.get(id) ?? []).filter(({ reason }) => reason !== 'over')
      return !isAlive || (wanted.length > 0 && wanted.every(({ open }) => !open))
    })
    const ids = new Set(failing.map(({ id }) => id))
    for (const id of failingSince.keys()) if (!ids.has(id)) failingSince.delete(id)
    for (const id of ids) failingSince.getOrInsert(id, now())
    const isLong = (id: number) => now() - (failingSince.get(id) ?? now()) >= MIN_OUTAGE_MS
    await notify(
      'serverDown',
      failing.filter(({ id }) => isLong(id) && !notified.has(id)),
    )
    await notify(
      'serverUp',
      servers.filter(({ id }) => notified.has(id) && !ids.has(id)),
    )
  }

  async function notify(kind: 'serverDown' | 'serverUp', servers: { id: number; name: string }[]) {
    if (servers.length === 0) return
    const ids = servers.map(({ id }) => id).join(',')
    const names = servers.map(({ name }) => name).join(', ')
    const effect = `${kind}:${ids}:${Math.floor(now() / SAME_MOMENT_MS)}`
    const event = { kind, userId: null, subjectId: null, effect, data: { ids, names } }
    await insertEvent(db, event, now())
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
