import type { Kysely } from 'kysely'
import { startOfDay } from '#rules/calendar.ts'
import { inTransaction } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { onlineByGroup } from './accounts.ts'
import { carriedByGroup } from './carried.ts'
import { lastDays, WHOLE_SHOP } from './groupDays.ts'
import { countNewByGroup } from './newcomers.ts'

const DAY_MS = 86_400_000
/** How long after its end a day is closed, ms: what was counted before is stored by then. */
const LATE_MS = 3_600_000
/** How long sums by day are kept. */
const KEPT_DAYS = 400
/** How many groups are written at a time. */
const GROUPS = 200

/**
 * Keeps the sums by day: raises the day's peak of people online, and closes the days that are over,
 * each once, the oldest of 30 first. What is left undone the next call does.
 */
export async function keepDays({
  db,
  now,
  config,
}: Pick<World, 'now'> & {
  db: Kysely<Tables>
  config: Pick<World['config'], 'timeZone'>
}): Promise<void> {
  const { timeZone } = config
  const days = lastDays(now(), timeZone)
  const today = days.at(-1)!
  await raisePeaks(db, today.date, await onlineByGroup(db, now()))
  const closed = await db
    .selectFrom('groupDay')
    .select('date')
    .where('groupId', '=', WHOLE_SHOP)
    .where('customers', 'is not', null)
    .where('date', '>=', days[0]!.date)
    .execute()
  const known = new Set(closed.map(({ date }) => date))
  for (const { date, to } of days.slice(0, -1))
    if (!known.has(date) && to + LATE_MS < now())
      await closeDay(db, { date, from: startOfDay(to, timeZone), to: to + 1 })
  const oldest = new Date(Date.parse(today.date) - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
  await db.deleteFrom('groupDay').where('date', '<', oldest).execute()
}

/** Notes how many are online in each group; a smaller number than before changes nothing. */
async function raisePeaks(
  db: Kysely<Tables>,
  date: string,
  { all, groups }: { all: number; groups: ReadonlyMap<number, number> },
): Promise<void> {
  const rows = [...groups, [WHOLE_SHOP, all] as const].map(([groupId, online]) => ({
    groupId,
    date,
    online,
  }))
  for (let at = 0; at < rows.length; at += GROUPS)
    await db
      .insertInto('groupDay')
      .values(rows.slice(at, at + GROUPS))
      .onConflict((conflict) =>
        conflict
          .columns(['groupId', 'date'])
          .doUpdateSet((eb) => ({ online: eb.ref('excluded.online') }))
          .where((eb) =>
            eb.or([
              eb('groupDay.online', 'is', null),
              eb('groupDay.online', '<', eb.ref('excluded.online')),
            ]),
          ),
      )
      .execute()
}

/** Adds a day up and stores it for every group at once, or not at all; once however often. */
export async function closeDay(
  db: Kysely<Tables>,
  { date, from, to }: { date: string; from: number; to: number },
): Promise<void> {
  const customers = await countNewByGroup(db, { from, to })
  const carried = await carriedByGroup(db, { from, to })
  const come = [...customers.values()].reduce((sum, count) => sum + count, 0)
  const rows = [...new Set([...customers.keys(), ...carried.groups.keys()])].map((groupId) => ({
    groupId,
    date,
    customers: customers.get(groupId) ?? 0,
    bytes: carried.groups.get(groupId) ?? 0,
  }))
  await inTransaction(db, async (tx) => {
    const insert = (some: typeof rows) =>
      tx
        .insertInto('groupDay')
        .values(some)
        .onConflict((conflict) =>
          conflict
            .columns(['groupId', 'date'])
            .doUpdateSet((eb) => ({
              customers: eb.ref('excluded.customers'),
              bytes: eb.ref('excluded.bytes'),
            }))
            .where('groupDay.customers', 'is', null),
        )
        .returning('groupId')
        .execute()
    const whole = { groupId: WHOLE_SHOP, date, customers: come, bytes: carried.all }
    // Another process may have closed it meanwhile: then its sums stay.
    if ((await insert([whole])).length === 0) return
    for (let at = 0; at < rows.length; at += GROUPS) await insert(rows.slice(at, at + GROUPS))
  })
}
