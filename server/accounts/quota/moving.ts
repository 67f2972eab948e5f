import { type Cycle, cycleOf } from '#rules/account.ts'
import type { Database } from '../../database/database.ts'
import { recountUsage } from './usage.ts'
import { countedOf, momentOf, timedOf } from '../facts.ts'
import { changeAccount, type StoredAccount } from '../store.ts'
import { movedTimes, timesUntil } from '../terms.ts'
import { findSetting } from '../../database/settings/store.ts'

type Times = Pick<StoredAccount, 'cycleStart' | 'cycles' | 'expireTime'>
type Terms = Pick<StoredAccount, 'type' | 'orderId' | 'server' | 'flow' | 'multiServerFlow'>

/**
 * Sets other times on a locked account, and any further fields with them.
 *
 * A cycle that is moved also covers what was used before the one it replaces. That stays paid for:
 * only what counted until now goes on counting, and packs of the cycle stay in it.
 */
export async function moveTimes(
  tx: Database,
  account: StoredAccount,
  changes: Times & Partial<Terms>,
  now: number,
): Promise<void> {
  const { id, active, expireTime } = account
  if (active && expireTime !== null && expireTime <= now) await endBoughtTime(tx, id)
  if (!active) return changeAccount(tx, id, { ...changes, waitingSince: momentOf(account, now) })
  const [before, cycle] = [
    countedOf(account, now),
    cycleOf(timedOf({ ...account, ...changes }), now),
  ]
  if (!before || !cycle) return changeAccount(tx, id, changes)
  // A cycle that has not begun has used nothing.
  const since = before.from <= now ? before.from : (account.usageFrom ?? 0)
  const from = Math.max(cycle.from, since)
  await changeAccount(tx, id, { ...changes, usageFrom: from > cycle.from ? from : null })
  await movePacks(tx, id, before, { ...cycle, from })
  // Only for another cycle: the tables of traffic resolve its first hour less exactly.
  if (from !== before.from) await recountUsage(tx, id, now)
}

/** What had ended is over, also where the account goes on with time that it is given now. */
async function endBoughtTime(tx: Database, accountId: number): Promise<void> {
  await tx
    .updateTable('boughtTime')
    .set({ own: 0, carried: 0, length: 0 })
    .where('accountId', '=', accountId)
    .where('takenTime', 'is', null)
    .execute()
}

/**
 * The times of an account whose end is moved by `shift` ms. Its cycles stay where they are, so that
 * what was used goes on counting; only where the setting says so they move with the end.
 */
export async function timesMovedBy(
  tx: Database,
  account: StoredAccount,
  shift: number,
  now: number,
): Promise<Times> {
  const { timeTakesLastTerms } = await findSetting(tx, 'account')
  if (timeTakesLastTerms || account.expireTime === null) return movedTimes(account, shift, now)
  return timesUntil(account, account.expireTime + shift)
}

/** Lets what is left of an account's packs, bytes, count in a cycle that begins now. */
export async function shrinkPacks(
  tx: Database,
  account: StoredAccount,
  left: number,
  now: number,
): Promise<void> {
  const cycle = countedOf(account, now)
  if (!cycle) return
  const packs = await tx
    .selectFrom('flowPack')
    .select(['id', 'flow'])
    .where('accountId', '=', account.id)
    .where('createTime', '>=', cycle.from)
    .where('createTime', '<', cycle.to)
    .orderBy('id', 'desc')
    .execute()
  let rest = left
  for (const { id, flow } of packs) {
    const kept = Math.min(flow, rest)
    rest -= kept
    const changes = { flow: kept, createTime: now }
    await tx.updateTable('flowPack').set(changes).where('id', '=', id).execute()
  }
}

/** Makes all packs of an account count from now on. */
export async function packsFromNow(tx: Database, accountId: number, now: number): Promise<void> {
  await tx
    .updateTable('flowPack')
    .set({ createTime: now })
    .where('accountId', '=', accountId)
    .execute()
}

async function movePacks(tx: Database, accountId: number, before: Cycle, after: Cycle) {
  await tx
    .updateTable('flowPack')
    .set({ createTime: after.from })
    .where('accountId', '=', accountId)
    .where('createTime', '>=', before.from)
    .where('createTime', '<', before.to)
    .where((eb) => eb.or([eb('createTime', '<', after.from), eb('createTime', '>=', after.to)]))
    .execute()
}
