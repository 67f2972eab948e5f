/** @module-tag long */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

type Account = Answer<'listMyAccounts'>[number]

const DAY = 86_400_000
const now = Date.now()

/** A month account in the middle of its cycle. */
const anAccount = (changes: Partial<Account> = {}): Account => ({
  id: 10,
  type: 3,
  orderId: 0,
  userId: 7,
  server: null,
  port: 50_000,
  password: 'AutoPass01',
  key: null,
  data: { create: now - 12 * DAY, flow: 100e9, limit: 1, flowPack: 20e9 },
  status: 0,
  autoRemove: 0,
  autoRemoveDelay: 0,
  multiServerFlow: 1,
  active: 1,
  user: 'ann@example.com',
  publicKey: '',
  privateKey: '',
  flowUsed: 32.4e9,
  state: 'open',
  ...changes,
})

const server: Answer<'listMyServers'>[number] = {
  id: 1,
  type: 'Shadowsocks',
  host: 'tokyo.test',
  name: 'Tokyo',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 100,
  key: null,
  net: null,
  wgPort: null,
}

const osaka = { ...server, id: 2, name: 'Osaka', host: 'osaka.test', shift: 0 }

const aNotice = (changes: Partial<Answer<'listMyNotices'>[number]> = {}) => ({
  id: 1,
  title: 'News',
  content: 'All is well',
  time: now,
  group: 0 as const,
  autopop: 0 as const,
  ...changes,
})

const open = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    getStatus: statuses.user,
    listMyOrders: [],
    listMyAccounts: [anAccount()],
    listMyServers: [server, osaka],
    listMyNotices: [],
    getMyUsage: [1e9, 2e9, 3e9],
    getMyFlow: [32.4e9],
    getMyLastConnect: { lastConnect: 0 },
    getMyFlowChart: [],
    ...answers,
  })

beforeEach(() => sessionStorage.clear())

describe('dashboard', () => {
  test('shows what is left, packs included', async () => {
    const { screen } = await open('/user/index')
    await expect.element(screen.getByText(/^87\.6 GB$/)).toBeVisible()
    await expect.element(screen.getByText('of 120 GB')).toBeVisible()
    await expect.element(screen.getByText('Active', { exact: true })).toBeVisible()
  })

  test('connects by the code of the server that is chosen', async () => {
    const { screen } = await open('/user/index')
    await userEvent.click(screen.getByRole('button', { name: 'Connect' }))
    await userEvent.click(screen.getByRole('button', { name: /^Single servers/ }))
    const link = screen.getByRole('link', { name: 'Open in app' })
    const legacy = `ss://${btoa('aes-256-gcm:AutoPass01@tokyo.test:50100').replace(/=+$/, '')}`
    await expect.element(link).toHaveAttribute('href', legacy)
    await userEvent.click(screen.getByRole('button', { name: 'Next server' }))
    await userEvent.click(screen.getByRole('radio', { name: 'SIP002' }))
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringMatching(/@osaka\.test:50000#Osaka$/))
    await expect
      .element(screen.getByRole('img', { name: 'Code to connect through Osaka' }))
      .toBeVisible()
  })

  test('says on a phone, above everything, that support has answered', async () => {
    await page.viewport(390, 844)
    const messages = { listMyMessages: { messages: [], hasMore: false } as never }
    const { screen, router } = await open('/user/index', {
      ...messages,
      getMyUnreadMessages: { unread: 1 },
    })
    const line = screen.getByRole('link', { name: 'Support has written to you: 1 unread message' })
    await expect.element(line).toBeVisible()
    const { bottom, height } = line.element().getBoundingClientRect()
    expect(bottom).toBeLessThan(400)
    expect(height).toBeGreaterThanOrEqual(44)
    const menu = screen.getByRole('navigation', { name: 'Menu' })
    // In the bar, from wherever they are.
    await expect
      .element(menu.getByRole('link', { name: 'Settings, 1 unread message' }))
      .toBeVisible()
    await userEvent.click(line)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/message'))
  })

  test('says nothing of messages where none is unread', async () => {
    const { screen, router } = await open('/user/index', { getMyUnreadMessages: { unread: 0 } })
    await expect.element(screen.getByRole('button', { name: 'Connect' })).toBeVisible()
    expect(screen.getByText(/Support has written/).query()).toBeNull()
    expect(screen.getByRole('link', { name: /^Settings,/ }).query()).toBeNull()
    expect(router.state.location.pathname).toBe('/user/index')
  })

  test('counts unread messages once in a menu that has room for them', async () => {
    await page.viewport(1280, 800)
    const { screen } = await open('/user/index', { getMyUnreadMessages: { unread: 2 } })
    await expect
      .element(screen.getByRole('link', { name: 'Messages, 2 unread messages' }))
      .toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  })

  test('says why an expired account does not connect, even if the server said otherwise before', async () => {
    const ended = { create: now - 31 * DAY, flow: 0, limit: 1 }
    const { screen } = await open('/user/index', { listMyAccounts: [anAccount({ data: ended })] })
    await expect.element(screen.getByText(/expired yesterday. Renew it/)).toBeVisible()
  })

  test('says what to do for someone without an account', async () => {
    const { screen } = await open('/user/index', { listMyAccounts: [] })
    await expect.element(screen.getByText(/You have no account yet/)).toBeVisible()
  })

  test('has the check for each of several accounts, and it is of that account', async () => {
    const second = anAccount({ id: 11, port: 50_001 })
    const { screen, calls } = await open('/user/index', {
      listMyAccounts: [anAccount(), second],
      watchMyAccount: () => new Promise<never>(() => undefined),
    })
    const checks = screen.getByRole('button', { name: 'Cannot connect? Check now' })
    await expect.element(checks.nth(1)).toBeVisible()
    expect(checks.elements()).toHaveLength(2)
    await userEvent.click(checks.nth(1))
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    await expect
      .poll(() => calls.find(({ id }) => id === 'watchMyAccount')?.url.pathname)
      .toContain('/11')
  })

  test('says that it is in use, and from how many addresses', async () => {
    const used = anAccount({ lastConnect: Date.now() })
    const { screen } = await open('/user/index', {
      listMyAccounts: [used],
      countMyAccountIps: { count: 3 },
    })
    await expect.element(screen.getByText('Connected, from 3 addresses')).toBeVisible()
  })

  test('says once when it was last used', async () => {
    const used = anAccount({ lastConnect: Date.now() - 5 * 86_400_000 })
    const { screen } = await open('/user/account', { listMyAccounts: [used] })
    await expect.element(screen.getByText('Last connected 5 days ago')).toBeVisible()
    await expect.element(screen.getByText('Expires', { exact: true })).toBeVisible()
    expect(screen.getByText(/Last connected/).elements()).toHaveLength(1)
  })

  test('counts no addresses where a server does not answer, or none remembers them', async () => {
    const lately = anAccount({ lastConnect: Date.now() - 5 * 60_000 })
    const before = anAccount({ id: 11, port: 50_001, lastConnect: Date.now() - 16 * 60_000 })
    const { screen, calls } = await open('/user/index', {
      listMyAccounts: [lately, before, anAccount({ id: 12, port: 50_002, lastConnect: 0 })],
      countMyAccountIps: { count: null },
    })
    await expect.element(screen.getByText('Last connected 5 minutes ago')).toBeVisible()
    await expect.element(screen.getByText('Last connected 16 minutes ago')).toBeVisible()
    await expect.element(screen.getByText('Not connected yet')).toBeVisible()
    const asked = calls.filter(({ id }) => id === 'countMyAccountIps')
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/api/user/account/10/ip'])
  })

  test('says nothing of the kind where something keeps clients out', async () => {
    const ended = { create: now - 31 * DAY, flow: 0, limit: 1 }
    const { screen } = await open('/user/index', {
      listMyAccounts: [anAccount({ data: ended, lastConnect: now })],
    })
    await expect.element(screen.getByText(/expired yesterday. Renew it/)).toBeVisible()
    await expect.element(screen.getByText(/^Connected/)).not.toBeInTheDocument()
  })

  test('requests the usage per server from older servers', async () => {
    const older = anAccount({ flowUsed: undefined, state: undefined })
    const { screen } = await open('/user/index', { listMyAccounts: [older], getMyFlow: [60e9] })
    await expect.element(screen.getByText(/^60 GB$/)).toBeVisible()
  })
})

describe('announcements', () => {
  test('are grouped by category and never run what is written in them', async () => {
    const content =
      '**Read** [this](https://example.com) [not](javascript:alert(1)) <b id="x">bold</b>'
    const { screen } = await open('/user/index', {
      listMyNotices: [aNotice({ content }), aNotice({ id: 2, title: '[Help]Phones' })],
    })
    await expect.element(screen.getByRole('heading', { name: 'Help' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Phones' })).toBeVisible()
    const link = screen.getByRole('link', { name: 'this' })
    await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
    await expect.element(screen.getByText(/<b id=.x.>bold/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'not' }).query()).toBeNull()
    expect(document.getElementById('x')).toBeNull()
  })

  test('open by themselves once per browser session', async () => {
    const answers = { listMyNotices: [aNotice({ autopop: 1 })] }
    const { screen } = await open('/user/index', answers)
    const dialog = screen.getByRole('dialog', { name: 'News' })
    // A screen reader says all of it as it opens, not only its button.
    await expect.element(dialog).toHaveAccessibleDescription(/\w/)
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }).last())
    await expect.element(dialog).not.toBeInTheDocument()
    // Nothing opened it, so keys and screen readers begin at the screen.
    await expect.poll(() => document.activeElement?.id).toBe('main')
    await screen.unmount()
    const again = await open('/user/index', answers)
    await expect.element(again.screen.getByRole('heading', { name: 'News' })).toBeVisible()
    expect(again.screen.getByRole('dialog').query()).toBeNull()
  })
})

describe('announcements of a customer who is only seen', () => {
  test('do not open by themselves, so that the bar is in reach', async () => {
    const seenBy = { id: 1, expiresIn: 600_000 }
    const { screen } = await open('/user/index', {
      getStatus: { ...statuses.user, seenBy },
      listMyNotices: [aNotice({ autopop: 1 })],
    })
    await expect.element(screen.getByRole('button', { name: 'Back to admin' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'News' })).toBeVisible()
    expect(screen.getByRole('dialog').query()).toBeNull()
  })
})

describe('account screen', () => {
  test('hides the password until it is requested', async () => {
    const { screen } = await open('/user/account')
    await expect.element(screen.getByText('50100')).toBeVisible()
    expect(screen.getByText('AutoPass01').query()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    await expect.element(screen.getByText('AutoPass01')).toBeVisible()
  })

  test('leaves technical details out where the site is kept simple', async () => {
    const { screen } = await open('/user/account', {
      getStatus: { ...statuses.user, simple: true },
    })
    await expect
      .element(screen.getByRole('button', { name: 'Change proxy password' }))
      .toBeVisible()
    expect(screen.getByText('aes-256-gcm').query()).toBeNull()
    expect(screen.getByText('50100').query()).toBeNull()
  })

  test('starts an account after a confirmation', async () => {
    const { screen, calls } = await open('/user/account', {
      listMyAccounts: [anAccount({ active: 0, state: 'inactive' })],
      activateMyAccount: 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Activate' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Activate account 50000?' })
    await userEvent.click(dialog.getByRole('button', { name: 'Activate' }))
    await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('activateMyAccount'))
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('changes the proxy password to one that every node takes', async () => {
    const { screen, calls } = await open('/user/account', { changeMyAccountPassword: 'success' })
    await userEvent.click(screen.getByRole('button', { name: 'Change proxy password' }))
    const field = screen.getByLabelText('New proxy password')
    await userEvent.fill(field, 'a"b')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await expect.element(screen.getByText(/without quotes/)).toBeVisible()
    await userEvent.fill(field, 'Better-1')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await expect.element(screen.getByText(/Password changed/)).toBeVisible()
    const sent = calls.find(({ id }) => id === 'changeMyAccountPassword')
    expect(sent?.body).toEqual({ password: 'Better-1' })
  })

  test('says how long the old proxy password works, and ends it at once on request', async () => {
    const { screen, calls } = await open('/user/account', {
      getStatus: { ...statuses.user, graceHours: 24 },
      changeMyAccountPassword: 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Change proxy password' }))
    await expect.element(screen.getByText(/old password for 24 more hours/)).toBeVisible()
    await userEvent.fill(screen.getByLabelText('New proxy password'), 'Better-1')
    await userEvent.click(screen.getByLabelText('End the old password at once'))
    await expect
      .element(screen.getByText(/disconnected until it has the new password/))
      .toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await expect.element(screen.getByText(/Password changed/)).toBeVisible()
    const sent = calls.find(({ id }) => id === 'changeMyAccountPassword')
    expect(sent?.body).toEqual({ password: 'Better-1', endsFormer: true })
  })

  test('switches accounts by tabs', async () => {
    const { screen, router } = await open('/user/account', {
      listMyAccounts: [anAccount(), anAccount({ id: 11, port: 50_013 })],
    })
    await userEvent.click(screen.getByRole('tab', { name: '50013' }))
    await expect.element(screen.getByRole('heading', { name: 'Account 50013' })).toBeVisible()
    expect(router.state.location.search).toEqual({ account: 11 })
  })
})

describe('settings', () => {
  test('offer what the site has switched on', async () => {
    const { screen } = await open('/user/settings', {
      getStatus: { ...statuses.user, refCode: true },
    })
    await expect.element(screen.getByRole('link', { name: 'Invite others' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Telegram' }).query()).toBeNull()
  })

  test.each([
    ['invalid password', 'The old password is wrong.'],
    ['password retry out of limit', 'Too many attempts. Wait a minute, then try again.'],
    ['', 'The password was not changed.'],
  ])('explain "%s"', async (word, sentence) => {
    const { screen } = await changePassword({ changeMyPassword: { refused: 403, word } })
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })

  test('require a new login once the password is changed', async () => {
    const { screen } = await changePassword({ changeMyPassword: 'success' })
    await expect.element(screen.getByText('Password changed, please log in again.')).toBeVisible()
    await screen.unmount()
  })
})

/** Fills in the form of a new password and sends it. */
async function changePassword(answers: Answers) {
  const opened = await open('/user/changePassword', answers)
  const { screen } = opened
  await userEvent.fill(screen.getByLabelText('Old password'), 'old')
  await userEvent.fill(screen.getByLabelText('New password', { exact: true }), 'newer password')
  await userEvent.fill(screen.getByLabelText('New password again'), 'newer password')
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  return opened
}
