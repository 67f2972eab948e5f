/** @module-tag long */
import { afterEach, describe, expect, test } from 'vitest'
import { page as view } from 'vitest/browser'
import { type Answers, adminOf, openScreen, statuses } from '../support/screens.ts'

const person = {
  username: 'ann@example.com',
  email: 'ann@example.com',
  telegram: null,
  createTime: 0,
  lastLogin: null,
  group: 2,
  comment: '',
}

function desk(fields: Answers = {}): Answers {
  return {
    getUser: { ...person, id: 7, type: 'normal', account: [] },
    getAdmin: { ...person, id: 2, type: 'admin', permissions: { kind: 'group' } },
    listGroups: [{ id: 2, name: 'Friends', comment: '', order: null }],
    listUserOrders: { paid: [], orders: [] },
    listUserRefCodes: [{ code: '123', maxUser: 3, count: 0 }],
    listUserRefUsers: [],
    listUserMacs: [{ id: 1, mac: 'aabbccddeeff', userId: 7, serverId: null, accountId: null }],
    listOrders: [],
    ...fields,
  }
}

afterEach(() => view.viewport(414, 896))

/** What the buttons and the menu of a customer's page offer. */
async function offered(kind: Parameters<typeof adminOf>[0]) {
  await view.viewport(1280, 800)
  const { screen } = await openScreen('/admin/user/7', desk({ getStatus: adminOf(kind) }))
  await expect.element(screen.getByText('AA:BB:CC:DD:EE:FF')).toBeVisible()
  const more = screen.getByRole('button', { name: 'More', exact: true })
  if (more.query()) await more.click()
  const items = screen.getByRole('menuitem').elements()
  const nav = screen.getByRole('link', { name: /^Messages/ }).query()
  return {
    items: items.map(({ textContent }) => textContent),
    messages: nav !== null,
    macs: screen.getByRole('button', { name: /^Change AA/ }).query() !== null,
  }
}

describe('the page of a customer', () => {
  test('has for support what mends access', async () => {
    expect(await offered('support')).toEqual({
      items: ['View as this customer', 'Set a password', 'Send a reset link', 'Log out everywhere'],
      messages: true,
      macs: true,
    })
  })

  test('logs them out everywhere once that is confirmed, and says so', async () => {
    const answers = desk({ getStatus: adminOf('support'), endUserSessions: 'success' })
    const { screen, calls } = await openScreen('/admin/user/7', answers)
    await screen.getByRole('button', { name: 'More', exact: true }).click()
    await screen.getByRole('menuitem', { name: 'Log out everywhere' }).click()
    expect(calls.map(({ id }) => id)).not.toContain('endUserSessions')
    await screen.getByRole('button', { name: 'Log out', exact: true }).click()
    await expect.element(screen.getByText(/is logged out everywhere\./)).toBeVisible()
  })

  test('has for a reseller plans to give, and for finance nothing to change', async () => {
    const { items } = await offered('reseller')
    expect(items).toContain('Give a plan')
    expect(items).not.toContain('Add account')
    expect(await offered('finance')).toEqual({ items: [], messages: false, macs: false })
  })
})

test('users are added by whose set permits it, others are led back to the list', async () => {
  const page = { total: 0, page: 1, maxPage: 1, pageSize: 20, users: [] }
  const answers = desk({ getStatus: adminOf('support'), listUsers: page })
  const { screen, router } = await openScreen('/admin/addUser', answers)
  await expect.poll(() => router.state.location.pathname).toBe('/admin/user')
  await expect.element(screen.getByText('Your customers appear here.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Add/ }).query()).toBeNull()
})

describe('the permissions of an admin', () => {
  test('are chosen by the main admin, with the limits of a reseller', async () => {
    const { screen, calls } = await openScreen(
      '/admin/admin/2',
      desk({ getStatus: statuses.mainAdmin, setPermissions: 'success' }),
    )
    await expect
      .element(screen.getByText('Everything about the customers of the group.'))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Change the permissions' }).click()
    await screen.getByRole('radio', { name: 'Reseller' }).click()
    await screen.getByRole('textbox', { name: 'Customers at most' }).fill('20')
    await screen.getByRole('textbox', { name: 'Traffic at most' }).fill('500G')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => calls.find(({ id }) => id === 'setPermissions')?.body)
      .toEqual({ kind: 'reseller', maxCustomers: 20, maxTraffic: 500e9, plans: null })
  })

  test('are explained where a call goes beyond them', async () => {
    const { screen } = await openScreen(
      '/admin/admin/2',
      desk({
        getStatus: statuses.mainAdmin,
        setPermissions: { refused: 403, word: 'not permitted' },
      }),
    )
    await screen.getByRole('button', { name: 'Change the permissions' }).click()
    await screen.getByRole('radio', { name: 'Support' }).click()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(/Your permissions do not include this/)).toBeVisible()
  })
})
