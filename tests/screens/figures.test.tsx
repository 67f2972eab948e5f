import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer, Schema } from '#contract'
import { dayName } from '#features/figures/days.ts'
import { adminOf, type Answers, openScreen, statuses } from '../support/screens.ts'

const income = (currency: 'CNY' | 'USD', cents: number): Schema<'Income'> => ({
  currency,
  today: cents,
  month: cents * 10,
  monthBefore: cents * 8,
  days: Array.from({ length: 30 }, (_, at) => ({
    date: `2026-11-${String(at + 1).padStart(2, '0')}`,
    cents: at === 29 ? cents : 0,
    before: at === 29 ? cents / 2 : 0,
  })),
})

const page = { total: 0, page: 1, pageSize: 5, maxPage: 1 }

const figures = (changes: Partial<Answer<'getShopFigures'>> = {}): Answers => ({
  getStatus: statuses.mainAdmin,
  getShopFigures: {
    income: [income('CNY', 128_400), income('USD', 3_600)],
    orders: { paid: 63, begun: 8 },
    customers: { today: 17, yesterday: 13 },
    trade: {
      renewals: 40,
      before: 32,
      days: [
        { date: '2026-10-26', paid: 20, renewals: 15 },
        { date: '2026-11-24', paid: 63, renewals: 25 },
      ],
    },
    lapsed: 21,
    online: 182,
    accounts: 1_691,
    ...changes,
  },
  listServers: [],
  listServerLights: [],
  listAccounts: { ...page, account: [] },
  listPlacedOrders: { ...page, maxCreateTime: 1, orders: [] },
  listMails: { ...page, mails: [] },
  getUnreadMessages: { unread: 0 },
  listJobs: [],
  listTopFlow: [],
  listConversations: [],
  listRecentSignUps: [],
  listRecentLogins: [],
})

describe('how the shop does', () => {
  test('is shown in figures that lead to what they count', async () => {
    const { screen } = await openScreen('/admin/index', figures())
    const tile = (name: RegExp) => screen.getByRole('link', { name })
    const income = tile(/^Income today/)
    await expect
      .element(income)
      .toHaveTextContent('Income todayCN¥1,284 + $36CN¥12,840 this month (+25%)')
    const today = dayName(Date.now())
    const paid = `/admin/pay?hide=CREATE.WAIT_BUYER_PAY.TRADE_CLOSED&kind=alipay.paypal.giftcard&start=${today}`
    // Those that were paid for, of today, whatever view of orders this device last had.
    await expect.element(income).toHaveAttribute('href', paid)
    const orders = tile(/^Paid orders today/)
    await expect.element(orders).toHaveTextContent('Paid orders today638 not paid yet')
    await expect.element(orders).toHaveAttribute('href', paid)
    await expect
      .element(tile(/^New customers today/))
      .toHaveTextContent('New customers today1713 yesterday')
    const renewals = tile(/^Renewals/)
    await expect
      .element(renewals)
      .toHaveTextContent('Renewals in 30 days4032 in the 30 days before (+25%)')
    await expect
      .element(renewals)
      .toHaveAttribute('href', '/admin/pay?start=2026-10-26&only=renewal')
    const lapsed = tile(/^Not renewed/)
    await expect
      .element(lapsed)
      .toHaveTextContent('Not renewed21accounts that ended 7 to 30 days ago')
    await expect
      .element(lapsed)
      .toHaveAttribute('href', '/admin/account?sort=port_asc&state=lapsed')
    const online = tile(/^Online now/)
    await expect.element(online).toHaveTextContent('Online now182of 1,691 accounts')
    await expect.element(online).toHaveAttribute('href', '/admin/account/online')
  })

  test('have a line of 30 days, with a gap where nobody counted, and a table of it', async () => {
    const days = Array.from({ length: 30 }, (_, at) => ({
      date: `2026-11-${String(at + 1).padStart(2, '0')}`,
      customers: at,
      online: at < 20 || at === 25 ? null : at,
      bytes: at * 1_000_000_000,
    }))
    const { screen } = await openScreen('/admin/index', figures({ days }))
    const online = screen.getByRole('link', { name: /^Online now/ })
    await expect.element(online).toBeVisible()
    const lines = online.element().querySelectorAll('polyline')
    const points = [...lines].map((line) => line.getAttribute('points')?.split(' ').length)
    expect(points).toEqual([5, 4])
    const table = screen.getByRole('table', { name: /^Customers, people online and traffic/ })
    const row = (at: number) => table.getByRole('row').nth(at)
    await expect.element(row(26)).toHaveTextContent('Nov 2625Not known25 GB')
    await expect.element(row(30)).toHaveTextContent('Nov 30292929 GB')
  })

  test('show a group what its own customers carried', async () => {
    const days = [300, 700].map((gigabytes, at) => ({
      date: `2026-11-${29 + at}`,
      customers: null,
      online: null,
      bytes: gigabytes * 1_000_000_000,
    }))
    const answers = { ...figures({ days }), getStatus: adminOf('group') }
    const { screen } = await openScreen('/admin/index', answers)
    const traffic = screen.getByRole('link', { name: /^Traffic today/ })
    await expect.element(traffic).toHaveTextContent('Traffic today700 GB300 GB yesterday')
    expect(traffic.element().querySelectorAll('polyline')).toHaveLength(1)
    // Of a line that has nothing to show, nothing is drawn.
    const online = screen.getByRole('link', { name: /^Online now/ })
    expect(online.element().querySelectorAll('svg')).toHaveLength(0)
  })

  test('shows income by day, of one currency or the other, to pointers and keys', async () => {
    const { screen } = await openScreen('/admin/index', figures())
    await expect.element(screen.getByText(/CN¥642 in the 30 days before/)).toBeVisible()
    const slider = screen.getByRole('slider', { name: 'Income, last 30 days' })
    ;(slider.element() as HTMLElement).focus()
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'Nov 30: CN¥1,284')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'Nov 29: CN¥0')
    await screen.getByRole('button', { name: 'USD' }).click()
    await expect.element(screen.getByText(/\$18 in the 30 days before/)).toBeVisible()
    const table = screen.getByRole('table', { name: 'Income, last 30 days' })
    await expect.element(table.getByRole('row').last()).toHaveTextContent('Nov 30$36$18')
    expect(table.getByRole('row').elements()).toHaveLength(31)
  })

  test('says nothing of income where none came in', async () => {
    const { screen } = await openScreen('/admin/index', figures({ income: [] }))
    await expect.element(screen.getByText(/CN¥0 this month/)).toBeVisible()
    expect(screen.getByText('Income, last 30 days').elements()).toEqual([])
  })

  test.each(['group', 'finance', 'reseller'] as const)('is shown to %s', async (kind) => {
    const { screen } = await openScreen('/admin/index', {
      ...figures({
        limits: {
          customers: 12,
          maxCustomers: kind === 'reseller' ? 50 : null,
          traffic: 3_000_000_000,
          maxTraffic: 10_000_000_000,
          plans: 3,
        },
      }),
      getStatus: adminOf(kind),
    })
    await expect.element(screen.getByRole('link', { name: /^Renewals in 30 days/ })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Your limits' })).toBeVisible()
    const customers = kind === 'reseller' ? '12 of 50' : '12, no limit'
    await expect.element(screen.getByText(customers)).toBeVisible()
    // What the servers carry is not of the group.
    expect(screen.getByRole('link', { name: /^Traffic now/ }).elements()).toEqual([])
  })

  test('is neither shown to support nor requested', async () => {
    const { screen, calls } = await openScreen('/admin/index', {
      ...figures(),
      getStatus: adminOf('support'),
    })
    await expect.element(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
    expect(screen.getByText('Income today').elements()).toEqual([])
    expect(calls.filter(({ id }) => id === 'getShopFigures')).toEqual([])
  })
})
