import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { remember, slicesOf } from '../../database/slices.ts'
import { hasLapsed } from '../../accounts/lapsed.ts'
import { selectOnline } from '../../accounts/online.ts'
import { ofGroup } from './ofGroup.ts'

/** How many accounts are read before yielding to other work. */
const BATCH_SIZE = 10_000
/** How many ids a statement names. */
const NAMED = 500

/** Accounts in time, used up or not, and those that lapsed (`hasLapsed`). Slices of accounts. */
export function countAccounts(db: Database, now: number, group: number | undefined) {
  return remember(db, `accounts ${group}`, async () => {
    const value = { accounts: 0, lapsed: 0 }
    let slices = 0
    for await (const { from, to } of slicesOf(db, 'account', BATCH_SIZE)) {
      const rows = db
        .selectFrom('account')
        .select(sql<number>`count(*)`.as('count'))
        .where('account.id', '>=', from)
        .where('account.id', '<=', to)
        .where('account.active', '=', 1)
        .where(ofGroup('account.userId', group))
      const usable = rows.where((eb) =>
        eb.or([eb('account.expireTime', 'is', null), eb('account.expireTime', '>', now)]),
      )
      value.accounts += (await usable.executeTakeFirstOrThrow()).count
      value.lapsed += (await rows.where(hasLapsed(now)).executeTakeFirstOrThrow()).count
      slices += 1
    }
    return { value, slices }
  })
}

/** How many accounts are in use now. */
export async function countOnline(db: Database, now: number, group: number | undefined) {
  const ids = [...new Set([...(await selectOnline(db, now)).values()].flat())]
  if (group === undefined) return ids.length
  let online = 0
  for (let at = 0; at < ids.length; at += NAMED)
    online += (
      await db
        .selectFrom('account')
        .select(sql<number>`count(*)`.as('count'))
        .where('account.id', 'in', ids.slice(at, at + NAMED))
        .where(ofGroup('account.userId', group))
        .executeTakeFirstOrThrow()
    ).count
  return online
}

/** The same group by group, and of all; groups without any are left out. */
export async function onlineByGroup(db: Database, now: number) {
  const ids = [...new Set([...(await selectOnline(db, now)).values()].flat())]
  const groups = new Map<number, number>()
  for (let at = 0; at < ids.length; at += NAMED) {
    const rows = await db
      .selectFrom('account')
      .innerJoin('user', 'user.id', 'account.userId')
      .select(['user.groupId', sql<number>`count(*)`.as('count')])
      .where('account.id', 'in', ids.slice(at, at + NAMED))
      .groupBy('user.groupId')
      .execute()
    for (const { groupId, count } of rows) groups.set(groupId, (groups.get(groupId) ?? 0) + count)
  }
  return { all: ids.length, groups }
}
