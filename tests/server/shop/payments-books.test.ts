import { describe, expect, test } from 'vitest'
import { checkLedger, insertLedger, selectLedgerOf } from '../../../server/shop/ledger/ledger.ts'
import { anOrder } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type Entry = Partial<Parameters<typeof insertLedger>[1]>
type Order = Parameters<typeof anOrder>[2]

/** Writes an order of 10.00 and its entries as they are given; returns the number of both. */
async function write(world: World, order: Order, entries: (Entry | ((id: number) => Entry))[]) {
  const buyer = await world.person()
  const id = await anOrder(world, buyer, { amount: 1000, ...order })
  for (const [at, entry] of entries.entries()) {
    const { credit = '', debit = '', ...rest } = typeof entry === 'function' ? entry(id) : entry
    const books = { credit: named(credit, buyer.id), debit: named(debit, buyer.id) }
    const usual = { effect: `entry:${id}:${at}`, placedOrderId: id, amount: 1000, currency: 'CNY' }
    await insertLedger(world.db, { ...usual, ...rest, ...books }, world.clock.at)
  }
  return { id, owed: `owed:${buyer.id}` }
}

/** `owed` is the book of this customer. */
const named = (book: string, userId: number) => (book === 'owed' ? `owed:${userId}` : book)

const paid = { paidTime: 1, deliveredTime: null, status: 'TRADE_SUCCESS' }
const delivered = { paidTime: 1, deliveredTime: 2 }
const coming = { credit: 'alipay', debit: 'owed' }
const giving = { credit: 'owed', debit: 'delivered' }

describe('the checker of the books', () => {
  test.each<[string, Order, Entry[]]>([
    ['an order nobody paid', { status: 'CREATE' }, []],
    ['a paid one', paid, [coming]],
    ['a delivered one', delivered, [coming, giving]],
    [
      'a delivered one by PayPal',
      { ...delivered, kind: 'paypal' },
      [
        { ...coming, credit: 'paypal', currency: 'USD' },
        { ...giving, currency: 'USD' },
      ],
    ],
    [
      'one that is partly on its way back',
      { ...delivered, refunded: 300 },
      [coming, giving, { credit: 'delivered', debit: 'refunding', amount: 300 }],
    ],
    [
      'one that partly went back',
      { ...delivered, refunded: 300 },
      [
        coming,
        giving,
        { credit: 'delivered', debit: 'refunding', amount: 300 },
        { credit: 'refunding', debit: 'alipay', amount: 300 },
      ],
    ],
    [
      'one that went back before it was delivered',
      { ...paid, refunded: 1000 },
      [coming, { credit: 'owed', debit: 'refunding' }],
    ],
    [
      'a code that was used',
      { kind: 'giftcard', amount: null, deliveredTime: 2 },
      [{ credit: 'giftcard', debit: 'delivered', amount: 0 }],
    ],
    [
      'a reward',
      { kind: 'refOrder', amount: null, deliveredTime: 2 },
      [{ credit: 'reward', debit: 'delivered', amount: 0 }],
    ],
  ])('finds nothing about %s', async (_what, order, entries) => {
    const world = await makeWorld()
    await write(world, order, entries)
    expect(await checkLedger(world.db)).toEqual([])
  })

  test.each<[string, Order, Entry[], string[]]>([
    [
      'money of an order nobody paid',
      { status: 'CREATE' },
      [coming],
      ['entries of an order that is not paid'],
    ],
    [
      'a paid order without an entry',
      paid,
      [],
      ['alipay holds 0, not -1000', 'owed holds 0, not 1000'],
    ],
    [
      'a cent too little',
      paid,
      [{ ...coming, amount: 999 }],
      ['alipay holds -999, not -1000', 'owed holds 999, not 1000'],
    ],
    [
      'a cent too much',
      paid,
      [{ ...coming, amount: 1001 }],
      ['alipay holds -1001, not -1000', 'owed holds 1001, not 1000'],
    ],
    [
      'a payment that counts twice',
      paid,
      [coming, coming],
      ['alipay holds -2000, not -1000', 'owed holds 2000, not 1000'],
    ],
    [
      'a delivery the books do not know',
      delivered,
      [coming],
      ['owed holds 1000, not 0', 'delivered holds 0, not 1000'],
    ],
    [
      'a delivery the order does not know',
      paid,
      [coming, giving],
      ['owed holds 0, not 1000', 'delivered holds 1000, not 0'],
    ],
    [
      'a delivery that counts twice',
      delivered,
      [coming, giving, giving],
      ['owed holds -1000, not 0', 'delivered holds 2000, not 1000'],
    ],
    [
      'a refund the books do not know',
      { ...delivered, refunded: 300 },
      [coming, giving],
      ['alipay holds -1000, not -700', 'delivered holds 1000, not 700'],
    ],
    [
      'a refund the order does not know',
      delivered,
      [coming, giving, { credit: 'delivered', debit: 'alipay', amount: 300 }],
      ['alipay holds -700, not -1000', 'delivered holds 700, not 1000'],
    ],
    [
      'more that went back than came',
      { ...paid, refunded: 1000 },
      [coming, { credit: 'owed', debit: 'alipay', amount: 1001 }],
      ['alipay holds 1, not 0', 'owed holds -1, not 0'],
    ],
    [
      'money in the wrong currency',
      paid,
      [{ ...coming, currency: 'USD' }],
      [
        'alipay USD holds -1000, not 0',
        'owed USD holds 1000, not 0',
        'alipay holds 0, not -1000',
        'owed holds 0, not 1000',
      ],
    ],
    [
      'money of the wrong provider',
      paid,
      [{ ...coming, credit: 'paypal' }],
      ['paypal CNY holds -1000, not 0', 'alipay holds 0, not -1000'],
    ],
    [
      'money owed to somebody else',
      paid,
      [{ ...coming, debit: 'owed:0' }],
      ['owed:0 CNY holds 1000, not 0', 'owed holds 0, not 1000'],
    ],
    [
      'a code used without an entry',
      { kind: 'giftcard', amount: null, deliveredTime: 2 },
      [],
      ['no entry'],
    ],
    [
      'a code that moved money',
      { kind: 'giftcard', amount: null, deliveredTime: 2 },
      [{ credit: 'giftcard', debit: 'delivered', amount: 5 }],
      ['giftcard CNY holds -5, not 0', 'delivered holds 5, not 0'],
    ],
    [
      'an entry of a reward nobody got',
      { kind: 'refOrder', amount: null, deliveredTime: null },
      [{ credit: 'reward', debit: 'delivered', amount: 0 }],
      ['entries of an order that is not paid'],
    ],
  ])('names %s', async (_fault, order, entries, faults) => {
    const world = await makeWorld()
    await write(world, delivered, [coming, giving])
    const { id, owed } = await write(world, order, entries)
    const inFull = faults.map((fault) => {
      const [, book = '', rest = ''] = /^(alipay|owed|delivered)( holds .*)$/.exec(fault) ?? []
      const text = rest === '' ? fault : `${book} CNY${rest}`
      return `order ${id}: ${text.replace(/^owed /, `${owed} `)}`
    })
    expect((await checkLedger(world.db)).sort()).toEqual(inFull.sort())
  })
})

test('what moves money twice for one cause is refused', async () => {
  const world = await makeWorld()
  const { id } = await write(world, paid, [{ ...coming, effect: 'paid:1' }])
  await expect(write(world, paid, [{ ...coming, effect: 'paid:1' }])).rejects.toThrow(/unique/i)
  expect(await selectLedgerOf(world.db, id)).toMatchObject([{ effect: 'paid:1', amount: 1000 }])
})
