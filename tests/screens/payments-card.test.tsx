import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { dayName } from '#features/figures/days.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const shop = (payments: Answer<'getShopFigures'>['payments'], fields: Answers = {}): Answers => ({
  getStatus: statuses.mainAdmin,
  getShopFigures: {
    income: [],
    orders: { paid: 0, begun: 0 },
    customers: { today: 0, yesterday: 0 },
    ...(payments && { payments }),
    online: 0,
    accounts: 0,
  },
  listPlacedOrders: { total: 0, page: 1, pageSize: 50, maxPage: 0, maxCreateTime: 0, orders: [] },
  ...fields,
})

describe('payments on Home', () => {
  test('lead to those that are stuck, and to those that failed', async () => {
    const { screen } = await openScreen('/admin/index', shop({ stuck: 1, failed: 12 }))
    const card = screen.getByRole('list', { name: 'Payments' })
    await expect
      .element(card.getByRole('link', { name: /1 order needs review/ }))
      .toHaveAttribute('href', '/admin/pay?only=stuck')
    await expect
      .element(card.getByRole('link', { name: /Failed payments in 7 days: 12/ }))
      .toHaveAttribute('href', `/admin/pay?only=failed&start=${dayName(Date.now(), 6)}`)
  })

  test('are there, too, when all is well', async () => {
    const { screen } = await openScreen('/admin/index', shop({ stuck: 0, failed: 0 }))
    await expect.element(screen.getByText('No failed payments in 7 days')).toBeVisible()
    await expect.element(screen.getByText('No order is stuck')).toBeVisible()
  })

  test('are not counted by an older server', async () => {
    const { screen } = await openScreen('/admin/index', shop(undefined))
    await expect.element(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
    await expect.element(screen.getByText('Paid orders today')).toBeVisible()
    expect(screen.getByText(/failed payments/i).query()).toBeNull()
  })

  test('have their filter opened by a key, which its button names', async () => {
    const { screen } = await openScreen('/admin/pay', shop(undefined))
    const button = screen.getByRole('button', { name: 'Filter', exact: true })
    await expect.element(button).toHaveAttribute('title', 'Filter (F)')
    await userEvent.keyboard('f')
    await expect.element(screen.getByRole('dialog', { name: 'Filter' })).toBeVisible()
  })

  test('are what the list is limited to, until that is cleared', async () => {
    const { screen, calls } = await openScreen('/admin/pay?only=failed', shop(undefined))
    const asked = () =>
      calls.findLast(({ id, url }) => id === 'listPlacedOrders' && !url.searchParams.has('stuck'))
    await expect.element(screen.getByText('Failed payments')).toBeVisible()
    await expect.poll(() => asked()?.url.searchParams.get('failed')).toBe('true')
    await screen.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => asked()?.url.searchParams.get('failed')).toBe(null)
  })
})
