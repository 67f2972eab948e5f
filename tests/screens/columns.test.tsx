import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Schema } from '#contract'
import type { Language } from '#locales/activate.ts'
import { anAccount } from '../support/customer.ts'
import { openScreen, statuses } from '../support/screens.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const NOW = Date.now()
const LANGUAGES: Language[] = ['en-US', 'ru-RU', 'ja-JP', 'zh-CN']

afterEach(() => page.viewport(414, 896))

/** What a list's rows do not show to the end. */
const cut = () =>
  [...document.querySelectorAll<HTMLElement>('main a *')]
    .filter((one) => getComputedStyle(one).textOverflow === 'ellipsis')
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)

/** An account that ends in so many days, after cycles of 30 days. */
const account = (days: number, fields: Partial<ReturnType<typeof anAccount>>) =>
  anAccount({
    user: 'huangkenji8@example.com',
    data: { create: NOW + (days - 360) * DAY, limit: 12, flow: 200e9 },
    lastConnect: NOW - 34 * MINUTE,
    ...fields,
  })
const accounts = [
  account(-0.9, { id: 1, port: 50_001 }),
  account(45.1, { id: 2, port: 50_002 }),
  account(-331, { id: 3, port: 50_003 }),
  account(0, { id: 4, port: 50_004, type: 1, data: null }),
]

test.each(LANGUAGES)('the columns of accounts fit their content in %s', async (language) => {
  await page.viewport(1280, 800)
  const listAccounts = { total: 4, page: 1, pageSize: 30, maxPage: 1, account: accounts }
  const { screen } = await openScreen(
    '/admin/account',
    { getStatus: statuses.mainAdmin, listOrders: [], listAccounts },
    language,
  )
  await expect.element(screen.getByRole('link', { name: /50004/ })).toBeVisible()
  expect(cut()).toEqual([])
  await page.viewport(1024, 800)
  await expect.poll(cut).toEqual([])
})

const order = (kind: Schema<'OrderKind'>, id: number): Schema<'PlacedOrder'> => ({
  kind,
  orderId: String(id),
  orderType: 3,
  orderName: '年付 200G',
  userId: 7,
  username: 'huangkenji8@example.com',
  group: 0,
  accountId: 9,
  port: 50_000 + id,
  amount: kind === 'alipay' ? '1199.00' : null,
  refTime: null,
  status: kind === 'giftcard' ? 'USED' : 'FINISH',
  createTime: NOW - 34 * MINUTE,
  expireTime: NOW,
  state: 'delivered',
  failure: null,
})

test.each(LANGUAGES)('the columns of orders fit their content in %s', async (language) => {
  await page.viewport(1280, 800)
  const orders = [order('alipay', 1), order('giftcard', 2), order('refOrder', 3)]
  const { screen } = await openScreen(
    '/admin/pay',
    {
      getStatus: statuses.mainAdmin,
      listGroups: [],
      listPlacedOrders: { total: 3, page: 1, pageSize: 20, maxPage: 1, maxCreateTime: NOW, orders },
    },
    language,
  )
  await expect.element(screen.getByRole('link', { name: /50003/ })).toBeVisible()
  expect(cut()).toEqual([])
})

test('rows are never wider than a screen that has just room for columns', async () => {
  await page.viewport(1024, 800)
  const listAccounts = { total: 4, page: 1, pageSize: 30, maxPage: 1, account: accounts }
  const { screen } = await openScreen('/admin/account', {
    getStatus: statuses.mainAdmin,
    listOrders: [],
    listAccounts,
  })
  await expect.element(screen.getByRole('link', { name: /50004/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
})

/** A column's name before its value, in any order after the one before. */
const heard = (pairs: Record<string, string>) =>
  new RegExp(
    Object.entries(pairs)
      .map(([name, value]) => `${name}: ?.*${value}`)
      .join('.*'),
  )

describe('a row is heard with the names of its columns', () => {
  test.each([414, 1280])('accounts at %i px, also while rows are chosen', async (width) => {
    await page.viewport(width, 800)
    const { screen } = await openScreen('/admin/account', {
      getStatus: statuses.mainAdmin,
      listOrders: [],
      listAccounts: { total: 4, page: 1, pageSize: 30, maxPage: 1, account: accounts },
    })
    const row = screen.getByRole('link', { name: /50002/ })
    const parts = {
      Port: '50002',
      User: 'huangkenji8@example\\.com',
      ...(width > 1000 && { State: 'Active', 'Last connected': '34 minutes ago' }),
      Traffic: '200.GB',
    }
    await expect.element(row).toHaveAccessibleName(heard(parts))
    // The words of the bar are not repeated by a meter.
    expect(row.getByRole('meter').elements()).toEqual([])
    await screen.getByRole('button', { name: 'Select accounts' }).click()
    await expect
      .element(screen.getByRole('checkbox', { name: 'Select 50002' }))
      .toHaveAccessibleDescription(heard({ Port: '50002', 'Last connected': '34 minutes ago' }))
    // How far the end is away is written out once, and short once for the eye.
    const box = screen.getByRole('checkbox', { name: 'Select 50002' }).element()
    const text = document.getElementById(box.getAttribute('aria-describedby')!)!.textContent
    expect(text.match(/days|month/g)).toHaveLength(1)
  })

  test('orders', async () => {
    await page.viewport(1280, 800)
    const orders = [order('alipay', 1)]
    const { screen } = await openScreen('/admin/pay', {
      getStatus: statuses.mainAdmin,
      listGroups: [],
      listPlacedOrders: { total: 1, page: 1, pageSize: 20, maxPage: 1, maxCreateTime: NOW, orders },
    })
    await expect.element(screen.getByRole('link', { name: /huangkenji8/ })).toHaveAccessibleName(
      heard({
        User: 'huangkenji8',
        Amount: '1,199',
        State: '',
        'Payment method': 'Alipay',
        Plan: '年付',
        Port: '50001',
        'Placed at': '',
      }),
    )
  })

  test('users', async () => {
    await page.viewport(1400, 800)
    const user = {
      id: 8,
      type: 'normal' as const,
      username: 'ann@example.com',
      email: 'ann@example.com',
      lastLogin: NOW - 34 * MINUTE,
      createTime: NOW - 5 * DAY,
      port: null,
      comment: '',
    }
    const { screen } = await openScreen('/admin/user', {
      getStatus: statuses.mainAdmin,
      listGroups: [],
      listOrders: [],
      listUsers: { total: 1, page: 1, pageSize: 30, maxPage: 1, users: [user] },
    })
    await expect.element(screen.getByRole('link', { name: /ann@/ })).toHaveAccessibleName(
      heard({
        User: 'ann@example',
        State: 'No account',
        'Signed up': '5 days ago',
        'Last login': '34 minutes ago',
      }),
    )
  })
})
