import { startOfMonth } from '#rules/calendar.ts'
import type { World } from '../http/world.ts'
import { insertEvent } from '../messaging/events/store.ts'
import { selectNodeMonth } from '../fleet/health/months.ts'
import { findTimeZone } from '../database/settings/timeZone.ts'

/** Percent of what a machine may carry in a month, at which somebody is notified. */
const STEPS = [80, 100]

type Watched = Pick<World, 'db' | 'now' | 'config'>

/**
 * Notes when a machine nears what it may carry in a calendar month, and when it is past it; each once
 * a month. Its hoster may slow it down or bill it then.
 */
export async function noteAllowances({ db, now, config }: Watched): Promise<void> {
  const nodes = await db
    .selectFrom('node')
    .select(['id', 'name', 'trafficLimit'])
    .where('state', '=', 'active')
    .where('trafficLimit', '>', 0)
    .execute()
  if (nodes.length === 0) return
  const timeZone = await findTimeZone({ db, config })
  const [carried, servers] = await Promise.all([
    selectNodeMonth(db, now(), timeZone),
    db.selectFrom('server').select(['id', 'nodeId']).where('nodeId', 'is not', null).execute(),
  ])
  const month = startOfMonth(now(), timeZone)
  for (const { id, name, trafficLimit } of nodes) {
    const own = servers.filter(({ nodeId }) => nodeId === id)
    const used = ((carried.get(id) ?? 0) / (trafficLimit ?? Infinity)) * 100
    const percent = STEPS.findLast((step) => used >= step)
    if (percent === undefined) continue
    await insertEvent(
      db,
      {
        kind: 'allowance',
        userId: null,
        subjectId: null,
        // Past the limit at once, only that is reported.
        effect: `allowance:${id}:${month}:${percent}`,
        data: { names: name, percent, ids: own.map((server) => server.id).join(',') },
      },
      now(),
    )
  }
}
