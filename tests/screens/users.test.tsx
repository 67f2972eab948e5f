/** @module-tag long */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page as view } from 'vitest/browser'
import type { Schema } from '#contract'
import { readUserSearch, toUserQuery, userSearchOf, usersOf } from '#features/users/filter.ts'
import { MAIL_SERVER } from '../support/mailServer.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const NOW = Date.now()

const aRow = (fields: Partial<Schema<'UserRow'>> = {}): Schema<'UserRow'> => ({
  id: 7,
  type: 'normal',
  email: 'ann@example.com',
  username: 'ann@example.com',
  lastLogin: NOW,
  port: 50_013,
  comment: '',
  ...fields,
})

const account: Schema<'AccountRow'> = {
  id: 9,
  type: 3,
  orderId: 0,
  userId: 7,
  server: null,
  port: 50_013,
  password: 'secret',
  key: null,
  data: { create: NOW, limit: 1, flow: 1_000_000, expire: NOW + 86_400_000 },
  status: 0,
  autoRemove: 0,
  autoRemoveDelay: 0,
  multiServerFlow: 1,
  active: 1,
  user: 'ann@example.com',
  flowUsed: 0,
  state: 'open',
  lastConnect: NOW - 60_000,
}

function aUser(fields: Partial<Schema<'User'>> = {}): Schema<'User'> {
  return {
    id: 7,
    username: 'ann@example.com',
    email: 'ann@example.com',
    telegram: null,
    type: 'normal',
    createTime: NOW - 86_400_000,
    lastLogin: NOW,
    group: 2,
    comment: 'pays late',
    account: [account],
    ref: { id: 8, email: 'bob@example.com' },
    ...fields,
  }
}

const page = (users: Schema<'UserRow'>[]) => ({
  total: users.length,
  page: 1,
  maxPage: 1,
  pageSize: 20,
  users,
})

/** Opens the sheet a mail is written in. */
async function writeMail(screen: Awaited<ReturnType<typeof openScreen>>['screen']) {
  await screen.getByRole('button', { name: 'More', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Send an email' }).click()
}

function shop(fields: Answers = {}): Answers {
  return {
    getStatus: statuses.mainAdmin,
    listUsers: page([aRow(), aRow({ id: 2, type: 'admin', username: 'two@example.com' })]),
    getUser: aUser(),
    listGroups: [{ id: 2, name: 'Friends', comment: '', order: null }],
    listUserAlipayOrders: [],
    listUserPaypalOrders: [],
    listUserGiftcardOrders: [],
    listUserRefOrders: [],
    listUserRefCodes: [],
    listUserRefUsers: [],
    listUnassignedAccounts: [{ ...account, id: 12, port: 50_020, userId: null, user: null }],
    listUserMacs: [],
    ...fields,
  }
}

afterEach(() => view.viewport(414, 896))

describe('user list', () => {
  test('requests newest first, and links users and admins to pages of their own', async () => {
    const { screen, calls } = await openScreen('/admin/user', shop())
    await expect
      .element(screen.getByRole('link', { name: /ann@example.com.*Account 50013/ }))
      .toHaveAttribute('href', '/admin/user/7')
    await expect
      .element(screen.getByRole('link', { name: /two@example.com/ }))
      .toHaveAttribute('href', '/admin/admin/2')
    const requested = calls.find(({ id }) => id === 'listUsers')?.url.searchParams
    expect(requested?.get('sort')).toBe('id_desc')
    expect(requested?.getAll('type')).toEqual(['normal', 'admin'])
  })

  test('sorts and filters by type and group, in the address', async () => {
    const { screen, router, calls } = await openScreen('/admin/user', shop())
    await screen.getByRole('button', { name: 'Sort and filter' }).click()
    await screen.getByRole('radio', { name: 'Last login, latest first' }).click()
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('Users only')
    await screen.getByRole('combobox', { name: 'Group' }).selectOptions('Friends')
    await screen.getByRole('button', { name: 'Show', exact: true }).click()
    const wanted = { sort: 'lastLogin_desc', type: 'normal', group: 2 }
    await vi.waitFor(() => expect(router.state.location.search).toEqual(wanted))
    await vi.waitFor(() =>
      expect(calls.some(({ url }) => url.searchParams.get('group') === '2')).toBe(true),
    )
  })
})

describe('user page', () => {
  test('shows accounts, group, note and inviter', async () => {
    const { screen } = await openScreen('/admin/user/7', shop())
    await expect.element(screen.getByRole('link', { name: /50013/ })).toBeVisible()
    await expect.element(screen.getByText('pays late')).toBeVisible()
    await expect.element(screen.getByText('Friends')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'bob@example.com' }))
      .toHaveAttribute('href', '/admin/user/8')
  })

  test.each([
    [1_023, ''],
    [1_024, 'Messages'],
    [1_439, 'Messages'],
    [1_440, ''],
    [1_679, ''],
    [1_680, 'Messages'],
  ])('names its buttons where there is room: at %d pixels %j', async (width, words) => {
    await view.viewport(width, 896)
    const { screen } = await openScreen('/admin/user/7', shop())
    const button = screen.getByRole('button', { name: 'Messages' })
    await expect.element(button).toBeVisible()
    await expect.poll(() => button.element().textContent).toBe(words)
  })

  test('leads back to the list when the user cannot be read', async () => {
    const { router } = await openScreen('/admin/user/7', shop({ getUser: { refused: 403 } }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/user'))
  })

  test('opens the form of a new account at once, where there is nothing to choose', async () => {
    const { screen, calls } = await openScreen(
      '/admin/user/7',
      shop({ getNewPort: { port: 50_077 }, createAccount: { id: 5 } }),
    )
    await screen.getByRole('button', { name: 'Add', exact: true }).click()
    await screen.getByRole('button', { name: 'Create a new account' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Account on a new port' })
    await expect.element(dialog.getByRole('textbox', { name: 'Port' })).toHaveValue('50077')
    await dialog.getByRole('button', { name: 'Add account' }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createAccount')?.body).toMatchObject({
        port: 50_077,
        user: 7,
      }),
    )
  })

  test('adds an account without owner', async () => {
    const { screen, calls } = await openScreen('/admin/user/7', shop({ assignAccount: undefined }))
    await screen.getByRole('button', { name: 'Add', exact: true }).click()
    await screen.getByRole('radio', { name: 'Account 50020' }).click()
    await screen.getByRole('button', { name: 'Add account' }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'assignAccount')?.url.pathname).toBe(
        '/api/admin/user/7/12',
      ),
    )
  })

  test('does not offer to delete owners of accounts', async () => {
    const { screen, calls } = await openScreen('/admin/user/7', shop())
    await screen.getByRole('button', { name: 'More', exact: true }).click()
    await screen.getByRole('menuitem', { name: 'Delete user' }).click()
    const dialog = screen.getByRole('alertdialog', {
      name: 'ann@example.com cannot be deleted yet',
    })
    await expect.element(dialog.getByText(/^This user owns 1 account/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Delete' }).elements()).toEqual([])
    await dialog.getByText('Close', { exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(calls.map(({ id }) => id)).not.toContain('deleteUser')
  })

  test('shows no number for a group before the groups are there', async () => {
    let arrive: () => void = () => undefined
    const late = new Promise<void>((resolve) => (arrive = resolve))
    const { screen } = await openScreen(
      '/admin/user/7',
      shop({ listGroups: () => late.then(() => []) }),
    )
    await expect.element(screen.getByText('pays late')).toBeVisible()
    expect(screen.getByText('#2').elements()).toEqual([])
    arrive()
    await expect.element(screen.getByText('#2')).toBeVisible()
  })

  test('leaves the name the room that a phone has', async () => {
    const { screen } = await openScreen('/admin/user/7', shop())
    await expect.element(screen.getByRole('button', { name: 'Messages' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send an email' }).elements()).toEqual([])
    await view.viewport(1280, 800)
    await expect.element(screen.getByRole('button', { name: 'Send an email' })).toBeVisible()
  })

  test('uses a recharge code, and says why one has no effect', async () => {
    const { screen, calls } = await openScreen(
      '/admin/user/7',
      shop({ redeemGiftcardForUser: { success: false, message: '充值码不存在' } }),
    )
    await screen.getByRole('button', { name: 'More', exact: true }).click()
    await screen.getByRole('menuitem', { name: 'Redeem a recharge code' }).click()
    await screen.getByRole('textbox', { name: 'Recharge code' }).fill(' c0de ')
    await screen.getByRole('button', { name: 'Redeem' }).click()
    await expect.element(screen.getByText('There is no such code.')).toBeVisible()
    expect(calls.find(({ id }) => id === 'redeemGiftcardForUser')?.body).toEqual({
      password: 'c0de',
      userId: 7,
      accountId: 9,
    })
  })

  test('mails the user once something is written', async () => {
    const { screen, calls } = await openScreen('/admin/user/7', shop({ sendUserEmail: undefined }))
    await writeMail(screen)
    await screen.getByRole('textbox', { name: 'Subject' }).fill('Hello')
    await screen.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(screen.getByText('Write something.')).toBeVisible()
    await screen.getByRole('textbox', { name: 'Text' }).fill('A line')
    await screen.getByRole('button', { name: 'Send', exact: true }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'sendUserEmail')?.body).toEqual({
        title: 'Hello',
        content: 'A line',
      }),
    )
  })

  test.each([
    ['smtp.example.com', 'The email goes out within a minute.'],
    ['', 'The email waits in the outbox until a mail server is set up.'],
  ])('with %j for a mail server says when the mail goes out', async (host, sentence) => {
    const getMailServer = { ...MAIL_SERVER, host }
    const { screen } = await openScreen(
      '/admin/user/7',
      shop({ getMailServer, sendUserEmail: () => undefined }),
    )
    await writeMail(screen)
    const warning = screen.getByText(/^No mail server is set up/)
    if (host === '') await expect.element(warning).toBeVisible()
    await screen.getByRole('textbox', { name: 'Subject' }).fill('Hello')
    await screen.getByRole('textbox', { name: 'Text' }).fill('A line')
    await screen.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(screen.getByText(sentence, { exact: false })).toBeVisible()
    const way = screen.getByRole('link', { name: 'Set up mail' })
    if (host === '') await expect.element(way).toHaveAttribute('href', '/admin/settings/mail')
    else await expect.element(way).not.toBeInTheDocument()
  })

  test('promises no time for a mail to admins who cannot see the mail server', async () => {
    const { screen, calls } = await openScreen(
      '/admin/user/7',
      shop({ getStatus: statuses.admin, sendUserEmail: () => undefined }),
    )
    await writeMail(screen)
    await screen.getByRole('textbox', { name: 'Subject' }).fill('Hello')
    await screen.getByRole('textbox', { name: 'Text' }).fill('A line')
    await screen.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(screen.getByText(/goes out once the mail server accepts it/)).toBeVisible()
    expect(calls.map(({ id }) => id)).not.toContain('getMailServer')
  })

  test('leaves note, group and codes to the main admin', async () => {
    const { screen } = await openScreen('/admin/user/7', shop({ getStatus: statuses.admin }))
    await screen.getByRole('button', { name: 'More', exact: true }).click()
    const actions = screen
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
    expect(actions).toEqual([
      'Send an email',
      'View as this customer',
      'Add account',
      'Set a password',
      'Send a reset link',
      'Log out everywhere',
      'Delete user',
    ])
  })
})

describe('user filter', () => {
  test('is read back from its address', () => {
    const view = { sort: 'lastLogin_asc', type: 'admin', group: 0 } as const
    expect(usersOf(userSearchOf(view))).toEqual(view)
    expect(toUserQuery(view, 'x')).toEqual({
      sort: 'lastLogin_asc',
      type: ['admin'],
      group: 0,
      search: 'x',
    })
    expect(readUserSearch({ sort: 'password', type: 'x', group: -3 })).toEqual({})
  })
})
