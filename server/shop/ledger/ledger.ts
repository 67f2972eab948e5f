import { currencyOf, isPaidKind } from '#rules/providers/registry.ts'
import type { Database } from '../../database/database.ts'

/**
 * The books. Money comes from the book of its provider, is owed to the customer until it is
 * delivered, and is paid back through `refunding`. What costs nothing moves 0 from `giftcard` or
 * `reward`, and time that is taken back moves 0 to `returned`, so that its effect is as unique as
 * money's.
 */
export const owed = (userId: number) => `owed:${userId}`
export const DELIVERED = 'delivered'
export const REFUNDING = 'refunding'
export const RETURNED = 'returned'

type Entry = {
  effect: string
  placedOrderId: number
  credit: string
  debit: string
  /** Cents. */
  amount: number
  currency: string
}

/** Moves money from one book to another. Throws when its cause has moved money before. */
export async function insertLedger(tx: Database, entry: Entry, now: number): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({ ...entry, time: now })
    .execute()
}

/** What moved for one order, oldest first. */
export function selectLedgerOf(db: Database, placedOrderId: number) {
  return db
    .selectFrom('ledger')
    .select(['effect', 'credit', 'debit', 'amount', 'currency', 'time'])
    .where('placedOrderId', '=', placedOrderId)
    .orderBy('id')
    .execute()
}

/** The entry that an effect made, if it did. */
export function findEntry(db: Database, effect: string) {
  return db
    .selectFrom('ledger')
    .select(['amount', 'credit', 'debit'])
    .where('effect', '=', effect)
    .executeTakeFirst()
}

/** Where the ledger and the orders disagree; nothing when all is well. */
export async function checkLedger(db: Database): Promise<string[]> {
  const wrong: string[] = []
  for (const { order, books } of await selectBooks(db)) {
    if (order.paidTime === null && order.deliveredTime === null) {
      if (books.size > 0) wrong.push(`order ${order.id}: entries of an order that is not paid`)
      continue
    }
    const sums = sumsOf(order)
    for (const book of new Set([...books.keys(), ...sums.keys()])) {
      const [has, should] = [books.get(book) ?? 0, sums.get(book) ?? 0]
      if (has !== should) wrong.push(`order ${order.id}: ${book} holds ${has}, not ${should}`)
    }
    if (!isPaidKind(order.kind) && books.size === 0) wrong.push(`order ${order.id}: no entry`)
  }
  return wrong
}

type Order = {
  id: number
  kind: string
  userId: number
  amount: number | null
  refunded: number | null
  paidTime: number | null
  deliveredTime: number | null
}

/** What each book must hold of an order according to its row; pending refunds count as finished. */
function sumsOf(order: Order): Map<string, number> {
  const { kind, userId, amount, refunded, deliveredTime } = order
  if (!isPaidKind(kind)) return new Map()
  const back = refunded ?? 0
  const rest = (amount ?? 0) - back
  const currency = currencyOf(kind)
  return new Map([
    [`${kind} ${currency}`, -rest],
    [`${owed(userId)} ${currency}`, deliveredTime === null ? rest : 0],
    [`${DELIVERED} ${currency}`, deliveredTime === null ? 0 : rest],
  ])
}

/**
 * The orders that were paid or have entries, and what each book holds of them; `refunding` counts
 * as paid back. One statement, or a refund between two would look like an error.
 */
async function selectBooks(db: Database) {
  const rows = await db
    .selectFrom('placedOrder as order')
    .leftJoin('ledger', 'ledger.placedOrderId', 'order.id')
    .select(['order.id', 'kind', 'userId', 'order.amount', 'refunded', 'paidTime', 'deliveredTime'])
    .select(['credit', 'debit', 'currency', 'ledger.amount as moved'])
    .where((eb) =>
      eb.or([
        eb('paidTime', 'is not', null),
        eb('deliveredTime', 'is not', null),
        eb('ledger.id', 'is not', null),
      ]),
    )
    .execute()
  const all = new Map<number, { order: Order; books: Map<string, number> }>()
  for (const { credit, debit, currency, moved, ...order } of rows) {
    const { books } = all.getOrInsertComputed(order.id, () => ({ order, books: new Map() }))
    const add = (book: string | null, cents: number) => {
      const key = `${book === REFUNDING ? order.kind : book} ${currency}`
      books.set(key, (books.get(key) ?? 0) + cents)
    }
    if (moved === null) continue
    add(credit, -moved)
    add(debit, moved)
  }
  return all.values()
}
