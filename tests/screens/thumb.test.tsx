/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anAccount } from '../support/customer.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const rows = [1, 2].map((id) => anAccount({ id, port: 50_000 + id, user: `u${id}@example.com` }))

const shop = (fields: Answers = {}): Answers => ({
  getStatus: statuses.mainAdmin,
  getUnreadMessages: { unread: 1, waiting: 3, answered: 0, done: 0 },
  listAccounts: { total: 2, page: 1, pageSize: 30, maxPage: 1, account: rows },
  listOrders: [],
  listServers: [],
  getAccount: anAccount({ id: 1, port: 50_001, userId: 7 }),
  getAccountLastConnect: { lastConnect: 0 },
  ...fields,
})

type Screen = Awaited<ReturnType<typeof openScreen>>['screen']
const barOf = (screen: Screen) => screen.getByRole('navigation', { name: 'Menu' })
const adding = (screen: Screen) => screen.getByRole('button', { name: 'Add account' })

describe('the bar at the thumb of an operator', () => {
  test('has menu, search, messages and what adds to the list, in this order, each for a finger', async () => {
    await page.viewport(390, 844)
    const { screen } = await openScreen('/admin/account?sort=port_asc', shop())
    await expect.element(adding(screen)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Messages, 3 unanswered conversations' }))
      .toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Menu' }).elements()).toHaveLength(1)
    const stops = [...barOf(screen).element().querySelectorAll('a, button')]
    expect(stops.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
      'Menu',
      'Search',
      'Messages, 3 unanswered conversations',
      'Add account',
    ])
    for (const stop of stops) {
      const { width, height, bottom } = stop.getBoundingClientRect()
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      expect(bottom).toBeLessThanOrEqual(844)
    }
    // After the content, for those who go by the keyboard; and nothing of it is above.
    const main = document.getElementById('main')!
    expect(main.compareDocumentPosition(stops[0]!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(main.querySelector('header')!.querySelectorAll('button')).toHaveLength(0)
    await screen.getByRole('button', { name: 'Search', exact: true }).click()
    await expect
      .element(screen.getByRole('combobox', { name: 'Search and commands' }))
      .toBeVisible()
  })

  test('is of phones: from 1024 on the menu is at the side, and adding is named above', async () => {
    await page.viewport(1023, 700)
    const { screen } = await openScreen('/admin/account?sort=port_asc', shop())
    await expect.element(adding(screen)).toBeVisible()
    expect(barOf(screen).element().contains(adding(screen).element())).toBe(true)
    await page.viewport(1024, 700)
    await vi.waitFor(() => expect(adding(screen).element().closest('header')).not.toBeNull())
    await expect.element(adding(screen)).toHaveTextContent('Add account')
    expect(screen.getByRole('navigation', { name: 'Menu' }).elements()).toHaveLength(1)
    await expect.element(screen.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  })

  test('makes way for what is done to the rows that are chosen', async () => {
    await page.viewport(390, 844)
    const { screen } = await openScreen('/admin/account?sort=port_asc', shop())
    await screen.getByRole('button', { name: 'Select accounts' }).click()
    const count = screen.getByRole('heading', { level: 1, name: '0 selected' })
    await expect.element(count).toBeVisible()
    expect(count.element().getBoundingClientRect().top).toBeGreaterThan(780)
    expect(barOf(screen).query()).toBeNull()
    expect(adding(screen).query()).toBeNull()
    // The title stays where it was, so that no row moves under the finger.
    await expect.element(screen.getByText('Accounts', { exact: true }).first()).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await expect.element(adding(screen)).toBeVisible()
    await expect.element(barOf(screen)).toBeVisible()
  })

  test('makes way for the button of a form', async () => {
    await page.viewport(390, 844)
    const { screen } = await openScreen('/admin/account/1/edit', shop())
    const save = screen.getByRole('button', { name: 'Save' })
    await expect.element(save).toBeVisible()
    expect(barOf(screen).query()).toBeNull()
    // It is at the lower edge, not above a bar that is not there.
    await vi.waitFor(() =>
      expect(save.element().closest('[data-at-thumb]')!.getBoundingClientRect().bottom).toBe(844),
    )
  })
})

describe('the actions of an account on a phone', () => {
  test.each(['zh-CN', 'ja-JP', 'en-US', 'ru-RU'] as const)(
    'have their words in full and room for a finger: %s',
    async (language) => {
      for (const width of [320, 390]) {
        await page.viewport(width, 844)
        const { screen } = await openScreen('/admin/account/1', shop(), language)
        await expect.element(screen.getByRole('group').first()).toBeVisible()
        const tiles = [...screen.getByRole('group').first().element().querySelectorAll('button')]
        expect(tiles).toHaveLength(4)
        for (const tile of tiles) {
          const { left, right, height } = tile.getBoundingClientRect()
          expect(height).toBeGreaterThanOrEqual(44)
          expect(tile.scrollWidth, tile.textContent).toBeLessThanOrEqual(tile.clientWidth)
          expect(left).toBeGreaterThanOrEqual(0)
          expect(right, tile.textContent).toBeLessThanOrEqual(width)
        }
        await screen.unmount()
      }
    },
  )

  test('lead to the talk with its user, where it has one', async () => {
    await page.viewport(390, 844)
    const first = await openScreen('/admin/account/1', shop({ listMessages: [] }))
    await first.screen.getByRole('button', { name: 'Message', exact: true }).click()
    await vi.waitFor(() => expect(first.router.state.location.pathname).toBe('/admin/message/7'))
    await first.screen.unmount()
    const nobodys = shop({ getAccount: anAccount({ id: 2, port: 50_002, userId: null }) })
    const { screen } = await openScreen('/admin/account/2', nobodys)
    await expect.element(screen.getByRole('button', { name: 'Extend' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Message', exact: true }).query()).toBeNull()
  })
})
