import { afterEach, describe, expect, test, vi } from 'vitest'
import { page as view } from 'vitest/browser'
import { readUserSearch, userConditions, userSearchOf, usersOf } from '#features/users/filter.ts'
import { aPlan } from '../support/customer.ts'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

const person = {
  id: 7,
  type: 'normal' as const,
  email: 'ann@example.com',
  username: 'ann@example.com',
  lastLogin: null,
  port: 50_013,
  comment: '',
}

const shop = (fields: Answers = {}): Answers => ({
  getStatus: statuses.mainAdmin,
  listUsers: { total: 1, page: 1, maxPage: 1, pageSize: 20, users: [person] },
  listGroups: [],
  listOrders: [],
  ...fields,
})

afterEach(() => view.viewport(414, 896))

describe('filters of the user list', () => {
  const asked = (calls: Awaited<ReturnType<typeof openScreen>>['calls']) =>
    calls.findLast(({ id, url }) => id === 'listUsers' && url.searchParams.has('sort'))?.url
      .searchParams

  test('are chips in line: state, plan, expiry and last login, kept in the address', async () => {
    const { screen, router, calls } = await openScreen(
      '/admin/user',
      shop({ listOrders: [aPlan({ id: 4, name: 'Month 100G' })] }),
    )
    const filters = screen.getByRole('group', { name: 'Filters' })
    const choose = (name: string, option: string) =>
      filters.getByRole('combobox', { name, exact: true }).selectOptions(option)
    await choose('State', 'Over quota')
    await choose('Plan', 'Month 100G')
    await choose('Expiry', 'Expires within 7 days')
    await choose('Last login', 'Not logged in for 30 days')
    const wanted = { state: 'over', plan: 4, ends: 7, unseen: 30 }
    await vi.waitFor(() => expect(router.state.location.search).toEqual(wanted))
    await vi.waitFor(() =>
      expect(Object.fromEntries(asked(calls) ?? [])).toMatchObject({
        state: 'over',
        plan: '4',
        endsWithin: '7',
        unseenFor: '30',
      }),
    )
    await expect.element(screen.getByText('Plan: Month 100G')).toBeVisible()
    await choose('Last login', 'Logged in within 7 days')
    await vi.waitFor(() => expect(asked(calls)?.get('seenWithin')).toBe('7'))
    expect(asked(calls)?.has('unseenFor')).toBe(false)
    await screen.getByRole('button', { name: 'Clear all' }).click()
    await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  test('go to the download and to work on all that match', () => {
    const view = usersOf({ state: 'none', seen: 3 })
    const query = { state: 'none', seenWithin: 3, type: ['normal', 'admin'], search: 'ann' }
    expect(userConditions(view, 'ann')).toEqual(query)
    expect(userSearchOf(view, 'ann')).toEqual({ search: 'ann', state: 'none', seen: 3 })
  })

  test('in an address that makes no sense are dropped', () => {
    expect(readUserSearch({ state: 'rich', plan: 0, ends: 'x', seen: 3651, unseen: -1 })).toEqual(
      {},
    )
  })

  test('columns sort by state, expiry and what was paid', async () => {
    await view.viewport(1280, 800)
    const { screen, router } = await openScreen('/admin/user', shop())
    const sort = async (name: string, wanted: string) => {
      await screen.getByRole('button', { name }).click()
      await vi.waitFor(() => expect(router.state.location.search).toEqual({ sort: wanted }))
    }
    await sort('Sort by: Total paid', 'paid_desc')
    await sort('Total paid, sorted descending', 'paid_asc')
    await sort('Sort by: Expiry', 'expire_asc')
    await sort('Sort by: State', 'state_desc')
  })

  test('are not offered where the server would ignore them', async () => {
    await view.viewport(1280, 800)
    const { screen, calls } = await openScreen(
      '/admin/user?state=over&sort=paid_desc',
      shop({ getStatus: older(statuses.mainAdmin) }),
    )
    await expect.element(screen.getByRole('link', { name: /ann@example.com/ })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'State' }).elements()).toEqual([])
    expect(screen.getByRole('button', { name: /Total paid/ }).elements()).toEqual([])
    expect(asked(calls)?.get('sort')).toBe('id_desc')
    expect(asked(calls)?.has('state')).toBe(false)
  })
})
