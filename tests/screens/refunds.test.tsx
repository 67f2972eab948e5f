import { describe, expect, test, vi } from 'vitest'
import type { Schema } from '#contract'
import { adminOf, type Answers, openScreen, statuses } from '../support/screens.ts'

const NOW = Date.now()
const opened = '/admin/pay?order=20261120101010123456'

function aDetail(fields: Partial<Schema<'PlacedOrderDetail'>> = {}): Schema<'PlacedOrderDetail'> {
  return {
    kind: 'alipay',
    orderId: '20261120101010123456',
    orderType: 3,
    orderName: 'Month',
    userId: 7,
    username: 'ann@example.com',
    group: 0,
    accountId: 9,
    port: 50_013,
    amount: '9.99',
    refTime: null,
    status: 'FINISH',
    createTime: NOW - 60_000,
    expireTime: NOW,
    state: 'delivered',
    failure: null,
    currency: 'CNY',
    paidTime: NOW - 30_000,
    deliveredTime: NOW - 29_000,
    providerId: null,
    paymentId: null,
    failures: 0,
    nextTry: null,
    providerData: null,
    sold: null,
    events: [],
    ledger: [],
    ...fields,
  }
}

function shop(fields: Answers = {}): Answers {
  const empty = { total: 0, page: 1, pageSize: 20, maxPage: 0, maxCreateTime: 0, orders: [] }
  return {
    getStatus: statuses.mainAdmin,
    listPlacedOrders: empty,
    getPlacedOrder: aDetail(),
    getPaidFigures: [],
    listGroups: [],
    listUnassignedAccounts: [],
    ...fields,
  }
}

describe('refund dialog', () => {
  test('says the new end before it takes back the time, and asks for no more than was chosen', async () => {
    const end = new Date(new Date(NOW).getFullYear() + 1, 5, 20, 9, 30).getTime()
    const shortening = { from: end, to: end - 30 * 86_400_000 }
    const { screen, calls } = await openScreen(
      opened,
      shop({ refundAlipayOrder: {}, getPlacedOrder: aDetail({ shortening }) }),
    )
    await screen.getByRole('button', { name: 'Refund…' }).click()
    await expect.element(screen.getByText(/keeps its end: Jun 20, \d+, 09:30/)).toBeVisible()
    await screen.getByRole('checkbox', { name: /Yes, refund/ }).click()
    await screen.getByRole('checkbox', { name: /Also shorten/ }).click()
    await expect
      .element(screen.getByText(/New end of the account: May 21, .*Until now it was Jun 20, /))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Refund', exact: true }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'refundAlipayOrder')?.body).toMatchObject({
        shorten: true,
      }),
    )
  })

  test('asks again once the amount is another one, and names what is paid back now', async () => {
    const { screen, calls } = await openScreen(opened, shop({ refundAlipayOrder: {} }))
    await screen.getByRole('button', { name: 'Refund…' }).click()
    const amount = screen.getByRole('textbox', { name: 'Amount' })
    const send = screen.getByRole('button', { name: 'Refund', exact: true })
    await screen.getByRole('checkbox', { name: /Yes, refund .*9\.99/ }).click()
    await amount.fill('5')
    const sure = screen.getByRole('checkbox', { name: /Yes, refund .*5\.00/ })
    await expect.element(sure).not.toBeChecked()
    await send.click()
    await expect.element(screen.getByText('Check the box to confirm the amount.')).toBeVisible()
    // More than was paid cannot be confirmed at all.
    await amount.fill('10')
    await expect.element(screen.getByRole('checkbox', { name: /Yes, refund/ })).toBeDisabled()
    await amount.fill('5')
    await expect.element(sure).not.toBeChecked()
    expect(calls.filter(({ id }) => id === 'refundAlipayOrder')).toEqual([])
    await sure.click()
    await send.click()
    await vi.waitFor(() => {
      const sent = calls.filter(({ id }) => id === 'refundAlipayOrder')
      expect(sent.map(({ body }) => body)).toMatchObject([{ amount: '5.00' }])
    })
  })

  test('pays back once however often it is pressed, and anew on other terms', async () => {
    const shortening = { from: NOW + 86_400_000, to: null }
    const answers = shop({
      refundAlipayOrder: () => ({ refused: 403, word: 'amount too large' }),
      getPlacedOrder: aDetail({ shortening }),
    })
    const { screen, calls } = await openScreen(opened, answers)
    await screen.getByRole('button', { name: 'Refund…' }).click()
    const sure = screen.getByRole('checkbox', { name: /Yes, refund/ })
    const ids = () =>
      calls
        .filter(({ id }) => id === 'refundAlipayOrder')
        .map(({ body }) => (body as { requestId?: string }).requestId)
    const send = async (times: number) => {
      await screen.getByRole('button', { name: 'Refund', exact: true }).click()
      await vi.waitFor(() => expect(ids()).toHaveLength(times))
    }
    await sure.click()
    await send(1)
    await send(2)
    await screen.getByRole('checkbox', { name: /Also shorten/ }).click()
    await send(3)
    await screen.getByRole('textbox', { name: 'Amount' }).fill('5')
    await sure.click()
    await send(4)
    const [first, again, shortened, less] = ids()
    expect(again).toBe(first)
    expect(new Set([first, shortened, less]).size).toBe(3)
  })

  test('is offered to finance', async () => {
    const one = await openScreen(opened, shop({ getStatus: adminOf('finance') }))
    await expect.element(one.screen.getByRole('button', { name: 'Refund…' })).toBeVisible()
  })

  test('says that an account ends at once', async () => {
    const shortening = { from: NOW + 86_400_000, to: null }
    const one = await openScreen(opened, shop({ getPlacedOrder: aDetail({ shortening }) }))
    await one.screen.getByRole('button', { name: 'Refund…' }).click()
    await one.screen.getByRole('checkbox', { name: /Also shorten/ }).click()
    await expect.element(one.screen.getByText(/The account ends at once/)).toBeVisible()
  })

  test('says in the history from when to when the account was shortened', async () => {
    const [from, to] = [new Date(2019, 5, 20, 9, 30), new Date(2019, 4, 21, 9, 30)].map(Number)
    const event = { time: NOW, actor: null }
    const events = [
      { ...event, event: 'shortenAsked', detail: 'b1946ac9-2492-4d23', actor: 'boss@example.com' },
      { ...event, event: 'shortened', detail: `${from} ${to}` },
    ]
    const { screen } = await openScreen(opened, shop({ getPlacedOrder: aDetail({ events }) }))
    await expect
      .element(screen.getByText(/^Jun 20, 2019, 09:30 → May 21, 2019, 09:30$/))
      .toBeVisible()
    expect(screen.getByText(/b1946ac9/).elements()).toEqual([])
  })
})
