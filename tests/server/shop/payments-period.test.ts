import { describe, expect, test } from 'vitest'
import { momentTyped } from '../../../server/shop/orders/period.ts'
import { anOrder } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TOKYO = 'Asia/Tokyo'

describe('a moment that was typed', () => {
  test.each([undefined, ''])('is none where nothing was: %j', (text) => {
    expect(momentTyped(text, 'start', 'UTC')).toBeUndefined()
  })

  test.each([
    ['0', 0],
    ['1768435200000', 1_768_435_200_000],
    ['2026-01-15T10:00Z', Date.UTC(2026, 0, 15, 10)],
    ['2026-01-15T10:00+02:00', Date.UTC(2026, 0, 15, 8)],
    ['2026-01-15T10:00-05:30', Date.UTC(2026, 0, 15, 15, 30)],
    ['2026-01-15T10:00', Date.UTC(2026, 0, 15, 1)],
    ['2026-01-15T10:00:01.5', Date.UTC(2026, 0, 15, 1, 0, 1, 500)],
  ])('%s is the same as a start and as an end', (text, moment) => {
    expect(momentTyped(text, 'start', TOKYO)).toBe(moment)
    expect(momentTyped(text, 'end', TOKYO)).toBe(moment)
  })

  test('is the first and the last ms of a day, also where clocks change', () => {
    const from = Date.UTC(2026, 0, 14, 15)
    expect(momentTyped('2026-01-15', 'start', TOKYO)).toBe(from)
    expect(momentTyped('2026-01-15', 'end', TOKYO)).toBe(from + DAY - 1)
    const [start, end] = [
      momentTyped('2026-03-29', 'start', 'Europe/Berlin')!,
      momentTyped('2026-03-29', 'end', 'Europe/Berlin')!,
    ]
    expect(start).toBe(Date.UTC(2026, 2, 28, 23))
    expect(end - start).toBe(23 * HOUR - 1)
  })

  test.each([
    'yesterday',
    '12a',
    'a12',
    '2026-02-30',
    '2026-02-30T10:00',
    '2026-02-30T10:00Z',
    '2026-13-01',
    '2026-01-15T25:00',
    '2026-01-15Z',
    '2026-01-15+02:00',
    '2026-01-15T10:00+2',
  ])('is refused where it is none: %s', (text) => {
    for (const name of ['start', 'end'] as const)
      expect(() => momentTyped(text, name, TOKYO)).toThrow(
        expect.objectContaining({ status: 400, reason: `querystring/${name} must be a moment` }),
      )
  })
})

describe.each([
  '/api/admin/allOrders',
  '/api/admin/alipay',
  '/api/admin/paypal',
  '/api/admin/refOrder',
  '/api/admin/giftcard',
] as const)('%s', (path) => {
  const kinds = {
    '/api/admin/allOrders': 'alipay',
    '/api/admin/alipay': 'alipay',
    '/api/admin/paypal': 'paypal',
    '/api/admin/refOrder': 'refOrder',
    '/api/admin/giftcard': 'giftcard',
  } as const

  test('takes orders from a start to an end, both included, and says which of them is wrong', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const { at } = world.clock
    for (const [orderId, createTime] of [
      ['early', at - 1],
      ['first', at],
      ['last', at + 5],
      ['late', at + 6],
    ] as const)
      await anOrder(world, user, { orderId, kind: kinds[path], createTime })
    const read = (query: { start?: string; end?: string }) =>
      world.as(mainAdmin).GET(path, { params: { query } })
    const numbers = async (query: { start?: string; end?: string }) =>
      (await read(query)).data?.orders.map(({ orderId }: { orderId: string }) => orderId)
    expect(await numbers({ start: String(at), end: String(at + 5) })).toEqual(['last', 'first'])
    expect(await numbers({ start: String(at + 6) })).toEqual(['late'])
    expect(await numbers({ end: String(at - 1) })).toEqual(['early'])
    for (const name of ['start', 'end'] as const) {
      const { response, error } = await read({ [name]: '2026-02-30' })
      expect(response.status).toBe(400)
      expect(JSON.stringify(error)).toContain(`querystring/${name} must be a moment`)
    }
  })
})
