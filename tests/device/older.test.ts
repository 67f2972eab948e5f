import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, api } from '#api/client.ts'
import { answersAsOlder, noteContract, noteMarked } from '#api/serverInfo.ts'
import type { Body, Schema } from '#contract'

// Shapes of answers and what an older server takes, as they were recorded.

type Sent = { url: URL; method: string; body: unknown }

/** An older server that answers every call with the next of these; the calls it got. */
function olderServer(...bodies: unknown[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const text = init.body ? new TextDecoder().decode(init.body as ArrayBuffer) : ''
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    sent.push({ url: new URL(input, 'http://older.test'), method: init.method ?? 'GET', body })
    const next = bodies.shift()
    return typeof next === 'string'
      ? new Response(next, { headers: { 'content-type': 'text/html' } })
      : Response.json(next)
  })
  return sent
}

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://older.test/'))
  noteContract(null)
})
afterEach(() => {
  noteContract(undefined as never)
  noteMarked(undefined)
  vi.unstubAllGlobals()
})

test('account settings that are not set are off', async () => {
  olderServer({ accountForNewUser: { type: 5 } }, { subscribe: true })
  const first = await answer(api.GET('/api/admin/setting/account'))
  expect(first).toEqual({ accountForNewUser: { autoRemove: 0, type: 5 }, subscribe: false })
  expect((await answer(api.GET('/api/admin/setting/account'))).subscribe).toBe(true)
})

test('account settings are sent without what it would store and not follow', async () => {
  const sent = olderServer('success')
  const data: Schema<'AccountSetting'> = {
    signUp: { isEnable: true },
    port: { start: 1, end: 2, random: false, trialShare: 40, warnFree: 10 },
    subscribe: true,
    wireGuardDevices: 5,
    keepDeviceKeys: false,
    keepOwnKeys: true,
    timeTakesLastTerms: false,
    historyMonths: 27,
    warnings: { isEnable: true, days: 3, percent: 80, mail: false },
  }
  await answer(api.PUT('/api/admin/setting/account', { body: { data } }))
  expect(sent[0]?.body).toEqual({
    data: {
      signUp: { isEnable: true },
      port: { start: 1, end: 2, random: false },
      subscribe: true,
    },
  })
})

test('a group has the announcements that name it', async () => {
  const sent = olderServer({ id: 4, name: 'VIP', order: '[3,8]' }, [
    { id: 1, title: 'a', groupIds: [4] },
    { id: 2, title: 'b', groupIds: [5] },
    { id: 3, title: 'c' },
  ])
  const params = { path: { groupId: 4 } }
  const group = await answer(api.GET('/api/admin/group/{groupId}', { params }))
  expect(group).toEqual({ id: 4, name: 'VIP', order: [3, 8], notices: [1] })
  expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/admin/group/4', '/api/admin/notice'])
})

test('a new admin has no group of the own, and a new server no plane', async () => {
  const sent = olderServer([7], { serverId: 3 })
  const admin = { email: 'a@b.c', password: 'x', type: 'admin' as const }
  await answer(api.POST('/api/admin/user/add', { body: { ...admin, groupName: 'a' } }))
  const server = { type: 'Shadowsocks', name: 'Berlin', plane: 'manager' }
  await answer(api.POST('/api/admin/server', { body: server as Body<'createServer'> }))
  expect(sent.map(({ body }) => body)).toEqual([admin, { type: 'Shadowsocks', name: 'Berlin' }])
})

test('lists of orders are asked for by states, and name every plan', async () => {
  const page = { total: 1, page: 1, maxPage: 1, pageSize: 20 }
  const rows = [
    { orderId: 'a', orderType: 8 },
    { orderId: 'b', orderType: 8, orderName: null },
    { orderId: 'c', orderType: 8, orderName: 'Month' },
  ]
  const sent = olderServer({ ...page, orders: rows }, { ...page, orders: [] })
  const asked = { query: { page: 1, pageSize: 20 } }
  const { orders } = await answer(api.GET('/api/admin/paypal', { params: asked }))
  expect(orders.map(({ orderName }) => orderName)).toEqual(['#8', null, 'Month'])
  const chosen = { query: { ...asked.query, filter: ['FINISH' as const] } }
  await answer(api.GET('/api/admin/alipay', { params: chosen }))
  expect(sent.map(({ url }) => url.searchParams.getAll('filter'))).toEqual([
    ['created', 'approved', 'finish', 'closed'],
    ['FINISH'],
  ])
})

test('the own orders say their kind, and are delivered where nothing is said', async () => {
  olderServer([
    { orderId: 'a', type: 'Paypal', createTime: 1 },
    { orderId: 'b', type: '充值码', createTime: 1, status: 'USED' },
    { orderId: 'c', type: '支付宝', createTime: 1, status: 'CREATE' },
  ])
  const orders = await answer(api.GET('/api/user/order'))
  expect(orders.map(({ kind, state }) => [kind, state])).toEqual([
    ['paypal', 'delivered'],
    ['giftcard', 'delivered'],
    ['alipay', 'created'],
  ])
})

test('nothing is translated from or for a server of this contract', async () => {
  const setting = { accountForNewUser: { type: 5 } }
  const sent = olderServer(setting, { serverId: 3 })
  noteContract('1.0.0')
  expect(await answer(api.GET('/api/admin/setting/account'))).toEqual(setting)
  const server = { type: 'Shadowsocks', plane: 'embedded' }
  await answer(api.POST('/api/admin/server', { body: server as Body<'createServer'> }))
  expect(sent[1]?.body).toEqual(server)
})

test('a server whose status is not known yet is an older one unless its replies are marked', () => {
  noteContract(undefined as never)
  expect(answersAsOlder()).toBe(true)
  noteMarked(true)
  expect(answersAsOlder()).toBe(false)
  noteContract(null)
  expect(answersAsOlder()).toBe(true)
})
