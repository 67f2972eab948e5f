import { expireOf } from '#rules/account.ts'
import { rewardShare, rewardTime } from '#rules/renewal.ts'
import { UNPRICED } from '#rules/placed.ts'
import { timedOf } from '../../accounts/facts.ts'
import { moveTimes } from '../../accounts/quota/moving.ts'
import { changeAccount, findAccount, holdAccount } from '../../accounts/store.ts'
import type { Database } from '../../database/database.ts'
import { insertEvent } from '../../messaging/events/store.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import { DELIVERED, insertLedger } from '../ledger/ledger.ts'
import { insertNumbered } from '../orders/number.ts'
import { timesUntil } from '../../accounts/terms.ts'
import { countFrom } from '../../accounts/quota/usage.ts'
import { findLeft, lotLike } from '../paidTime/left.ts'
import { changeLots, insertLot } from '../paidTime/store.ts'
import { takesLastTerms } from '../paidTime/takeBack.ts'
import { rewardEffect } from './rewards.ts'

type Paid = { id: number; orderId: string; userId: number; refTime: number | null }

/**
 * Rewards the inviter of the customer of a paid order: their accounts with an end share the plan's
 * reward, and one order per account records it. Requires the transaction that delivers.
 *
 * An account without an end gains nothing, so it takes no share (older servers give it one).
 * Wire-contract facts: 4.4.
 */
export async function rewardInviter(
  tx: Database,
  world: Pick<World, 'now' | 'config'>,
  paid: Paid,
): Promise<void> {
  const { refTime } = paid
  const inviter = await findRewarded(tx, paid)
  if (inviter === undefined || !refTime) return
  const accounts = await selectTimed(tx, inviter)
  const share = rewardShare(refTime, accounts.length)
  for (const accountId of accounts) await reward(tx, world, { paid, inviter, accountId, share })
  if (accounts.length === 0) return
  const event = { kind: 'reward' as const, userId: inviter, subjectId: paid.userId }
  const data = { time: share, accounts: accounts.length }
  await insertEvent(tx, { ...event, effect: `reward:${paid.id}`, data }, world.now())
}

/**
 * Locks the account that was paid for and those that get a reward, lowest first: deliveries to
 * people who invited each other would deadlock otherwise. Returns which they are. Requires a
 * transaction.
 */
export async function holdChanged(
  tx: Database,
  paid: Pick<Paid, 'userId' | 'refTime'> & { accountId: number | null },
): Promise<number[]> {
  const inviter = await findRewarded(tx, paid)
  const ids = new Set(inviter === undefined ? [] : await selectTimed(tx, inviter))
  if (paid.accountId !== null) ids.add(paid.accountId)
  const held = [...ids].sort((a, b) => a - b)
  for (const id of held) await holdAccount(tx, id)
  return held
}

async function reward(
  tx: Database,
  world: Pick<World, 'now' | 'config'>,
  { paid, inviter, accountId, share }: Share,
): Promise<void> {
  const now = world.now()
  const { id, orderId } = await insertNumbered(tx, world, {
    kind: 'refOrder',
    userId: inviter,
    accountId,
    refTime: share,
    status: UNPRICED.refOrder,
    createTime: now,
    paidTime: now,
    deliveredTime: now,
  })
  await addTime(tx, { id: accountId, time: share, placedOrderId: id }, now)
  const effect = rewardEffect(paid.id, accountId)
  const books = { credit: 'reward', debit: DELIVERED, amount: 0, currency: '' }
  await insertLedger(tx, { effect, placedOrderId: id, ...books }, now)
  const made = { event: 'delivered' as const, placedOrderId: id, detail: paid.orderId }
  await insertOrderEvent(tx, made, now)
  const cause = { event: 'rewarded' as const, placedOrderId: paid.id, detail: orderId }
  await insertOrderEvent(tx, cause, now)
}

type Share = { paid: Paid; inviter: number; accountId: number; share: number }

type Addition = { id: number; time: number; placedOrderId: number }

async function addTime(
  tx: Database,
  { id, time, placedOrderId }: Addition,
  now: number,
): Promise<void> {
  await holdAccount(tx, id)
  const account = await findAccount(tx, id)
  if (!account || account.expireTime === null) return
  const left = await findLeft(tx, account, now)
  const lot = await lotLike(tx, account, left.lots, { time, now })
  await changeLots(tx, left.lots)
  await insertLot(tx, id, {
    ...lot,
    kind: lot.kind === 'trial' ? 'trial' : 'reward',
    placedOrderId,
  })
  if (await takesLastTerms(tx)) {
    const { type } = account
    const data = rewardTime(timedOf(account).data, type, time, left.moment)
    const times = { cycleStart: data?.create ?? null, cycles: data?.limit ?? null }
    return moveTimes(tx, account, { ...times, expireTime: expireOf({ type, data }) }, now)
  }
  if (left.time > 0)
    return moveTimes(tx, account, timesUntil(account, left.moment + left.time + time), now)
  // After the end there is nothing but the reward, in a cycle of its own.
  const times = timesUntil({ ...account, cycleStart: now }, now + time)
  await changeAccount(tx, id, { ...times, usageFrom: null })
  await countFrom(tx, id, now)
}

/** The inviter who is rewarded for an order, if any. */
async function findRewarded(tx: Database, { userId, refTime }: Pick<Paid, 'userId' | 'refTime'>) {
  if (!refTime || refTime <= 0 || !(await findSetting(tx, 'ref')).useRef) return undefined
  return findInviterOf(tx, userId)
}

async function findInviterOf(tx: Database, userId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('referral')
    .innerJoin('refCode', 'refCode.id', 'referral.codeId')
    .select('refCode.sourceUserId')
    .where('referral.userId', '=', userId)
    .executeTakeFirst()
  return row?.sourceUserId
}

/** The accounts of a person that have an end; in a fixed order, so deliveries cannot deadlock. */
async function selectTimed(tx: Database, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .where('expireTime', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
