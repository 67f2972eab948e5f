/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Schema } from '#contract'
import { anAccount } from '../support/customer.ts'
import { lightsOf, page as fleetPage } from '../support/fleetScreens.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const aUser = (id: number): Schema<'User'> => ({
  id,
  username: `user${id}@example.com`,
  email: `user${id}@example.com`,
  telegram: null,
  type: 'normal',
  createTime: 0,
  lastLogin: null,
  group: 0,
  comment: '',
  account: [],
})

/** A shop with so many users, 101 the first, and as many accounts. */
function shop(count: number, fields: Answers = {}): Answers {
  const ids = Array.from({ length: count }, (_, index) => 101 + index)
  const account = (id: number) =>
    anAccount({ id, port: 50_000 + id, user: `user${id}@example.com`, lastConnect: 0 })
  const rows = (of: readonly number[], number: number, size: number) => ({
    total: of.length,
    page: number,
    pageSize: size,
    maxPage: Math.ceil(of.length / size),
    found: of.slice((number - 1) * size, number * size),
  })
  return {
    getStatus: statuses.mainAdmin,
    listUsers: (_body, url) => {
      const asked = (name: string) => Number(url.searchParams.get(name))
      const sorted = url.searchParams.get('sort') === 'name_desc' ? ids.toReversed() : ids
      const { found, ...counts } = rows(sorted, asked('page'), asked('pageSize'))
      return {
        ...counts,
        users: found.map((id) => {
          const { account: _, ...user } = aUser(id)
          return { ...user, port: 50_000 + id }
        }),
      }
    },
    getUser: (_body, url) => aUser(lastOf(url)),
    listUserOrders: { orders: [], paid: [] },
    listUserMacs: [],
    listUserRefCodes: [],
    listUserRefUsers: [],
    listGroups: [],
    listOrders: [],
    listServers: [],
    listAccounts: (body) => {
      const { page: number, pageSize } = body as { page: number; pageSize: number }
      const { found, ...counts } = rows(ids, number, pageSize)
      return { ...counts, account: found.map(account) }
    },
    getAccount: (_body, url) => account(lastOf(url)),
    getAccountLastConnect: { lastConnect: 0 },
    ...fields,
  }
}

const lastOf = ({ pathname }: URL) => Number(pathname.split('/').at(-1))

type Opened = Awaited<ReturnType<typeof openScreen>>

const listed = (calls: Opened['calls'], id: string) =>
  calls.filter((call) => call.id === id && call.url.searchParams.get('pageSize') !== '1')

/** The list beside what is open, its rows, and what is open. */
function partsOf({ screen }: Opened, name: 'Users' | 'Accounts') {
  const pane = screen.getByRole('region', { name, exact: true })
  return {
    pane,
    rows: pane.getByRole('list', { name, exact: true }),
    row: (id: number) => pane.getByRole('link', { name: new RegExp(`user${id}@`) }),
    heading: (words: string | RegExp) => screen.getByRole('heading', { level: 1, name: words }),
  }
}

async function openWide(path: string, answers: Answers) {
  await page.viewport(1440, 900)
  return openScreen(path, answers)
}

/** The ids of the rows that are marked as open, by what they show. */
const marked = () =>
  [...document.querySelectorAll('main ul [aria-current="page"]')].map(
    ({ textContent }) => /user(\d+)@/.exec(textContent ?? '')?.[1],
  )

/** Whether a row stands within what scrolls in the pane. */
function isInView(row: Element) {
  const { top, bottom } = row.getBoundingClientRect()
  const pane = row.closest('section')!.lastElementChild!.getBoundingClientRect()
  return top >= pane.top && bottom <= pane.bottom
}

describe('a list beside what is open', () => {
  test('is there from 1440 pixels on, and asked for only there', async () => {
    await page.viewport(1439, 900)
    const opened = await openScreen('/admin/user/103', shop(5))
    const { pane, row, heading } = partsOf(opened, 'Users')
    await expect.element(heading('user103@example.com')).toBeVisible()
    expect(pane.query()).toBeNull()
    expect(opened.calls.map(({ id }) => id)).not.toContain('listUsers')
    await page.viewport(1440, 900)
    await expect.element(row(103)).toHaveAttribute('aria-current', 'page')
    expect(marked()).toEqual(['103'])
    await page.viewport(1439, 900)
    await expect.element(pane).not.toBeInTheDocument()
    await expect.element(heading('user103@example.com')).toBeVisible()
  })

  test('is not beside itself', async () => {
    const opened = await openWide('/admin/user', shop(5))
    await expect.element(opened.screen.getByRole('link', { name: /user101@/ })).toBeVisible()
    expect(partsOf(opened, 'Users').pane.query()).toBeNull()
  })

  test('is limited and ordered as the one it was opened from, and leads back to it', async () => {
    const opened = await openWide('/admin/user?state=expired&sort=name_desc', shop(5))
    const { screen, router, calls } = opened
    const { pane, row } = partsOf(opened, 'Users')
    await screen.getByRole('link', { name: /user104@/ }).click()
    await expect.element(row(104)).toHaveAttribute('aria-current', 'page')
    await expect.element(pane.getByText('Expired · Email, Z to A')).toBeVisible()
    const shown = [...document.querySelectorAll('section ul a')].map(
      ({ textContent }) => /user(\d+)@/.exec(textContent ?? '')?.[1],
    )
    expect(shown).toEqual(['105', '104', '103', '102', '101'])
    // It is the same list: the answers that are there are used.
    for (const { url } of listed(calls, 'listUsers'))
      expect([url.searchParams.get('state'), url.searchParams.get('sort')]).toEqual([
        'expired',
        'name_desc',
      ])
    await pane.getByRole('link', { name: 'Users', exact: true }).click()
    await expect.element(pane).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/admin/user')
    expect(router.state.location.search).toEqual({ state: 'expired', sort: 'name_desc' })
  })

  test('opens another one in place of it: the way back is to the list', async () => {
    const opened = await openWide('/admin/user', shop(5))
    const { screen, router } = opened
    const { pane, row, heading } = partsOf(opened, 'Users')
    await screen.getByRole('link', { name: /user102@/ }).click()
    for (const id of [103, 105]) {
      await row(id).click()
      await expect.element(heading(`user${id}@example.com`)).toBeVisible()
      expect(marked()).toEqual([String(id)])
    }
    await expect.element(pane.getByRole('link', { name: 'All users' })).toBeVisible()
    await screen.getByRole('button', { name: 'Back' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/user'))
  })

  test('loads on as it is scrolled, and stays there', async () => {
    const opened = await openWide('/admin/user/101', shop(60))
    const { row, heading } = partsOf(opened, 'Users')
    await expect.element(row(101)).toBeVisible()
    const scroller = document.querySelector('section')!.lastElementChild!
    await vi.waitFor(() => {
      scroller.scrollTop = scroller.scrollHeight
      expect(row(160).query()).not.toBeNull()
    })
    const at = scroller.scrollTop
    expect(at).toBeGreaterThan(60 * 40)
    scrollTo(0, 500)
    await row(158).click()
    await expect.element(heading('user158@example.com')).toBeVisible()
    await vi.waitFor(() => expect(scrollY).toBe(0))
    expect(Math.abs(scroller.scrollTop - at)).toBeLessThan(80)
  })

  test('is walked through by keys, without taking the focus', async () => {
    const opened = await openWide('/admin/user/103', shop(60))
    const { row, heading } = partsOf(opened, 'Users')
    await expect.element(row(103)).toBeVisible()
    await userEvent.keyboard('k')
    await expect.element(heading('user102@example.com')).toBeVisible()
    expect(document.activeElement).toBe(document.body)
    for (let id = 103; id <= 118; id++) {
      await userEvent.keyboard('j')
      await expect.element(heading(`user${id}@example.com`)).toBeVisible()
    }
    await vi.waitFor(() => expect(isInView(row(118).element())).toBe(true))
    expect(marked()).toEqual(['118'])
    expect(document.activeElement).toBe(document.body)
  })

  test('is one stop for the keyboard: arrows go along it, Enter opens', async () => {
    const opened = await openWide('/admin/user/103', shop(5))
    const { rows, row, heading } = partsOf(opened, 'Users')
    await expect.element(row(103)).toHaveAttribute('tabindex', '0')
    const stops = () => rows.element().querySelectorAll('a:not([tabindex="-1"])')
    await vi.waitFor(() => expect(stops()).toHaveLength(1))
    ;(row(103).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await vi.waitFor(() => expect(document.activeElement).toBe(row(104).element()))
    // Nothing is opened before it is asked for.
    await expect.element(heading('user103@example.com')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('user104@example.com')).toBeVisible()
    expect(document.activeElement).toBe(row(104).element())
    await userEvent.keyboard('j')
    await vi.waitFor(() => expect(document.activeElement).toBe(row(105).element()))
  })

  test('marks nothing where it does not have the open one; its first comes next', async () => {
    const opened = await openWide('/admin/user/900', shop(5))
    const { pane, row, heading } = partsOf(opened, 'Users')
    await expect.element(row(101)).toBeVisible()
    expect(marked()).toEqual([])
    const before = pane.getByRole('button', { name: 'Previous in the list' })
    await expect.element(before).toHaveAttribute('aria-disabled', 'true')
    await pane.getByRole('button', { name: 'Next in the list' }).click()
    await expect.element(heading('user101@example.com')).toBeVisible()
  })

  test('says that it cannot be loaded, and what is open stays', async () => {
    let isDown = true
    const { listUsers } = shop(5)
    const answers = shop(5, {
      listUsers: (body, url) =>
        isDown ? { refused: 500 } : (listUsers as (a: unknown, b: URL) => never)(body, url),
    })
    const opened = await openWide('/admin/user/103', answers)
    const { pane, row, heading } = partsOf(opened, 'Users')
    await expect.element(pane.getByText(/Network error/)).toBeVisible()
    await expect.element(heading('user103@example.com')).toBeVisible()
    // It is there again with the click and not before, as the list also tries by itself.
    document.addEventListener('click', () => (isDown = false), { once: true, capture: true })
    await pane.getByRole('button', { name: 'Try again' }).click()
    await expect.element(row(103)).toHaveAttribute('aria-current', 'page')
  })
})

describe('the list of accounts beside one of them', () => {
  test('is the one shown last, or the view stored on this device', async () => {
    const opened = await openWide('/admin/account?sort=used_desc&used=80', shop(5))
    await opened.screen.getByRole('link', { name: /50102/ }).click()
    const { pane, row, heading } = partsOf(opened, 'Accounts')
    await expect.element(heading('Account 50102')).toBeVisible()
    await expect.element(row(102)).toHaveAttribute('aria-current', 'page')
    await expect.element(pane.getByText('Used 80% or more · Traffic, most first')).toBeVisible()
    const asked = listed(opened.calls, 'listAccounts').map(({ body }) => body)
    for (const body of asked) expect(body).toMatchObject({ sort: 'used_desc', page: 1 })
  })

  test('goes by the name of its view', async () => {
    const opened = await openWide('/admin/account?sort=expire_asc&ends=3', shop(5))
    await opened.screen.getByRole('link', { name: /50102/ }).click()
    const { pane } = partsOf(opened, 'Accounts')
    await expect.element(pane.getByRole('link', { name: 'Expiring in 3 days' })).toBeVisible()
  })

  test('stays while its account is edited, and asks before what was typed is lost', async () => {
    const opened = await openWide('/admin/account/102/edit', shop(5))
    const { screen, router } = opened
    const { row, heading } = partsOf(opened, 'Accounts')
    await expect.element(row(102)).toHaveAttribute('aria-current', 'page')
    const field = screen.getByRole('textbox', { name: 'Password' })
    await field.fill('Another01')
    // The window may be made narrower meanwhile.
    await page.viewport(1280, 900)
    await expect.element(row(102)).not.toBeInTheDocument()
    await page.viewport(1440, 900)
    await expect.element(field).toHaveValue('Another01')
    await row(103).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Leave without saving?' })
    await expect.element(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(field).toHaveValue('Another01')
    expect(router.state.location.pathname).toBe('/admin/account/102/edit')
    await row(103).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect.element(heading('Account 50103')).toBeVisible()
  })

  test('stays where an account cannot be shown', async () => {
    const { getAccount } = shop(5)
    const answers = shop(5, {
      getAccount: (body, url) =>
        lastOf(url) === 103
          ? { refused: 500 }
          : (getAccount as (a: unknown, b: URL) => never)(body, url),
    })
    const opened = await openWide('/admin/account/103', answers)
    const { row, heading } = partsOf(opened, 'Accounts')
    await expect.element(row(102)).toBeVisible()
    await row(102).click()
    await expect.element(heading('Account 50102')).toBeVisible()
  })
})

describe('the list of servers beside one of them', () => {
  const red = { state: 'red', cause: 'silent', since: Date.now() - 60_000, value: null } as const
  const fleet = fleetPage({ listServerLights: [lightsOf(1), lightsOf(2, { agent: red })] })
  const shownIn = (pane: Element) =>
    [...pane.querySelectorAll('ul a')].map(({ textContent }) =>
      ['Tokyo', 'Paris', 'Oslo'].find((name) => textContent?.includes(name)),
    )

  test('says how each is, in the order it was opened from', async () => {
    const { screen, router } = await openWide('/admin/server?sort=trouble', fleet)
    await screen.getByRole('link', { name: /Tokyo/ }).first().click()
    const pane = screen.getByRole('region', { name: 'Servers', exact: true })
    await expect
      .element(pane.getByRole('link', { name: /Tokyo/ }))
      .toHaveAttribute('aria-current', 'page')
    await expect.poll(() => shownIn(pane.element())).toEqual(['Paris', 'Tokyo', 'Oslo'])
    await expect.element(pane.getByRole('link', { name: /Paris.*Does not answer/ })).toBeVisible()
    await expect.element(pane.getByText('Problems first')).toBeVisible()
    // The list is one step back, whichever was looked at.
    await userEvent.keyboard('k')
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/server/2'))
    await pane.getByRole('link', { name: 'All servers' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/server'))
    expect(router.state.location.search).toEqual({ sort: 'trouble' })
  })

  test('is there from 1440 pixels on', async () => {
    await page.viewport(1439, 900)
    const { screen } = await openScreen('/admin/server/1', fleet)
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Tokyo' })).toBeVisible()
    const pane = screen.getByRole('region', { name: 'Servers', exact: true })
    expect(pane.query()).toBeNull()
    await page.viewport(1440, 900)
    await expect.element(pane.getByRole('link', { name: /Tokyo/ })).toBeVisible()
  })
})
