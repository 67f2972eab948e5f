import type { Answer } from '#contract'
import { isFlowPack } from '#rules/plan.ts'
import { UNPRICED } from '#rules/placed.ts'
import type { StoredAccount } from '../../accounts/store.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { insertEvent } from '../../messaging/events/store.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { findPlan } from '../plans/store.ts'
import { pricesOf } from '../paidTime/prices.ts'
import { applySale } from '../fulfilment/fulfil.ts'
import { FulfilmentError } from '../fulfilment/failure.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import { DELIVERED, insertLedger } from '../ledger/ledger.ts'
import { findAccountToRenew, selectOffer } from '../checkout/offer.ts'
import { holdChanged, rewardInviter } from '../fulfilment/reward.ts'
import { purchasedTermsOf } from '../fulfilment/terms.ts'
import { Refusal } from '../../base/refusal.ts'
import type { World } from '../../http/world.ts'
import { type Card, changeCardAccount, hasCard, takeCard } from './store.ts'

type Redemption = Answer<'redeemGiftcard'>
type RedeemInput = {
  code: string
  buyer: { id: number; groupId: number }
  /** The account to renew; null for a new one. */
  accountId: number | null
  /** The admin who does it for the customer. */
  actorId?: number
}

/** Why a code cannot be used; older consoles show these words as they are. */
export const NO_CARD = '充值码不存在'
export const USED_CARD = '无法使用这个充值码'
const WRONG_PLAN = '充值码类型错误'
const NOT_NOW = '暂时无法使用'

/** Why a card stays unused; thrown inside the transaction that took it. */
class Unusable extends Error {}

/**
 * Redeems a card for a customer, entirely or not at all: the card, what it buys, the inviter's
 * reward and the books change in one transaction. Refuses another person's account, and a flow pack
 * without an account.
 */
export async function redeem(world: World, input: RedeemInput): Promise<Redemption> {
  const { db } = world
  const account = await findAccountToRenew(db, input.buyer, input.accountId)
  try {
    const { card, accounts } = await inTransaction(db, (tx) => use(tx, world, input, account))
    world.wake(accounts)
    return takenBy(card)
  } catch (error) {
    if (error instanceof Unusable) return refused(error.message)
    if (!(error instanceof FulfilmentError)) throw error
    world.log.warn({ failure: error.failure, user: input.buyer.id }, 'a recharge code was not used')
    if (error.failure !== 'noPort') return refused(WRONG_PLAN)
    await notifyNoPort(world, input.buyer.id)
    return refused(NOT_NOW)
  }
}

async function use(
  tx: Database,
  world: World,
  { code, buyer, actorId }: RedeemInput,
  account: StoredAccount | null,
): Promise<{ card: Card; accounts: number[] }> {
  const now = world.now()
  const card = await takeCard(tx, code, { userId: buyer.id, usedTime: now })
  if (!card) throw new Unusable((await hasCard(tx, code)) ? USED_CARD : NO_CARD)
  const plan = await findPlan(tx, card.planId)
  if (plan && isFlowPack(plan) && !account) throw new Refusal(403)
  const offer = await selectOffer(tx, buyer, account, now)
  if (!plan || !offer.some(({ id }) => id === plan.id)) throw new Unusable(WRONG_PLAN)

  const purchased = purchasedTermsOf(plan)
  const owner = { userId: buyer.id, accountId: account?.id ?? null }
  const held = await holdChanged(tx, { ...owner, refTime: purchased.refTime })
  const { id } = await tx
    .insertInto('placedOrder')
    .values({
      kind: 'giftcard',
      orderId: card.code,
      planId: plan.id,
      ...owner,
      terms: JSON.stringify(purchased),
      status: UNPRICED.giftcard,
      createTime: now,
      paidTime: now,
      deliveredTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const worth = { ...pricesOf(plan), money: '' as const, placedOrderId: id }
  const sale = { purchased, ...owner, worth }
  const accountId = await applySale(tx, sale, { now, config: world.config })
  await changeCardAccount(tx, card.id, accountId)
  await tx.updateTable('placedOrder').set({ accountId }).where('id', '=', id).execute()
  const books = { credit: 'giftcard', debit: DELIVERED, amount: 0, currency: '' }
  await insertLedger(tx, { effect: `delivered:${id}`, placedOrderId: id, ...books }, now)
  const event = { placedOrderId: id, event: 'delivered' as const, detail: String(accountId) }
  await insertOrderEvent(tx, { ...event, actorId }, now)
  const paid = { id, orderId: card.code, userId: buyer.id, refTime: purchased.refTime }
  await rewardInviter(tx, world, paid)
  await storeReply(tx, takenBy(card))
  return { card, accounts: [accountId, ...held] }
}

/** Notifies the admins that no free port is left for buyers, once a day. */
async function notifyNoPort({ db, now }: World, subjectId: number): Promise<void> {
  const day = new Date(now()).toISOString().slice(0, 10)
  const event = { kind: 'paymentStuck' as const, userId: null, subjectId }
  const data = { orderId: '', kind: 'giftcard', failure: 'noPort' }
  await insertEvent(db, { ...event, effect: `stuck:giftcard:${day}`, data }, now())
}

const takenBy = ({ id, planId }: Card): Redemption => ({ success: true, type: planId, cardId: id })

const refused = (message: string): Redemption => ({ success: false, message })
