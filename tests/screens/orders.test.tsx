/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import type { Schema } from '#contract'
import { daysOf } from '#features/orders/days.ts'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

const NOW = Date.now()

function anOrder(fields: Partial<Schema<'PlacedOrder'>> = {}): Schema<'PlacedOrder'> {
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
    ...fields,
  }
}

function aDetail(fields: Partial<Schema<'PlacedOrderDetail'>> = {}): Schema<'PlacedOrderDetail'> {
  return {
    ...anOrder(),
    state: 'delivered',
    failure: null,
    currency: 'CNY',
    paidTime: NOW - 30_000,
    deliveredTime: NOW - 29_000,
    providerId: '2026tradeno',
    paymentId: null,
    failures: 0,
    nextTry: null,
    providerData: { trade_status: 'TRADE_SUCCESS' },
    sold: null,
    events: [
      { event: 'placed', detail: '', time: NOW - 60_000, actor: null },
      { event: 'paid', detail: '9.99', time: NOW - 30_000, actor: null },
      { event: 'retried', detail: '', time: NOW - 29_500, actor: 'boss@example.com' },
      { event: 'delivered', detail: '', time: NOW - 29_000, actor: null },
    ],
    ledger: [
      {
        effect: 'paid:1',
        credit: 'alipay',
        debit: 'owed:7',
        amount: '9.99',
        currency: 'CNY',
        time: NOW - 30_000,
      },
    ],
    ...fields,
  }
}

const page = (orders: Schema<'PlacedOrder'>[], total = orders.length) => ({
  total,
  page: 1,
  pageSize: 20,
  maxPage: Math.ceil(total / 20),
  maxCreateTime: orders[0]?.createTime ?? 0,
  orders,
})

/** A shop whose list applies the query, as the server does. */
function shop(fields: Answers = {}, orders = [anOrder()], stuck: Schema<'PlacedOrder'>[] = []) {
  return {
    getStatus: statuses.mainAdmin,
    listPlacedOrders: (_body, { searchParams }) => page(searchParams.has('stuck') ? stuck : orders),
    getPlacedOrder: aDetail(),
    getPaidFigures: [],
    listGroups: [{ id: 0, name: 'Default', comment: '', order: null, userNumber: 1 }],
    listUnassignedAccounts: [],
    ...fields,
  } satisfies Answers
}

describe('order list', () => {
  test('requests everything 20 at a time, and shows buyer, plan and amount', async () => {
    const { screen, calls } = await openScreen('/admin/pay', shop())
    const row = screen.getByRole('link', {
      name: /ann@example.com.*9\.99.*Delivered.*Alipay.*Month/,
    })
    await expect.element(row).toBeVisible()
    const first = calls.find(({ id }) => id === 'listPlacedOrders')?.url.searchParams
    expect(Object.fromEntries(first ?? [])).toEqual({
      page: '1',
      maxCreateTime: '0',
      pageSize: '20',
    })
  })

  test('loads the next page up to the same moment', async () => {
    const orders = Array.from({ length: 20 }, (_, at) =>
      anOrder({ orderId: `n${at}`, createTime: NOW - at }),
    )
    const { screen, calls } = await openScreen(
      '/admin/pay',
      shop({
        listPlacedOrders: (_body, { searchParams }) =>
          searchParams.get('page') === '2'
            ? { ...page([anOrder({ orderId: 'last', username: 'zoe@example.com' })], 21), page: 2 }
            : page(searchParams.has('stuck') ? [] : orders, 21),
      }),
    )
    await expect.element(screen.getByText('21 orders')).toBeVisible()
    await vi.waitFor(() => {
      const second = calls.find(({ url }) => url.searchParams.get('page') === '2')
      expect(second?.url.searchParams.get('maxCreateTime')).toBe(String(NOW))
    })
  })

  test('is grouped by day, with what was paid where the whole day is known', async () => {
    const noon = new Date()
    noon.setHours(12, 0, 0, 0)
    const daysAgo = (days: number) => new Date(noon).setDate(noon.getDate() - days)
    const orders = [
      anOrder({ orderId: 'a', createTime: daysAgo(0), amount: '10.00' }),
      anOrder({ orderId: 'b', createTime: daysAgo(0), amount: '5.00', refunded: '5.00' }),
      anOrder({ orderId: 'c', createTime: daysAgo(0), amount: '7.00', state: 'created' }),
      anOrder({ orderId: 'd', createTime: daysAgo(0), amount: '2.00', kind: 'paypal' }),
      anOrder({ orderId: 'e', createTime: daysAgo(0), amount: null, kind: 'giftcard' }),
      anOrder({ orderId: 'f', createTime: daysAgo(1), state: 'closed' }),
      anOrder({ orderId: 'g', createTime: daysAgo(400) }),
    ]
    const { screen } = await openScreen('/admin/pay', shop({}, orders))
    await vi.waitFor(() => {
      const names = screen.getByRole('heading', { level: 2 }).elements()
      expect(names.map(({ parentElement }) => parentElement?.innerText.split('\n'))).toEqual([
        ['Today', 'CN¥15.00 · $2.00 paid'],
        ['Yesterday'],
        [expect.stringMatching(/^\w{3}, \w+ \d+, \d{4}$/), 'CN¥9.99 paid'],
      ])
    })
    expect(screen.getByRole('link', { name: /12:00/ }).elements()).toHaveLength(7)
    // Another page may hold more of the last day.
    expect([...daysOf(orders, true).values()].map(({ paid }) => paid !== undefined)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('shows above it what was paid and paid back, each currency by itself', async () => {
    const getPaidFigures = [
      { currency: 'CNY' as const, today: 0, month: 1250, refunded: 5 },
      { currency: 'USD' as const, today: 300, month: 200_000, refunded: 0 },
    ]
    const { screen } = await openScreen('/admin/pay', shop({ getPaidFigures }))
    await vi.waitFor(() => {
      const line = screen.getByText('Paid today').element().closest('dl')
      expect(line?.innerText.split('\n')).toEqual([
        'Paid today',
        '$3',
        'Paid this month',
        'CN¥12.50',
        '$2,000',
        'Refunded this month',
        'CN¥0.05',
      ])
    })
  })

  test('searches once typing rests, and keeps the search in the address', async () => {
    const { screen, router, calls } = await openScreen('/admin/pay', shop())
    await screen.getByRole('searchbox', { name: 'Search orders' }).fill('ann')
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ search: 'ann' }))
    await vi.waitFor(() =>
      expect(calls.some(({ url }) => url.searchParams.get('search') === 'ann')).toBe(true),
    )
  })

  test('filters, says so in chips, and remembers it on this device', async () => {
    const { screen, router } = await openScreen('/admin/pay', shop())
    await screen.getByRole('button', { name: 'Filter', exact: true }).click()
    await screen.getByRole('checkbox', { name: 'Closed' }).click()
    await screen.getByRole('checkbox', { name: 'Invitation reward' }).click()
    await screen.getByRole('button', { name: 'Show', exact: true }).click()
    await expect.element(screen.getByRole('button', { name: 'Hiding closed' })).toBeVisible()
    expect(router.state.location.search).toEqual({
      hide: 'TRADE_CLOSED',
      kind: 'alipay.paypal.giftcard',
    })
    await router.navigate({ to: '/admin/account' })
    await router.navigate({ to: '/admin/pay' })
    await vi.waitFor(() =>
      expect(router.state.location.search).toMatchObject({ hide: 'TRADE_CLOSED' }),
    )
  })

  test('is limited to a state and a way of paying by the chips above it', async () => {
    const { screen, router } = await openScreen('/admin/pay', shop())
    await screen.getByRole('combobox', { name: 'State' }).selectOptions('Paid')
    await screen.getByRole('combobox', { name: 'Payment method' }).selectOptions('PayPal')
    await vi.waitFor(() => expect(router.state.location.search).toHaveProperty('kind', 'paypal'))
    const { hide } = router.state.location.search as Record<string, string>
    expect(hide?.split('.')).toEqual(['CREATE', 'WAIT_BUYER_PAY', 'FINISH', 'TRADE_CLOSED'])
    await screen.getByRole('button', { name: 'Clear: PayPal' }).click()
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ hide }))
  })

  test('says that nothing matches, and shows all again', async () => {
    const { screen, router } = await openScreen('/admin/pay?kind=paypal', shop({}, []))
    await screen.getByRole('button', { name: 'Show all orders' }).click()
    await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
    await expect.element(screen.getByText(/Orders appear here/)).toBeVisible()
  })

  test('tries a failed load again', async () => {
    let tries = 0
    const { screen } = await openScreen(
      '/admin/pay',
      shop({
        listPlacedOrders: (_body, { searchParams }) =>
          searchParams.get('pageSize') === '20' && (tries += 1) === 1
            ? { refused: 500 }
            : page([anOrder()]),
      }),
    )
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('1 order', { exact: true })).toBeVisible()
  })

  test('of an older server offers every table to the main admin, and only two to others', async () => {
    const { screen } = await openScreen('/admin/pay', shop({ getStatus: older(statuses.admin) }))
    await screen.getByRole('button', { name: 'Download as a table' }).click()
    const names = screen
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['Recharge code (CSV)', 'Invitation reward (CSV)'])
  })
})

describe('the dialog of an order', () => {
  const times = (name: string) =>
    [...document.querySelectorAll('[role=dialog] *')].filter(
      ({ childElementCount, textContent }) => childElementCount === 0 && textContent === name,
    ).length

  test('reports each moment once: in the history, or among the facts where there is none', async () => {
    const { screen } = await openScreen('/admin/pay', shop())
    await screen
      .getByRole('link', { name: /ann@example.com/ })
      .first()
      .click()
    await expect.element(screen.getByRole('dialog').getByText('History')).toBeVisible()
    expect(['Placed', 'Paid', 'Delivered'].map(times)).toEqual([1, 1, 1])
  })

  test('keeps the facts of an order from before there was a history', async () => {
    const { screen } = await openScreen(
      '/admin/pay',
      shop({ getPlacedOrder: aDetail({ events: [] }) }),
    )
    await screen
      .getByRole('link', { name: /ann@example.com/ })
      .first()
      .click()
    await expect.element(screen.getByText('Nothing was recorded for this order.')).toBeVisible()
    expect(['Placed', 'Paid', 'Delivered'].map(times)).toEqual([1, 1, 1])
  })
})

describe('orders that need review', () => {
  const stuck = anOrder({
    orderId: 'stuck',
    status: 'TRADE_SUCCESS',
    state: 'paid',
    failure: 'noPort',
  })

  test('come first, and are delivered again from their dialog', async () => {
    let delivered = false
    const { screen, calls } = await openScreen(
      '/admin/pay',
      shop(
        {
          getPlacedOrder: () =>
            delivered ? aDetail({ orderId: 'stuck' }) : aDetail({ ...stuck, state: 'paid' }),
          retryPlacedOrder: () => {
            delivered = true
            return { state: 'delivered', status: 'FINISH', failure: null }
          },
        },
        [stuck],
        [stuck],
      ),
    )
    await expect
      .element(screen.getByRole('heading', { name: 'Orders that need review: 1' }))
      .toBeVisible()
    await screen
      .getByRole('link', { name: /Paid, not delivered/ })
      .first()
      .click()
    const dialog = screen.getByRole('dialog', { name: 'Order' })
    await expect.element(dialog.getByText(/No port is free/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Deliver again' }).click()
    await expect.element(dialog.getByText('Delivered.')).toBeVisible()
    expect(calls.find(({ id }) => id === 'retryPlacedOrder')?.url.pathname).toMatch(/stuck\/retry$/)
  })
})

describe('order dialog', () => {
  const opened = '/admin/pay?order=20261120101010123456'

  test('reports what happened, when and by whom, and where the money went', async () => {
    const { screen } = await openScreen(opened, shop())
    const dialog = screen.getByRole('dialog', { name: 'Order' })
    await expect.element(dialog.getByText('boss@example.com')).toBeVisible()
    await expect.element(dialog.getByText('Alipay → Customer')).toBeInTheDocument()
    await expect
      .element(dialog.getByRole('link', { name: 'ann@example.com' }))
      .toHaveAttribute('href', '/admin/user/7')
    await expect
      .element(dialog.getByRole('link', { name: '50013' }))
      .toHaveAttribute('href', '/admin/account/9')
  })

  test('pays back once, after the amount is confirmed', async () => {
    const { screen, calls } = await openScreen(opened, shop({ refundAlipayOrder: {} }))
    await screen.getByRole('button', { name: 'Refund…' }).click()
    // The server of this order names no time that could be taken back.
    expect(screen.getByRole('checkbox', { name: /Also shorten/ }).elements()).toEqual([])
    await screen.getByRole('textbox', { name: 'Amount' }).fill('12')
    await screen.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect.element(screen.getByText(/Enter an amount up to what is left/)).toBeVisible()
    await screen.getByRole('textbox', { name: 'Amount' }).fill('5')
    await screen.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect.element(screen.getByText('Check the box to confirm the amount.')).toBeVisible()
    expect(calls.filter(({ id }) => id === 'refundAlipayOrder')).toEqual([])
    await screen.getByRole('checkbox', { name: /Yes, refund .*5\.00/ }).click()
    await screen.getByRole('button', { name: 'Refund', exact: true }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'refundAlipayOrder')?.body).toMatchObject({
        orderId: '20261120101010123456',
        amount: '5.00',
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    )
  })

  test('finds out about a refund whose answer was lost, and pays back once', async () => {
    let left = 1
    const refundAlipayOrder = () => {
      if (left-- > 0) throw new TypeError('the network went away')
      return {}
    }
    const { screen, calls } = await openScreen(opened, shop({ refundAlipayOrder }))
    await screen.getByRole('button', { name: 'Refund…' }).click()
    await screen.getByRole('checkbox', { name: /Yes, refund/ }).click()
    await screen.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect.element(screen.getByText(/Finding out whether it was done/)).toBeVisible()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
    const sent = calls.filter(({ id }) => id === 'refundAlipayOrder')
    expect(sent).toHaveLength(2)
    expect(sent[1]).toMatchObject({ key: sent[0]?.key, body: sent[0]?.body })
  })

  test('says that the payment service is not set up, and the way there', async () => {
    const refundAlipayOrder = { refused: 403, word: 'provider not set up' }
    const { screen } = await openScreen(opened, shop({ refundAlipayOrder }))
    await screen.getByRole('button', { name: 'Refund…' }).click()
    await screen.getByRole('checkbox', { name: /Yes, refund/ }).click()
    await screen.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect.element(screen.getByText(/not set up, so nothing was refunded/)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Set up Alipay' }))
      .toHaveAttribute('href', '/admin/settings/editPayment/alipay')
  })

  test('offers other admins neither', async () => {
    const { screen } = await openScreen(opened, shop({ getStatus: statuses.admin }))
    await expect.element(screen.getByRole('heading', { name: 'History' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Refund…' }).elements()).toEqual([])
  })
})
