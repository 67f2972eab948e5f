import { afterEach, expect, test } from 'vitest'
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
