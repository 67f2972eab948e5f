/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Schema } from '#contract'
import { searchOf, toAccountQuery, viewOf } from '#features/accounts/filter.ts'
import { isAddress } from '#features/accounts/LookUp.tsx'
import { anAccount } from '../support/customer.ts'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

const server = (fields: Partial<Schema<'Server'>>): Schema<'Server'> => ({
  id: 1,
  type: 'Shadowsocks',
  name: 'Tokyo',
  host: '10.0.0.1',
  port: null,
  password: '',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 0,
  key: null,
  net: null,
  wgPort: null,
  ...fields,
})
const servers = [server({}), server({ id: 2, name: 'Osaka', shift: 100 })]
const account = anAccount({ id: 9, port: 50_013, user: 'ann@example.com' })

function desk(fields: Answers = {}): Answers {
  return {
    getStatus: statuses.mainAdmin,
    listAccounts: { total: 1, page: 1, pageSize: 30, maxPage: 1, account: [account] },
    getAccount: account,
    listServers: servers,
    listOrders: [],
    getServerFlow: [],
    listAccountFlowByServer: [],
    getAccountLastConnect: { lastConnect: 0 },
    getAccountBan: { banTime: 0 },
    ...fields,
  }
}

test('the chart of an account is shaded where its server did not report', async () => {
  const today = new Date().setHours(0, 0, 0, 0)
  const hour = { from: today, to: today + 3_600_000 }
  const { screen } = await openScreen(
    '/admin/account/9',
    desk({
      getServerFlow: () => Array.from({ length: 24 }, (_, at) => (at === 3 ? 5_000 : 0)),
      listServerOutages: (_body, { pathname }) =>
        pathname.includes('/server/2/')
          ? [{ light: 'agent', cause: 'away', ...hour }]
          : [{ light: 'handshake', cause: 'silent', ...hour }],
    }),
  )
  const note = screen.getByText(/Shaded: the server did not report/)
  const server = screen.getByRole('combobox', { name: 'Server' }).last()
  await expect.element(server).toBeVisible()
  expect(note.query()).toBeNull()
  await server.selectOptions('Osaka')
  await expect.element(note).toBeVisible()
})

describe('the chart of an account', () => {
  const bars = { getServerFlow: Array.from({ length: 24 }, (_, at) => (at === 3 ? 5_000 : 0)) }
  const asked = (calls: { id: string; url: URL }[]) =>
    calls
      .filter(({ id }) => id === 'getServerFlow')
      .map(({ url }) => url.pathname.split('/').at(-1))

  test('shows all servers first, then the one that is chosen', async () => {
    const { screen, calls, router } = await openScreen('/admin/account/9', desk(bars))
    const server = screen.getByRole('combobox', { name: 'Server' }).last()
    await expect.element(server).toHaveDisplayValue('All servers')
    await expect.poll(() => asked(calls)).toContain('0')
    expect(new Set(asked(calls))).toEqual(new Set(['0']))
    await server.selectOptions('Osaka')
    await expect.poll(() => asked(calls)).toContain('2')
    await server.selectOptions('All servers')
    await expect.poll(() => router.state.location.search).toEqual({})
    await expect.element(server).toHaveDisplayValue('All servers')
  })

  test.each([
    ['before an older server', { getStatus: older(statuses.mainAdmin) }],
    ['where there is one server', { listServers: [server({})] }],
  ])('has one server only %s', async (_where, fields) => {
    const { screen, calls } = await openScreen('/admin/account/9', desk({ ...bars, ...fields }))
    const chosen = screen.getByRole('combobox', { name: 'Server' }).last()
    await expect.element(chosen).toHaveDisplayValue('Tokyo')
    await expect.poll(() => asked(calls)).toContain('1')
    expect(asked(calls)).not.toContain('0')
    await expect.element(chosen).not.toHaveTextContent('All servers')
  })
})

describe('ban dialog', () => {
  const open = async (fields: Answers = {}) => {
    const opened = await openScreen('/admin/account/9', desk(fields))
    await opened.screen.getByRole('button', { name: 'More' }).click()
    await opened.screen.getByRole('menuitem', { name: 'Ban' }).click()
    return opened
  }

  test('bans on the chosen server by the steps of the scale', async () => {
    const { screen, calls } = await open({ banAccount: 'success' })
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Server' }).selectOptions('Osaka')
    const slider = screen.getByRole('slider', { name: 'For how long' })
    await expect.element(slider).toHaveAttribute('aria-valuetext', '30 minutes')
    slider.element().focus()
    const { userEvent } = await import('vitest/browser')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '1 hour')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '45 minutes')
    await screen.getByRole('button', { name: 'Ban', exact: true }).click()
    await expect.element(screen.getByText(/Account 50013 is banned on Osaka until/)).toBeVisible()
    const sent = calls.find(({ id }) => id === 'banAccount')
    expect([sent?.url.pathname, sent?.body]).toEqual([
      '/api/admin/account/2/9/ban',
      { time: 45 * 60_000 },
    ])
  })

  test('says until when someone is banned, and lifts it', async () => {
    const banTime = Date.now() + 7_200_000
    const { screen, calls } = await open({ getAccountBan: { banTime }, banAccount: 'success' })
    await expect.element(screen.getByText(/Banned on Tokyo until .*in 2 hours/)).toBeVisible()
    await screen.getByRole('button', { name: 'Lift the ban' }).click()
    await expect.element(screen.getByText('Account 50013 is open on Tokyo again.')).toBeVisible()
    expect(calls.find(({ id }) => id === 'banAccount')?.body).toEqual({ time: 0 })
    // Undone, it lasts as long as it would have.
    await screen.getByRole('button', { name: 'Undo' }).click()
    const back = () => calls.filter(({ id }) => id === 'banAccount')[1]?.body as { time: number }
    await expect.poll(() => back()?.time).toBeGreaterThan(7_140_000)
    expect(back().time).toBeLessThanOrEqual(7_200_000)
    await expect
      .element(screen.getByText('Account 50013 is open on Tokyo again.'))
      .not.toBeInTheDocument()
  })

  test('says why nothing happened, and stays open', async () => {
    const { screen } = await open({ banAccount: { refused: 403 } })
    await screen.getByRole('button', { name: 'Ban', exact: true }).click()
    await expect.element(screen.getByText(/The ban was not changed/)).toBeVisible()
  })
})

describe('an account without trouble', () => {
  test('says from how many addresses it is in use, and shows them', async () => {
    const { screen } = await openScreen(
      '/admin/account/9',
      desk({
        getAccount: {
          ...account,
          lastConnect: Date.now() - 180_000,
          connections: [],
          connection: { state: 'open', servers: 2, open: 2, affected: 2, until: null },
        },
        listAccountIps: { ip: ['202.96.128.86', '10.0.0.1'] },
        getIpInfo: ['China', 'CHINANET'],
      }),
    )
    const line = screen.getByText('Connected 3 minutes ago, from 2 addresses')
    await expect.element(line).toBeVisible()
    await screen.getByRole('button', { name: 'Client IPs' }).click()
    await expect.element(screen.getByText('202.96.128.86')).toBeVisible()
  })
})

describe('account dialogs', () => {
  test('place the addresses in the language of the reader', async () => {
    const { screen, calls } = await openScreen(
      '/admin/account/9',
      desk({
        listAccountIps: { ip: ['202.96.128.86', '10.0.0.1'] },
        getIpInfo: (_body, url) => (url.pathname.endsWith('86') ? ['China', 'CHINANET'] : ['', '']),
      }),
    )
    await screen.getByRole('button', { name: 'More' }).click()
    await screen.getByRole('menuitem', { name: 'Client IPs' }).click()
    await expect.element(screen.getByText('China · CHINANET')).toBeVisible()
    await expect.element(screen.getByText('Unknown place')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Copy all' })).toBeVisible()
    const requested = calls.find(({ id }) => id === 'getIpInfo')
    expect(requested?.url.searchParams.get('language')).toBe('en-US')
  })

  test('move an account to another port, and keep what was typed when it is taken', async () => {
    const { screen, calls } = await openScreen(
      '/admin/account/9',
      desk({
        getNewPort: { port: 50_020 },
        changeAccountPort: (body) =>
          (body as { port: number }).port === 50_020
            ? { refused: 403, word: 'port exists' }
            : 'success',
      }),
    )
    await screen.getByRole('button', { name: 'More' }).click()
    await screen.getByRole('menuitem', { name: 'Change the port' }).click()
    const port = screen.getByRole('textbox', { name: 'Port' })
    await screen.getByRole('button', { name: 'Suggest a free one' }).click()
    await expect.element(port).toHaveValue('50020')
    await screen.getByRole('button', { name: 'Change', exact: true }).click()
    await expect
      .element(screen.getByText(/An account or an open order holds this port/))
      .toBeVisible()
    await port.fill('50021')
    await screen.getByRole('button', { name: 'Change', exact: true }).click()
    await expect.element(screen.getByText('The account is on port 50021 now.')).toBeVisible()
    const sent = calls.filter(({ id }) => id === 'changeAccountPort')
    expect(sent.map(({ body }) => body)).toEqual([{ port: 50_020 }, { port: 50_021 }])
  })
})

describe('look-up', () => {
  test('finds the account behind a port as a customer sees it', async () => {
    const { screen } = await openScreen(
      '/admin/account?sort=port_asc&search=50113',
      desk({
        getAccountByPort: (_body, url) =>
          url.pathname.endsWith('/50013') ? account : { refused: 403 },
      }),
    )
    const link = screen.getByRole('link', { name: /Account 50013 is on port 50113 of Osaka/ })
    await expect.element(link).toHaveAttribute('href', '/admin/account/9')
  })

  test('places an address that is searched', async () => {
    const { screen } = await openScreen(
      '/admin/account?sort=port_asc&search=202.96.128.86',
      desk({ getIpInfo: ['China', ''] }),
    )
    await expect.element(screen.getByText('China')).toBeVisible()
  })

  test.each([
    ['1.2.3.4', true],
    ['2001:db8::1', true],
    ['00:11:22:33:44:55', false],
    ['50013', false],
    ['ann@example.com', false],
  ])('%s is an address: %s', (text, is) => expect(isAddress(text)).toBe(is))
})

test('online accounts are counted by server and listed', async () => {
  const { screen, router } = await openScreen(
    '/admin/account/online',
    desk({
      listOnlineAccounts: (_body, url) => (url.searchParams.has('serverId') ? [9] : { '2': 1 }),
    }),
  )
  await expect.element(screen.getByRole('link', { name: /Tokyo 0 accounts/ })).toBeVisible()
  await screen.getByRole('link', { name: /Osaka 1 account/ }).click()
  await expect.element(screen.getByRole('link', { name: /50013.*ann@example.com/ })).toBeVisible()
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ server: 2 }))
})

describe('filters', () => {
  test('narrow to what ends soon and is nearly used up, in the address and as chips', async () => {
    const { screen, router, calls } = await openScreen('/admin/account?sort=port_asc', desk())
    await screen.getByRole('button', { name: 'Sort and filter' }).click()
    await screen.getByRole('textbox', { name: 'Expires within' }).fill('7')
    const used = screen.getByRole('textbox', { name: 'Used at least' })
    await used.fill('2000')
    await screen.getByRole('button', { name: 'Show', exact: true }).click()
    await expect.element(screen.getByText(/Enter a whole number from 1 to 1,?000/)).toBeVisible()
    await used.fill('80')
    await screen.getByRole('button', { name: 'Show', exact: true }).click()
    await vi.waitFor(() =>
      expect(router.state.location.search).toEqual({ sort: 'port_asc', ends: 7, used: 80 }),
    )
    await vi.waitFor(() =>
      expect(calls.findLast(({ id }) => id === 'listAccounts')?.body).toMatchObject({
        filter: { endsWithin: 7, usedOver: 80 },
      }),
    )
    await screen.getByRole('button', { name: 'Clear: Expires within 7 days' }).click()
    await vi.waitFor(() =>
      expect(router.state.location.search).toEqual({ sort: 'port_asc', used: 80 }),
    )
  })

  test('are stored under a name, brought back, and removed', async () => {
    const { screen, router } = await openScreen('/admin/account?sort=port_asc&ends=7', desk())
    await screen.getByRole('button', { name: 'Save view' }).click()
    await screen.getByRole('textbox', { name: 'Name of the view' }).fill('Call them')
    await screen.getByRole('button', { name: 'Save this view' }).click()
    await screen.getByRole('button', { name: 'Clear all' }).click()
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ sort: 'port_asc' }))
    await screen.getByRole('button', { name: 'Call them' }).click()
    await vi.waitFor(() =>
      expect(router.state.location.search).toEqual({ sort: 'port_asc', ends: 7 }),
    )
    await screen.getByRole('button', { name: 'Save view' }).click()
    await screen.getByRole('button', { name: 'Remove Call them' }).click()
    await screen.getByRole('button', { name: 'Close' }).click()
    await expect
      .poll(() => screen.getByRole('button', { name: 'Call them' }).elements())
      .toEqual([])
  })

  test('are views with counts, chips at hand, and columns that sort', async () => {
    const { screen, router, calls } = await openScreen(
      '/admin/account?sort=port_asc',
      desk({
        countAccounts: [{ total: 2005 }, { total: 7 }, { total: 4 }, { total: 0 }, { total: 53 }],
      }),
    )
    await page.viewport(1280, 800)
    await screen.getByRole('button', { name: 'Expiring in 3 days 7' }).click()
    const shown = () => router.state.location.search
    await expect.poll(shown).toEqual({ sort: 'expire_asc', ends: 3 })
    await screen.getByRole('combobox', { name: 'Server' }).selectOptions('Osaka')
    await screen.getByRole('combobox', { name: 'State' }).selectOptions('Banned')
    await screen
      .getByRole('combobox', { name: 'Last connected' })
      .selectOptions('Not used for 30 days')
    await screen.getByRole('button', { name: 'Sort by: Traffic' }).click()
    await screen.getByRole('button', { name: 'Traffic, sorted descending' }).click()
    await expect
      .poll(shown)
      .toEqual({ sort: 'used_asc', ends: 3, server: 2, state: 'banned', unseen: 30 })
    await expect
      .poll(() => calls.findLast(({ id }) => id === 'listAccounts')?.body)
      .toMatchObject({
        sort: 'used_asc',
        filter: { endsWithin: 3, onServer: 2, banned: true, unseenFor: 30, mac: false },
      })
    await screen.getByRole('button', { name: 'Clear: Server: Osaka' }).click()
    await expect.poll(shown).not.toHaveProperty('server')
    await page.viewport(414, 896)
  })

  test('all that is loaded is selected at once, then all there are', async () => {
    const { screen } = await openScreen('/admin/account?sort=port_asc', desk())
    await page.viewport(1280, 800)
    const all = screen.getByRole('checkbox', { name: 'Select everything loaded' })
    await all.click()
    await expect.element(all).toBeChecked()
    await expect.element(screen.getByRole('heading', { name: '1 selected' })).toBeVisible()
    await all.click()
    await expect.element(screen.getByRole('heading', { name: '0 selected' })).toBeVisible()
    await page.viewport(414, 896)
  })

  test('send the server neither limit unless one is set', () => {
    const { filter } = toAccountQuery(viewOf({}))
    expect(filter).not.toHaveProperty('endsWithin')
    expect(filter).not.toHaveProperty('usedOver')
    expect(searchOf(viewOf({ ends: 5, used: 90 }))).toEqual({
      sort: 'port_asc',
      ends: 5,
      used: 90,
    })
  })
})
