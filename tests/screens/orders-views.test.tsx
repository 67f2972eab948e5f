import { afterEach, describe, expect, test, vi } from 'vitest'
import { page as view } from 'vitest/browser'
import type { Schema } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const order: Schema<'PlacedOrder'> = {
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
  createTime: Date.now() - 60_000,
  expireTime: null,
  state: 'delivered',
  failure: null,
}

const pageOf = (total: number) => ({
  total,
  page: 1,
  pageSize: 20,
  maxPage: 1,
  maxCreateTime: order.createTime,
  orders: [order],
})

const shop = (fields: Answers = {}): Answers => ({
  getStatus: statuses.mainAdmin,
  listPlacedOrders: pageOf(1),
  getPaidFigures: [],
  listGroups: [],
  ...fields,
})

afterEach(async () => {
  localStorage.clear()
  await view.viewport(414, 896)
})

describe('the list of orders', () => {
  test('has its views as tabs with counts, and saves others', async () => {
    const { screen, calls, router } = await openScreen(
      '/admin/pay',
      shop({
        listPlacedOrders: (_body, { searchParams }) =>
          pageOf(searchParams.has('refunded') ? 3 : searchParams.has('stuck') ? 0 : 12),
      }),
    )
    const tabs = screen.getByRole('navigation', { name: 'Views' })
    await expect.element(tabs.getByRole('button', { name: 'All 12' })).toBeVisible()
    await tabs.getByRole('button', { name: 'Refunded 3' }).click()
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ only: 'refunded' }))
    expect(calls.some(({ url }) => url.searchParams.get('refunded') === 'true')).toBe(true)
    const current = tabs.getByRole('button', { name: 'Refunded 3' })
    await expect.element(current).toHaveAttribute('aria-current', 'true')
    await tabs.getByRole('button', { name: /^Waiting for payment/ }).click()
    await vi.waitFor(() =>
      expect(router.state.location.search).toEqual({ hide: 'TRADE_SUCCESS.FINISH.TRADE_CLOSED' }),
    )
  })

  test('is sorted by its columns, which say so, and named by day only by age', async () => {
    await view.viewport(1280, 800)
    const { screen, calls, router } = await openScreen('/admin/pay', shop())
    const day = screen.getByRole('heading', { level: 2 })
    await expect.element(day.first()).toBeVisible()
    const column = (name: string) => screen.getByRole('columnheader', { name: new RegExp(name) })
    await expect.element(column('Placed at')).toHaveAttribute('aria-sort', 'descending')
    await column('Amount').getByRole('button').click()
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ by: 'amount_desc' }))
    await expect.element(column('Amount')).toHaveAttribute('aria-sort', 'descending')
    await expect.element(column('Placed at')).not.toHaveAttribute('aria-sort')
    const sorted = () => calls.some(({ url }) => url.searchParams.get('sort') === 'amount_desc')
    await vi.waitFor(() => expect(sorted()).toBe(true))
    await expect.element(day).not.toBeInTheDocument()
    await column('Amount').getByRole('button').click()
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ by: 'amount_asc' }))
    for (const [name, by] of [
      ['State', 'state_asc'],
      ['User', 'user_asc'],
    ] as const) {
      await column(name).getByRole('button').click()
      await vi.waitFor(() => expect(router.state.location.search).toEqual({ by }))
      await expect.element(column(name)).toHaveAttribute('aria-sort', 'ascending')
    }
  })
})
