import { found, Refusal } from '../../base/refusal.ts'
import { inTransaction } from '../../database/database.ts'
import { holdRow } from '../../database/revision.ts'
import type { Call } from '../../http/contract.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { groupOf } from '../../http/scope.ts'
import { holdLimits } from '../../people/permissions/store.ts'
import { findPerson } from '../../people/users/people.ts'
import { findAccountToRenew } from '../checkout/offer.ts'
import { FulfilmentError } from '../fulfilment/failure.ts'
import { applySale } from '../fulfilment/fulfil.ts'
import { purchasedTermsOf } from '../fulfilment/terms.ts'
import { pricesOf } from '../paidTime/prices.ts'
import { findPlan } from '../plans/store.ts'
import { isWithin, maySell, trafficGiven } from './given.ts'

/**
 * Gives a customer a plan that was paid for elsewhere: an account, or more time for one. A
 * reseller's limits are looked at in the same transaction.
 *
 * Refuses with `plan not allowed`, `traffic limit`, `no port`, or a user that is not theirs.
 */
export async function sellPlan(call: Call<'sellPlan'>): Promise<{ id: number }> {
  const { db, now, config, caller, path, body, wake } = call
  const { userId } = path
  const sold = await inTransaction(db, async (tx) => {
    await holdRow(tx, 'plan', body.orderId)
    const limits = await holdLimits(tx, caller, 'sellPlan')
    const buyer = found(await findPerson(tx, userId, { type: 'normal', group: groupOf(caller) }))
    const plan = found(await findPlan(tx, body.orderId))
    if (!maySell(limits, plan)) throw new Refusal(403, 'plan not allowed')
    const renewed = await findAccountToRenew(
      tx,
      { id: userId, groupId: buyer.group },
      body.accountId ?? null,
    )
    const worth = { ...pricesOf(plan), money: '' as const, placedOrderId: null }
    const owner = { userId, accountId: renewed?.id ?? null }
    const sale = { purchased: purchasedTermsOf(plan), ...owner, worth }
    const id = await applySale(tx, sale, { now: now(), config })
    if (limits && !isWithin(limits, await trafficGiven(tx, caller.groupId)))
      throw new Refusal(403, 'traffic limit')
    await storeReply(tx, { id })
    return { id }
  }).catch((error: unknown) => {
    if (!(error instanceof FulfilmentError)) throw error
    throw new Refusal(403, error.failure === 'noPort' ? 'no port' : 'plan not allowed')
  })
  wake([sold.id])
  return sold
}
