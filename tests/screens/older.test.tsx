import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, api } from '#api/client.ts'
import { knownServer, NOT_OFFERED, noteContract, noteMissing } from '#api/serverInfo.ts'
import { may } from '#api/may.ts'
import { added, CONTRACT } from '#contract'
import { knownStatus, storeStatus } from '#device/status.ts'
import { older, openScreen, statuses } from '../support/screens.ts'

/** Answers every call so, and who is logged in as an older server does. */
const replyWith = (reply: () => Response) =>
  vi.stubGlobal('fetch', async (input: string) =>
    new URL(input).pathname === '/api/home/login'
      ? Response.json(older(statuses.visitor))
      : reply(),
  )
const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
const pages = { total: 0, page: 1, maxPage: 0, pageSize: 20 }

afterEach(() => noteContract(null))

describe('a reply of an older server', () => {
  test('that is a page is no answer', async () => {
    replyWith(() => html('<!DOCTYPE html><title>Shop</title>'))
    await expect(answer(api.GET('/api/article'))).rejects.toMatchObject({
      status: 404,
      reason: NOT_OFFERED,
    })
  })

  test('that refuses a write with a page says that there is no such call', async () => {
    replyWith(() => html('<pre>Cannot POST</pre>', 404))
    await expect(answer(api.POST('/api/home/passkey'))).rejects.toMatchObject({
      reason: NOT_OFFERED,
    })
  })

  test('without a page is gone, not missing', async () => {
    replyWith(() => new Response('', { status: 404 }))
    const requested = answer(
      api.GET('/api/admin/server/{serverId}', { params: { path: { serverId: 9 } } }),
    )
    await expect(requested).rejects.toMatchObject({ status: 404, reason: '' })
  })

  test('may be a bare word, though it is called a page', async () => {
    replyWith(() => html('success'))
    expect(await answer(api.POST('/api/home/logout'))).toBe('success')
  })

  test('has its JSON text read, at the same origin as elsewhere', async () => {
    noteContract(null)
    replyWith(() => Response.json([{ id: 1, server: '[1,2]', name: '[not a list' }]))
    expect(await answer(api.GET('/api/admin/order'))).toEqual([
      { id: 1, server: [1, 2], name: '[not a list' },
    ])
  })

  test('keeps what only looks like JSON text', async () => {
    noteContract(null)
    replyWith(() => Response.json([{ id: 1, data: '[half' }]))
    expect(await answer(api.GET('/api/admin/order'))).toEqual([{ id: 1, data: '[half' }])
  })

  test('of this contract stays as it is', async () => {
    noteContract(CONTRACT)
    replyWith(() => Response.json([{ id: 1, data: '[1]' }]))
    expect(await answer(api.GET('/api/admin/order'))).toEqual([{ id: 1, data: '[1]' }])
  })
})

describe('what a server offers', () => {
  test('is everything where the contract is named', () => {
    noteContract(CONTRACT)
    expect(added.every((id) => may(id))).toBe(true)
  })

  test('is what the specification has where no contract is named', () => {
    noteContract(CONTRACT)
    noteContract(null)
    expect(added.some((id) => may(id))).toBe(false)
    expect([may('listAccounts'), may('listPlacedOrders')]).toEqual([true, true])
  })

  test('is less by what turned out to be missing', () => {
    noteMissing('listPlacedOrders')
    expect(may('listPlacedOrders')).toBe(false)
    expect(knownServer().missing.has('listPlacedOrders')).toBe(true)
  })
})

test('a call refused as a visitor’s does not end a visit that the status knows', async () => {
  const status = older(statuses.mainAdmin)
  const { router } = await openScreen('/admin/account', {
    getStatus: status,
    listOrders: { refused: 401 },
    listAccounts: { ...pages, account: [] },
  })
  await expect.element(page.getByText('Accounts of your customers appear here.')).toBeVisible()
  await expect.poll(() => may('listOrders')).toBe(false)
  expect(router.state.location.pathname).toBe('/admin/account')
  expect(knownStatus()?.status.status).toBe('admin')
})

test('what was not permitted is asked for as soon as it is', async () => {
  const { admin } = statuses
  const confined = {
    ...admin,
    permissions: {
      ...admin.permissions,
      operations: admin.permissions.operations.filter((id) => id !== 'getUnreadMessages'),
    },
  }
  const { calls } = await openScreen('/admin/account', {
    getStatus: confined,
    getUnreadMessages: { unread: 0 },
    listOrders: [],
    listAccounts: { ...pages, account: [] },
  })
  const asked = () => calls.some(({ id }) => id === 'getUnreadMessages')
  await expect.element(page.getByText('Accounts of your customers appear here.')).toBeVisible()
  expect([asked(), may('getUnreadMessages')]).toEqual([false, false])
  storeStatus(admin)
  await expect.poll(asked).toBe(true)
})

test('orders are in the list of their kind where there is no common one', async () => {
  const order = {
    orderId: '20261121010815735564',
    orderType: 3,
    orderName: 'month',
    userId: 3,
    group: 0,
    username: 'ann@example.com',
    port: 21_001,
    amount: '9.99',
    status: 'FINISH' as const,
    createTime: 1,
    expireTime: 2,
    alipayData: null,
  }
  const { calls } = await openScreen('/admin/pay', {
    getStatus: older(statuses.mainAdmin),
    listPlacedOrders: { refused: 404, word: NOT_OFFERED },
    listAlipayOrders: { ...pages, total: 1, maxPage: 1, orders: [order] },
    listGroups: [],
  })
  await expect.element(page.getByText('ann@example.com')).toBeVisible()
  const requested = calls.find(({ id }) => id === 'listAlipayOrders')
  // Older servers refuse a list without states.
  expect(requested?.url.searchParams.getAll('filter').length).toBeGreaterThan(0)
  await page.getByText('ann@example.com').click()
  await expect.element(page.getByRole('dialog').getByText('CN¥9.99')).toBeVisible()
})

test('a table of an older server is asked for in the words of its kind, whatever list is shown', async () => {
  const { screen, calls } = await openScreen('/admin/pay?hide=CREATE.WAIT_BUYER_PAY&kind=paypal', {
    getStatus: older(statuses.mainAdmin),
    listPlacedOrders: { refused: 404, word: NOT_OFFERED },
    listPaypalOrders: { ...pages, orders: [] },
    listGroups: [],
    exportAlipayOrders: 'orderId\n',
  })
  const filterOf = (id: string) =>
    calls.find((call) => call.id === id)?.url.searchParams.getAll('filter')
  await expect.poll(() => filterOf('listPaypalOrders')).toEqual(['approved', 'finish', 'closed'])
  await screen.getByRole('button', { name: 'Download as a table' }).click()
  await screen.getByRole('menuitem', { name: 'Alipay (CSV)' }).click()
  await expect
    .poll(() => filterOf('exportAlipayOrders'))
    .toEqual(['TRADE_SUCCESS', 'FINISH', 'TRADE_CLOSED'])
})

test('filters that an older server ignores are not offered', async () => {
  const { calls } = await openScreen('/admin/account?sort=port_asc&ends=1&used=100', {
    getStatus: older(statuses.mainAdmin),
    listOrders: [],
    listAccounts: { ...pages, account: [] },
  })
  await expect.poll(() => calls.some(({ id }) => id === 'listAccounts')).toBe(true)
  const requested = calls.filter(({ id }) => id === 'listAccounts').map(({ body }) => body)
  expect(JSON.stringify(requested)).not.toMatch(/endsWithin|usedOver/)
  await page.getByRole('button', { name: 'Sort and filter' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(page.getByLabelText('Expires within').elements()).toEqual([])
})

test('a new server of an older console has a node with a port and a password', async () => {
  const { calls } = await openScreen('/admin/addServer', {
    getStatus: older(statuses.mainAdmin),
    createServer: { serverId: 4 },
    getServer: { refused: 404 },
    listServerFlowByUser: [],
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Berlin')
  await page.getByRole('textbox', { name: 'Public address' }).fill('203.0.113.9')
  await page.getByRole('button', { name: 'Add server' }).click()
  await expect.element(page.getByText('Enter the password of the node.')).toBeVisible()
  expect(calls.some(({ id }) => id === 'createServer')).toBe(false)
  await page.getByRole('textbox', { name: 'Port of the node' }).fill('6002')
  await page.getByLabelText(/^Password of the node/).fill('secret')
  await page.getByRole('button', { name: 'Add server' }).click()
  await expect
    .poll(() => calls.find(({ id }) => id === 'createServer')?.body)
    .toMatchObject({
      type: 'Shadowsocks',
      address: '203.0.113.9',
      port: 6002,
      password: 'secret',
      shift: 0,
    })
})
