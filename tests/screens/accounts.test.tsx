import { describe, expect, test, vi } from 'vitest'
import type { Answer, Schema } from '#contract'
import { DEFAULT_VIEW, searchOf, toAccountQuery, viewOf } from '#features/accounts/filter.ts'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

const DAY = 86_400_000
const NOW = Date.now()

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
    data: { create: NOW - 10 * DAY, limit: 1, flow: 100_000_000_000, expire: NOW + 20 * DAY },
    status: 0,
    autoRemove: 0,
    autoRemoveDelay: 0,
    multiServerFlow: 1,
    active: 1,
    user: 'ann@example.com',
    publicKey: '',
    privateKey: '',
    flowUsed: 12_000_000_000,
    state: 'open',
    lastConnect: 0,
    ...fields,
  }
}

const tokyo: Schema<'Server'> = {
  id: 1,
  type: 'Shadowsocks',
  name: 'Tokyo',
  host: '10.0.0.1:tokyo.example.com',
  port: null,
  password: '',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 100,
  key: null,
  net: null,
  wgPort: null,
}

function shop(fields: Answers = {}): Answers {
  return {
    getStatus: statuses.mainAdmin,
    listAccounts: { total: 1, page: 1, pageSize: 30, maxPage: 1, account: [anAccount()] },
    getAccount: anAccount(),
    listServers: [tokyo],
    listOrders: [],
    getNewPort: { port: 50_014 },
    createAccount: { id: 9 },
    getServerFlow: [],
    listAccountFlowByServer: [],
    getAccountLastConnect: { lastConnect: 0 },
    ...fields,
  }
}

describe('account list', () => {
  test('shows the owners of the accounts, and requests everything at first', async () => {
    const { screen, calls } = await openScreen('/admin/account', shop())
    const row = screen.getByRole('link', { name: /50013.*ann@example.com.*Expires in 20 days/ })
    await expect.element(row).toBeVisible()
    expect(calls.find(({ id }) => id === 'listAccounts')?.body).toMatchObject({
      page: 1,
      sort: 'port_asc',
      filter: { expired: true, unexpired: true, unlimit: true, mac: true, orderId: 0 },
    })
  })

  test('lets only the main admin add accounts', async () => {
    const { screen } = await openScreen('/admin/account', shop({ getStatus: statuses.admin }))
    await expect.element(screen.getByText('1 account')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add account' }).elements()).toEqual([])
  })

  test('says that nothing matches, and shows all again', async () => {
    const none = { total: 0, page: 1, pageSize: 30, maxPage: 0, account: [] }
    const { screen, router } = await openScreen(
      '/admin/account?sort=port_asc&owner=without',
      shop({ listAccounts: none }),
    )
    await screen.getByRole('button', { name: 'Show all accounts' }).click()
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ sort: 'port_asc' }))
  })
})

describe('account page', () => {
  test('shows the port with the shift, and the password only on request', async () => {
    const { screen } = await openScreen('/admin/account/9', shop())
    await expect.element(screen.getByText('50113')).toBeVisible()
    expect(screen.getByText('secret').elements()).toEqual([])
    await screen.getByRole('button', { name: 'Show password' }).click()
    await expect.element(screen.getByText('secret')).toBeVisible()
  })

  test('moves the expiry by steps that add up', async () => {
    const { screen, calls } = await openScreen(
      '/admin/account/9',
      shop({ getStatus: older(statuses.mainAdmin), adjustAccountTime: 'success' }),
    )
    await screen.getByRole('button', { name: 'Change', exact: true }).click()
    await screen.getByRole('button', { name: 'Weeks: one more' }).click()
    await screen.getByRole('button', { name: 'Hours: one less' }).click()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('The expiry was changed.')).toBeVisible()
    const sent = calls.find(({ id }) => id === 'adjustAccountTime')
    expect(sent?.body).toEqual({ time: 7 * DAY - 3_600_000 })
  })
})

describe('extending an account', () => {
  test('takes a tap for a week, a month or a year, in sight on phones', async () => {
    const action = { kind: 'extend' as const, time: (7 + 30 + 365) * DAY }
    let status: 'done' | 'undone' = 'done'
    const job = (): Answer<'getJob'> => ({
      id: 4,
      of: 'account',
      action,
      status,
      total: 1,
      done: 1,
      failed: 0,
      createTime: NOW,
      endTime: NOW,
      mayUndo: status === 'done',
      failures: [],
    })
    const { screen, calls } = await openScreen(
      '/admin/account/9',
      shop({
        adjustAccountTime: { job: 4 },
        getJob: job,
        undoJob: () => {
          status = 'undone'
          return 'success'
        },
      }),
    )
    await screen.getByRole('button', { name: 'Extend' }).click()
    for (const name of ['+7 days', '+1 month', '+1 year'])
      await screen.getByRole('button', { name, exact: true }).click()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Done: Extend by 402 days')).toBeVisible()
    expect(calls.find(({ id }) => id === 'adjustAccountTime')?.body).toEqual({ time: action.time })
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByText('Undone: Extend by 402 days')).toBeVisible()
    expect(calls.filter(({ id }) => id === 'undoJob')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Undo' }).elements()).toEqual([])
  })
})

describe('account form', () => {
  test('keeps what was typed when the port is taken', async () => {
    const { screen } = await openScreen(
      '/admin/addAccount',
      shop({ createAccount: { refused: 403, word: 'port exists' } }),
    )
    const port = screen.getByRole('textbox', { name: 'Port' })
    await expect.element(port).toHaveValue('50014')
    await port.fill('50013')
    await screen.getByRole('button', { name: 'Add account' }).click()
    await expect
      .element(screen.getByText(/An account or an open order holds this port/))
      .toBeVisible()
    await expect.element(port).toHaveValue('50013')
  })

  test('confirms before input is lost', async () => {
    const { screen, router } = await openScreen('/admin/account/9/edit', shop())
    await screen.getByRole('textbox', { name: 'Password' }).fill('other')
    void router.navigate({ to: '/admin/account' })
    await screen.getByRole('button', { name: 'Cancel' }).click()
    expect(router.state.location.pathname).toBe('/admin/account/9/edit')
  })
})

describe('account filter', () => {
  test('requests expired accounts by the flag for unexpired ones', () => {
    const { filter } = toAccountQuery({ ...DEFAULT_VIEW, kinds: ['expired'] })
    expect(filter).toMatchObject({ expired: false, unexpired: true, unlimit: false, mac: false })
  })

  test('is read back from its address', () => {
    const view = { sort: 'expire_desc', kinds: ['valid', 'mac'], owner: 'with', plan: 3 } as const
    expect(viewOf(searchOf(view))).toEqual(view)
  })
})
