import { OPEN, PAID } from '#rules/placed.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'

const DAY_MS = 86_400_000

/** Why a plan cannot be deleted, in the words of the contract. Requires that it is locked. */
export async function reasonToKeep(tx: Database, planId: number, now: number) {
  if (await hasAccount(tx, planId)) return 'account with this order exists'
  if (await hasGiftcard(tx, planId)) return 'giftcard with this order exists'
  if (await hasPack(tx, planId)) return 'flowpack order exists'
  if (await hasUnfinished(tx, planId, now)) return 'unfinished order exists'
  const { accountForNewUser: given } = await findSetting(tx, 'account')
  if (given?.fromOrder && given.type === planId) return 'new users get this order'
  // An order or a code looked for above may have become an account since.
  return (await hasAccount(tx, planId)) ? 'account with this order exists' : undefined
}

/** Whether accounts are on this plan. */
export async function hasAccount(db: Database, planId: number): Promise<boolean> {
  const rows = db.selectFrom('account').select('id').where('orderId', '=', planId)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

/** Whether a recharge code for this plan can still be redeemed. */
export async function hasGiftcard(db: Database, planId: number): Promise<boolean> {
  const rows = db
    .selectFrom('giftcard')
    .select('id')
    .where('planId', '=', planId)
    .where('status', '=', 'AVAILABLE')
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

/** Whether this plan has flow packs. */
export async function hasPack(db: Database, planId: number): Promise<boolean> {
  const rows = db.selectFrom('plan').select('id').where('baseId', '=', planId)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Whether an order for this plan is paid and waits to be delivered, or can still be paid.
 *
 * An unpaid one can until it expires; one that never does counts for a day.
 */
export async function hasUnfinished(db: Database, planId: number, now: number): Promise<boolean> {
  const rows = db
    .selectFrom('placedOrder')
    .select('id')
    .where('planId', '=', planId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', PAID),
        eb.and([
          eb('status', 'in', OPEN),
          eb(eb.fn.coalesce('expireTime', eb('createTime', '+', DAY_MS)), '>', now),
        ]),
      ]),
    )
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}
