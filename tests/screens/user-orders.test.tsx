/** @module-tag long */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { choose } from '#device/choices.ts'
import { activate } from '#locales/activate.ts'
import { older, statuses } from '../support/screens.ts'
import { anAccount, openAsPayer, payer } from '../support/customer.ts'

type Order = Answer<'listMyOrders'>[number]

const now = Date.now()
const HOUR = 3_600_000

const anOrder = (changes: Partial<Order> = {}): Order => ({
  orderId: '20261120120000123456',
  type: '支付宝',
  kind: 'alipay',
  orderName: 'Month',
  amount: '20.00',
  status: 'FINISH',
  port: 50_000,
  orderType: 3,
  accountId: 10,
  createTime: now - 24 * HOUR,
  ...changes,
})

const waiting = anOrder({
  orderId: '20261121120000654321',
  status: 'CREATE',
  amount: '54.00',
  createTime: now - 48 * HOUR,
  expireTime: now + HOUR,
})

beforeEach(() => sessionStorage.clear())

describe('orders', () => {
  test('show what is unpaid first, and open its plan to be paid', async () => {
    const { screen, calls } = await openAsPayer('/user/order', {
      listMyOrders: [anOrder(), waiting],
    })
    const rows = screen.getByRole('listitem').filter({ hasText: 'Month' })
    await expect.element(rows.first()).toBeVisible()
    expect(rows.first().element().textContent).toMatch(/Not paid yet.*CN¥54\.00/)
    await userEvent.click(screen.getByRole('button', { name: 'Pay', exact: true }))
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByRole('radio', { name: /Month/ })).toBeChecked()
    const requested = calls.find(({ id }) => id === 'listMyPlans')
    expect(requested?.url.searchParams.get('accountId')).toBe('10')
  })

  test.each([
    ['alipay', 'TRADE_SUCCESS', /Your payment arrived/],
    ['paypal', 'closed', /ended without a payment/],
  ] as const)('report how far one is (%s, %s)', async (kind, status, sentence) => {
    const { screen } = await openAsPayer('/user/order', {
      listMyOrders: [anOrder({ kind, status })],
    })
    await userEvent.click(screen.getByRole('button', { name: /Month/ }))
    const dialog = screen.getByRole('dialog', { name: 'Month' })
    await expect.element(dialog.getByText(sentence)).toBeVisible()
    await expect.element(dialog.getByText('20261120120000123456')).toBeVisible()
  })

  test('can be paid for as long as the server says, regardless of the clock of this device', async () => {
    const { screen } = await openAsPayer('/user/order', {
      listMyOrders: [{ ...waiting, expireTime: now - HOUR, expiresIn: HOUR }],
    })
    await expect.element(screen.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  })

  test.each([
    ['checking', /Month.*Being checked by PayPal/, /PayPal is checking your payment/],
    ['wrongAmount', /Month.*Amount does not match/, /the amount does not match this order/],
  ] as const)(
    'with a payment that is %s are not offered to be paid',
    async (state, name, sentence) => {
      const { screen } = await openAsPayer('/user/order', {
        listMyOrders: [{ ...waiting, kind: 'paypal', status: 'created', state }],
      })
      const row = screen.getByRole('button', { name })
      await expect.element(row).toBeVisible()
      expect(screen.getByRole('button', { name: 'Pay', exact: true }).query()).toBeNull()
      await userEvent.click(row)
      const dialog = screen.getByRole('dialog', { name: 'Month' })
      await expect.element(dialog.getByText(sentence)).toBeVisible()
      expect(dialog.getByRole('button', { name: 'Pay', exact: true }).query()).toBeNull()
    },
  )

  test.each([
    ['after it was delivered', 'FINISH', 'OrderedPaidDeliveredRefunded'],
    ['instead of being delivered', 'TRADE_CLOSED', 'OrderedPaidRefunded'],
  ])('say that one was paid back %s', async (_when, status, steps) => {
    const { screen } = await openAsPayer('/user/order', {
      listMyOrders: [anOrder({ status, state: 'refunded', refunded: '20.00' })],
    })
    await userEvent.click(screen.getByRole('button', { name: /Month.*Refunded/ }))
    const dialog = screen.getByRole('dialog', { name: 'Month' })
    await expect.element(dialog.getByText(/This order was refunded/)).toBeVisible()
    expect(dialog.getByRole('list').first().element().textContent).toBe(steps)
    await expect.element(dialog.getByText('CN¥20.00').last()).toBeVisible()
    expect(dialog.getByText(/Nothing was charged/).query()).toBeNull()
  })

  test('say how much of one was paid back', async () => {
    const { screen } = await openAsPayer('/user/order', {
      listMyOrders: [anOrder({ state: 'delivered', refunded: '4.50' })],
    })
    await userEvent.click(screen.getByRole('button', { name: /Month/ }))
    const dialog = screen.getByRole('dialog', { name: 'Month' })
    await expect.element(dialog.getByText('CN¥4.50')).toBeVisible()
  })

  test('of older servers are shown by their words', async () => {
    const { screen } = await openAsPayer('/user/order', {
      getStatus: older(payer),
      listMyOrders: [
        { orderId: 'R', type: '邀请奖励', refTime: 72 * HOUR, createTime: now },
        { orderId: 'G', type: '充值码', createTime: now },
      ],
    })
    await expect.element(screen.getByText('Invitation reward')).toBeVisible()
    await expect.element(screen.getByText('+ 3 days')).toBeVisible()
    await expect.element(screen.getByText('Recharge code')).toBeVisible()
  })

  test('say what would be here, and the menu leaves them out', async () => {
    const { screen } = await openAsPayer('/user/order', { listMyOrders: [] })
    await expect.element(screen.getByText(/Your orders appear here/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Orders' }).query()).toBeNull()
  })

  test('are in the menu once there is one, paid or not', async () => {
    const { screen } = await openAsPayer('/user/index', { listMyOrders: [waiting] })
    await expect.element(screen.getByRole('link', { name: 'Orders' }).first()).toBeVisible()
  })
})

test('the code of a link waits until its finder has logged in', async () => {
  const visitor = await openAsPayer('/user/order?redeem=c0ffee01', {
    getStatus: statuses.visitor,
  })
  await vi.waitFor(() => expect(visitor.router.state.location.pathname).toBe('/home/login'))
  await visitor.screen.unmount()
  const { screen, router } = await openAsPayer('/user/index')
  await expect.element(screen.getByRole('textbox')).toHaveValue('c0ffee01')
  expect(router.state.location.pathname).toBe('/user/order')
})

describe('without an account', () => {
  test('a plan and a code are offered', async () => {
    const { screen } = await openAsPayer('/user/index', { listMyAccounts: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Choose a plan' }))
    await expect.element(screen.getByRole('dialog', { name: 'Buy an account' })).toBeVisible()
  })
})

describe('an account', () => {
  test('warns when four fifths of its traffic are used', async () => {
    const { screen } = await openAsPayer('/user/index', {
      listMyAccounts: [anAccount({ flowUsed: 81e9 })],
    })
    await expect.element(screen.getByText(/Only 19 GB of traffic is left until/)).toBeVisible()
  })

  test('that never ends says so once, and is not renewed', async () => {
    const endless = anAccount({ type: 1, orderId: 0, data: null, state: 'unlimited' })
    const { screen } = await openAsPayer('/user/account', { listMyAccounts: [endless] })
    await expect.element(screen.getByText('No expiry')).toBeVisible()
    expect(screen.getByText('No expiry').elements()).toHaveLength(1)
    expect(screen.getByRole('button', { name: /^Renew/ }).query()).toBeNull()
  })

  test('is found among several by its status', async () => {
    const { screen, router } = await openAsPayer('/user/account', {
      listMyAccounts: [anAccount(), anAccount({ id: 11, port: 50_013, state: 'banned' })],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Choose an account' }))
    await userEvent.click(screen.getByRole('button', { name: /Account 50013.*Banned/ }))
    await expect.element(screen.getByRole('heading', { name: 'Account 50013' })).toBeVisible()
    expect(router.state.location.search).toEqual({ account: 11 })
  })

  test('shows the servers of other plans where the site wants that', async () => {
    const server = {
      id: 1,
      type: 'Shadowsocks' as const,
      host: 'tokyo.test',
      name: 'Tokyo',
      method: 'aes-256-gcm',
      scale: 1,
      comment: '',
      shift: 0,
      key: null,
      net: null,
      wgPort: null,
    }
    const { screen, calls } = await openAsPayer('/user/account', {
      getStatus: { ...payer, showAllServer: true },
      listMyAccounts: [anAccount({ server: [1, 3] })],
      listMyServers: [
        server,
        { ...server, id: 2, name: 'Osaka' },
        { ...server, id: 3, name: 'Kobe' },
      ],
    })
    await expect.element(screen.getByText('Not in this plan')).toBeVisible()
    await vi.waitFor(() => {
      const chart = calls.find(({ id }) => id === 'getMyFlowChart')
      expect(chart?.url.pathname).toBe('/api/user/flow/0/10/chart')
    })
  })
})

test('another language keeps what was typed', async () => {
  const { screen } = await openAsPayer('/user/changePassword')
  await userEvent.fill(screen.getByLabelText('Old password'), 'typed')
  choose({ language: 'zh-CN' })
  await activate('zh-CN')
  await expect.element(screen.getByLabelText('旧密码')).toHaveValue('typed')
  expect(screen.getByText('Old password').query()).toBeNull()
})
