import { randomBytes } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import { currencyOf, isPaidKind } from '#rules/providers/registry.ts'
import { toDecimal } from '#rules/price.ts'
import { DELIVERED, owed } from '../../shop/ledger/ledger.ts'
import type { GiftcardTable, PlacedOrderTable, Tables } from '../../database/tables.ts'
import type { Writer } from './rows.ts'

type Order = Insertable<PlacedOrderTable>

/** How many recharge codes a batch holds, and how many unused ones there are in addition. */
const BATCH_SIZE = 200
const UNUSED = 20

/** Writes the effects of a demo's orders: ledger entries, events, used cards. */
export function startBooks(writer: Writer, now: number) {
  const cards: Order[] = []

  return { write, insertCards }

  /** Takes orders with the ids they were given, in the same order. */
  async function write(tx: Transaction<Tables>, orders: readonly Order[], ids: readonly number[]) {
    const all = orders.map((order, index) => ({ ...order, id: ids[index] ?? 0 }))
    const done = all.filter(({ deliveredTime }) => deliveredTime !== null)
    await writer.insert(tx, 'ledger', done.flatMap(entriesOf))
    await writer.insert(tx, 'orderEvent', all.flatMap(eventsOf))
    cards.push(...done.filter(({ kind }) => kind === 'giftcard'))
  }

  /** Writes the used cards in batches of one plan each, and an unused batch. */
  async function insertCards(tx: Transaction<Tables>, planId: number): Promise<void> {
    const rows: Insertable<GiftcardTable>[] = []
    let batchNumber = 0
    for (const [plan, used] of Map.groupBy(cards, (order) => order.planId ?? planId))
      for (let at = 0; at < used.length; at += BATCH_SIZE) {
        batchNumber += 1
        const ofBatch = used.slice(at, at + BATCH_SIZE)
        const createTime = Math.min(...ofBatch.map((order) => order.createTime))
        const batch = { batchNumber, planId: plan, createTime: createTime - 1, comment: '门店' }
        rows.push(
          ...ofBatch.map((order, index) => usedCard(order, { ...batch, position: index + 1 })),
        )
      }
    const batch = { batchNumber: batchNumber + 1, planId, createTime: now, comment: '促销' }
    for (let position = 1; position <= UNUSED; position += 1)
      rows.push({ ...batch, position, code: newCode(), status: 'AVAILABLE', ...UNUSED_BY })
    await writer.insert(tx, 'giftcard', rows)
  }
}

const UNUSED_BY = { usedTime: null, userId: null, accountId: null }

type Place = Pick<Insertable<GiftcardTable>, 'batchNumber' | 'planId' | 'createTime' | 'position'>

function usedCard(order: Order, place: Place & { comment: string }): Insertable<GiftcardTable> {
  const { orderId: code, userId, accountId = null, createTime: usedTime } = order
  return { ...place, code, status: 'USED', usedTime, userId, accountId }
}

type StoredOrder = Order & { id: number }

function entriesOf({ id, kind, userId, amount, deliveredTime }: StoredOrder) {
  const time = deliveredTime ?? 0
  const common = { placedOrderId: id, time }
  if (!isPaidKind(kind)) {
    const credit = kind === 'giftcard' ? 'giftcard' : 'reward'
    const free = { amount: 0, currency: '' }
    return [{ effect: `delivered:${id}`, credit, debit: DELIVERED, ...free, ...common }]
  }
  const money = { amount: amount ?? 0, currency: currencyOf(kind) }
  return [
    { effect: `paid:${id}`, credit: kind, debit: owed(userId), ...money, ...common },
    { effect: `delivered:${id}`, credit: owed(userId), debit: DELIVERED, ...money, ...common },
  ]
}

function eventsOf({ id, kind, amount, accountId, createTime, deliveredTime }: StoredOrder) {
  const event = (name: string, time: number, detail = '') => {
    return { placedOrderId: id, event: name, detail, time }
  }
  const delivered =
    deliveredTime == null ? [] : [event('delivered', deliveredTime, String(accountId ?? ''))]
  if (!isPaidKind(kind)) return delivered
  const paid = `${toDecimal(amount ?? 0)} ${currencyOf(kind)}`
  return [
    event('placed', createTime),
    ...(deliveredTime == null ? [] : [event('paid', deliveredTime, paid)]),
    ...delivered,
  ]
}

/** 18 random hexadecimal characters: a demo may be public. */
const newCode = () => randomBytes(9).toString('hex')
