/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import type { Answer, Schema } from '#contract'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.now()

/** A month account in the middle of its cycle, on two servers. */
function anAccount(fields: Partial<Schema<'Account'>> = {}): Schema<'Account'> {
  return {
    id: 9,
    type: 3,
    orderId: 0,
    userId: 7,
    server: null,
    port: 50_013,
    password: 'secret',
    key: null,
    data: { create: now - 10 * DAY, limit: 1, flow: 100e9 },
    status: 0,
    autoRemove: 0,
    autoRemoveDelay: 0,
    multiServerFlow: 1,
    active: 1,
    user: 'ann@example.com',
    publicKey: '',
    privateKey: '',
    flowUsed: 12e9,
    state: 'open',
    lastConnect: 0,
    ...fields,
  }
}

/** Answers of a server with more than the specification. */
const contract = '1'

const tokyo: Schema<'Server'> = {
  id: 1,
  type: 'Shadowsocks',
  name: 'Tokyo',
  host: 'tokyo.example.com',
  port: null,
  password: '',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 0,
  key: null,
  net: null,
  wgPort: null,
}
const osaka = { ...tokyo, id: 2, name: 'Osaka', host: 'osaka.example.com', shift: 100 }

/** An account that connects on Tokyo, and on Osaka only if nothing holds there. */
function withOsaka(
  state: Schema<'ConnectionState'>,
  { until = null, reason }: { until?: number | null; reason?: string } = {},
): Partial<Schema<'Account'>> {
  return {
    connections: [
      { serverId: 1, name: 'Tokyo', state: 'open', until: null },
      { serverId: 2, name: 'Osaka', state, until, ...(reason && { reason }) },
    ],
    connection: { state, servers: 2, open: 1, affected: 1, until },
  }
}

const everywhere = (state: Schema<'ConnectionState'>, servers = 2) => ({
  connections: [
    { serverId: 1, name: 'Tokyo', state, until: null },
    { serverId: 2, name: 'Osaka', state, until: null },
  ].slice(0, servers),
  connection: { state, servers, open: state === 'open' ? servers : 0, affected: 2, until: null },
})

const desk = (account: Schema<'Account'>, fields: Answers = {}): Answers => ({
  getStatus: { ...statuses.mainAdmin, contract },
  getAccount: account,
  listAccounts: { total: 1, page: 1, pageSize: 30, maxPage: 1, account: [account] },
  listServers: [tokyo, osaka],
  listOrders: [],
  getServerFlow: [],
  listAccountFlowByServer: [],
  getAccountLastConnect: { lastConnect: 0 },
  ...fields,
})

describe('the account page', () => {
  test('says where an account is banned and until when, and lifts it', async () => {
    const { screen, calls } = await openScreen(
      '/admin/account/9',
      desk(anAccount(withOsaka('banned', { until: now + HOUR })), { banAccount: 'success' }),
    )
    await expect.element(screen.getByText('Banned on 1 of 2')).toBeVisible()
    await expect.element(screen.getByText(/Cannot connect on Osaka: banned until/)).toBeVisible()
    await screen.getByRole('button', { name: 'Lift the ban' }).click()
    await vi.waitFor(() => expect(calls.some(({ id }) => id === 'banAccount')).toBe(true))
    const sent = calls.find(({ id }) => id === 'banAccount')
    expect(sent?.body).toEqual({ time: 0 })
    expect(sent?.url.pathname).toMatch(/2\/9\/ban$/)
  })

  test('forgets a ban whose time is over, however old the answer', async () => {
    const { screen } = await openScreen(
      '/admin/account/9',
      desk(anAccount(withOsaka('banned', { until: now - 1 }))),
    )
    await expect.element(screen.getByText('Active', { exact: true })).toBeVisible()
    expect(screen.getByText(/Cannot connect/).elements()).toEqual([])
  })

  test.each<[Schema<'ConnectionState'>, { reason?: string }, RegExp, string, string | null]>([
    ['portTaken', {}, /Osaka: another program uses the port/, 'button', 'Change the port'],
    ['portFailed', { reason: 'EACCES' }, /Osaka: .*\(EACCES\)/, 'button', 'Change the port'],
    ['unsupported', {}, /Osaka: .*cipher/, 'link', 'Open the server'],
    ['serverDown', {}, /Osaka: the server does not answer/, 'link', 'Open the server'],
    ['paused', {}, /Osaka: the server is paused/, 'link', 'Open the server'],
    ['over', {}, /Osaka: the traffic is used up/, 'button', 'Reset traffic'],
    ['opening', {}, /being opened on Osaka/, 'button', null],
  ])('names %s and what mends it', async (state, more, sentence, role, action) => {
    const { screen } = await openScreen('/admin/account/9', desk(anAccount(withOsaka(state, more))))
    await expect.element(screen.getByText(sentence)).toBeVisible()
    if (action)
      await expect
        .element(screen.getByRole(role as 'button', { name: action, exact: true }))
        .toBeVisible()
  })

  test('shows no cycle of an account that has expired, and the way to renew it', async () => {
    const data = { create: now - 51 * DAY, limit: 1, flow: 100e9 }
    const { screen } = await openScreen(
      '/admin/account/9',
      desk(anAccount({ data, state: 'expired', ...everywhere('expired') })),
    )
    await expect.element(screen.getByText('Expired 21 days ago, ports closed.')).toBeVisible()
    expect(screen.getByText(/Next cycle/).elements()).toEqual([])
    expect(screen.getByText('Left').elements()).toEqual([])
    expect(screen.getByRole('meter').elements()).toEqual([])
    await screen.getByRole('button', { name: 'Extend' }).last().click()
    await expect
      .element(screen.getByRole('dialog', { name: /Expiry of account 50013/ }))
      .toBeVisible()
  })

  test('claims nothing that an older server does not say', async () => {
    const { screen } = await openScreen('/admin/account/9', desk(anAccount()))
    await expect.element(screen.getByRole('heading', { name: 'This cycle' })).toBeVisible()
    expect(screen.getByText(/Cannot connect/).elements()).toEqual([])
  })

  test('says that it is for good where the server knows no work on many', async () => {
    const { screen, calls, router } = await openScreen(
      '/admin/account/9',
      desk(anAccount(), { getStatus: older(statuses.mainAdmin), deleteAccount: 'success' }),
    )
    await screen.getByRole('button', { name: 'More' }).click()
    await screen.getByRole('menuitem', { name: 'Delete account' }).click()
    const dialog = screen.getByRole('alertdialog')
    await expect.element(dialog.getByText(/This cannot be undone/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/account'))
    expect(calls.some(({ id }) => id === 'createJob')).toBe(false)
  })

  test('deletes as work on many does, and offers to undo it', async () => {
    const job: Answer<'getJob'> = {
      id: 5,
      of: 'account',
      action: { kind: 'delete' },
      status: 'done',
      total: 1,
      done: 1,
      failed: 0,
      createTime: now,
      endTime: now,
      mayUndo: true,
      failures: [],
    }
    const { screen, calls, router } = await openScreen(
      '/admin/account/9',
      desk(anAccount(), { deleteAccount: { job: 5 }, getJob: job }),
    )
    await screen.getByRole('button', { name: 'More' }).click()
    await screen.getByRole('menuitem', { name: 'Delete account' }).click()
    const dialog = screen.getByRole('alertdialog')
    await expect.element(dialog.getByText(/You can undo this for 30 days/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/account'))
    expect(calls.some(({ id }) => id === 'deleteAccount')).toBe(true)
    await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  })
})

test('a row says what holds on some of the servers', async () => {
  const { screen } = await openScreen('/admin/account', desk(anAccount(withOsaka('portTaken'))))
  await expect.element(screen.getByText('Port taken on 1 of 2')).toBeVisible()
})

describe('a customer', () => {
  const open = (account: Schema<'Account'>, path = '/user/account', answers: Answers = {}) =>
    openScreen(path, {
      getStatus: { ...statuses.user, contract },
      listMyOrders: [],
      listMyAccounts: [account],
      listMyServers: [tokyo, osaka],
      listMyNotices: [],
      getMyUsage: [1e9, 2e9, 3e9],
      getMyFlow: [32.4e9],
      getMyLastConnect: { lastConnect: 0 },
      getMyFlowChart: [],
      getMyUnreadMessages: { unread: 0 },
      ...answers,
    })

  test('reads which server does not connect, and that the others do', async () => {
    const { screen } = await open(anAccount(withOsaka('banned', { until: now + HOUR })))
    await expect
      .element(screen.getByText(/is suspended on Osaka until .*others? servers? connect/))
      .toBeVisible()
    await expect.element(screen.getByText(/^Suspended until/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Contact support' })).toBeVisible()
  })

  test('is not shown that all is well while there is no server', async () => {
    const { screen, calls } = await open(anAccount(everywhere('noServer', 0)), '/user/index', {
      listMyServers: [],
    })
    await expect.element(screen.getByText('No server', { exact: true })).toBeVisible()
    await screen.getByRole('button', { name: 'Connect' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Connect account 50013' })
    await expect
      .element(dialog.getByRole('link', { name: 'Contact support' }).first())
      .toBeVisible()
    const requested = () => calls.filter(({ id }) => id === 'listMyServers').length
    const before = requested()
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await vi.waitFor(() => expect(requested()).toBeGreaterThan(before))
  })

  test('shows the period of a recurring quota', async () => {
    const data = { create: now - HOUR / 2, limit: 8, flow: 350e6 }
    const { screen } = await open(
      anAccount({ type: 5, data, flowUsed: 0, ...everywhere('open') }),
      '/user/index',
    )
    await expect.element(screen.getByText('of 350 MB this hour')).toBeVisible()
  })

  test('reads on which server the account was last used', async () => {
    const last = { lastConnect: now - 2 * HOUR, lastServer: 2 }
    const { screen } = await open(anAccount({ ...everywhere('open'), ...last }))
    await expect.element(screen.getByText('Last connected 2 hours ago')).toBeVisible()
    await expect.element(screen.getByText('· Osaka')).toBeVisible()
  })

  test('sees where the server in view did not report', async () => {
    const today = new Date().setHours(0, 0, 0, 0)
    const { screen, calls } = await open(anAccount(everywhere('open')), '/user/account', {
      getMyFlowChart: () => Array.from({ length: 24 }, (_, at) => (at === 3 ? 5_000 : 0)),
      listMyOutages: [{ serverId: 2, from: today, to: today + HOUR }],
    })
    const note = screen.getByText(/Shaded: the server did not report/)
    await expect.element(note).toBeVisible()
    const server = screen.getByRole('combobox', { name: 'Server' }).last()
    await server.selectOptions('Tokyo')
    await expect.poll(() => note.query()).toBeNull()
    await server.selectOptions('Osaka')
    await expect.element(note).toBeVisible()
    const asked = calls.filter(({ id }) => id === 'listMyOutages')
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/api/user/account/9/outage'])
  })

  test('reads beside the chart what was carried where that does not count one to one', async () => {
    const { screen, calls } = await open(anAccount(everywhere('open')), '/user/account', {
      listMyServers: [tokyo, { ...osaka, scale: 0.5 }],
      getMyFlowChart: [8e9],
    })
    const words = /what counts against your quota \(Osaka ×0\.5\)\. Transferred: 8 GB\./
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(
      calls.some(({ id, url }) => id === 'getMyFlowChart' && url.search.includes('raw=1')),
    ).toBe(true)
  })
})
