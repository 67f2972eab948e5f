import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Schema } from '#contract'
import type { Language } from '#locales/activate.ts'
import { anAccount } from '../support/customer.ts'
import { openScreen, statuses } from '../support/screens.ts'

const LANGUAGES: Language[] = ['en-US', 'ru-RU', 'ja-JP', 'zh-CN']
const DAY = 86_400_000
const MANY = 400

afterEach(() => page.viewport(414, 896))

const rows = () => [...document.querySelectorAll<HTMLElement>('main li[data-index]')]
const indexOf = (row: Element) => Number(row.getAttribute('data-index'))
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

async function openAccounts() {
  const account = Array.from({ length: MANY }, (_, at) =>
    anAccount({ id: at + 1, port: 50_000 + at, user: `user${at}@example.com` }),
  )
  const listAccounts = { total: MANY, page: 1, pageSize: MANY, maxPage: 1, account }
  await openScreen('/admin/account', {
    getStatus: statuses.mainAdmin,
    listOrders: [],
    listAccounts,
  })
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(10))
}

/** Scrolls so many times by several rows at once, and looks after each. */
async function fly(times: number, look: () => void = () => undefined) {
  for (let at = 0; at < times; at++) {
    scrollBy(0, 500)
    await frame()
    await frame()
    look()
  }
}

test('rows that fly by are drawn in elements that are there', async () => {
  await openAccounts()
  await fly(4)
  const elements = new Set(rows())
  const shown = new Set<number>()
  await fly(20, () => {
    for (const row of rows()) {
      expect(row.textContent).toContain(String(50_000 + indexOf(row)))
      elements.add(row)
      shown.add(indexOf(row))
    }
  })
  // A slow machine comes to rest now and then, where some are made.
  expect(shown.size).toBeGreaterThan(150)
  expect(elements.size).toBeLessThan(shown.size / 2)
})

test('at rest rows stand in the page in their order', async () => {
  await openAccounts()
  await fly(7)
  const isSorted = () =>
    rows().every((row, at, all) => at === 0 || indexOf(all[at - 1]!) < indexOf(row))
  await vi.waitFor(() => expect(isSorted()).toBe(true))
  for (const row of rows()) expect(row.ariaPosInSet).toBe(String(indexOf(row) + 1))
})

test('a row that is pressed stays where it is in the page until it is released', async () => {
  await openAccounts()
  await fly(7)
  const moved: Node[] = []
  const watch = new MutationObserver((changes) => {
    for (const { removedNodes } of changes) moved.push(...removedNodes)
  })
  const order = () => rows().map(indexOf)
  const isSorted = () => order().every((index, at, all) => at === 0 || all[at - 1]! < index)
  expect(isSorted()).toBe(false)
  const pressed = rows()[4]!
  watch.observe(pressed.parentElement!, { childList: true })
  pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  // Longer than after which a list is at rest.
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(moved).toEqual([])
  pressed.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  await vi.waitFor(() => expect(isSorted()).toBe(true))
  watch.disconnect()
})

test('the focus stays with its account', async () => {
  await openAccounts()
  const link = rows()[1]!.querySelector('a')!
  link.focus({ preventScroll: true })
  await fly(10, () => expect(document.activeElement?.textContent).toContain('50001'))
  expect(document.activeElement).toBe(link)
  expect(link.tabIndex).toBe(0)
  expect(rows().filter((row) => row.querySelector('a')?.tabIndex === 0)).toHaveLength(1)
})

/** Rows whose content needs more than the height that the list gives them. */
const cut = () =>
  rows()
    .filter((row) => row.scrollHeight > row.clientHeight)
    .map((row) => `${row.textContent}: ${row.scrollHeight} of ${row.clientHeight}`)

/** Longest of what a row can hold, and most of it. */
const full = anAccount({
  id: 1,
  port: 65_535,
  user: 'someone.with.a.long.name@subdomain.example.com',
  flowUsed: 1023.9e9,
  data: { create: Date.now() - 300 * DAY, limit: 12, flow: 1_023_900_000_000 },
})
const user: Schema<'UserRow'> = {
  id: 1,
  type: 'normal',
  email: 'someone.with.a.long.name@subdomain.example.com',
  username: 'someone.with.a.long.name@subdomain.example.com',
  comment: 'A comment that is longer than the column it stands in, and by far',
  lastLogin: null,
  createTime: Date.now() - 300 * DAY,
  port: 65_535,
  account: full,
  accounts: 1,
  paid: [
    { currency: 'CNY', amount: 123_456, orders: 3 },
    { currency: 'USD', amount: 123_456, orders: 3 },
  ],
}
const order: Schema<'PlacedOrder'> = {
  kind: 'alipay',
  orderId: '1',
  orderType: 3,
  orderName: 'A plan with a name that is longer than its column',
  userId: 1,
  username: user.username,
  group: 0,
  accountId: 1,
  port: 65_535,
  amount: '123456.00',
  refTime: null,
  status: 'FINISH',
  createTime: Date.now() - 300 * DAY,
  expireTime: Date.now(),
  state: 'delivered',
  failure: null,
}
const paged = { total: 1, page: 1, pageSize: 30, maxPage: 1 }
const SHOP = {
  getStatus: statuses.mainAdmin,
  listOrders: [],
  listGroups: [],
  listAccounts: { ...paged, account: [full] },
  listUsers: { ...paged, users: [user] },
  listPlacedOrders: { ...paged, maxCreateTime: Date.now(), orders: [order] },
}
const SCREENS = ['/admin/account', '/admin/user', '/admin/pay']

test.each(LANGUAGES)('rows of known height hold all they say in %s', async (language) => {
  for (const address of SCREENS)
    for (const width of [390, 1024, 1280]) {
      await page.viewport(width, 844)
      const { screen } = await openScreen(address, SHOP, language)
      await vi.waitFor(() => expect(rows()).toHaveLength(1))
      expect(cut(), `${address} at ${width}`).toEqual([])
      await screen.unmount()
    }
})
