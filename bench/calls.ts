import autocannon from 'autocannon'
import { toUserQuery, usersOf } from '../src/features/users/filter.ts'
import { startBare } from './bare.ts'
import { cpuOf } from './cpu.ts'
import { busiest, customerOf, isIdle, memoryOf, putOnline, startSluice } from './server.ts'
import type { Row } from './table.ts'

const SECONDS = 3
const CONNECTIONS = 10
/** Below those of accounts, which the engine of this console holds by then. */
const BARE_PORT = 8_098
/** How many carry traffic during the calls. */
const MOST_ONLINE = 10_000

/** One call; `bodyOf` makes another one each time, so that no cache answers it. */
type Asked = {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: string
  bodyOf?: (nth: number) => string
  headers?: Record<string, string>
  isCustomer?: boolean
}

/**
 * Calls per second, p99 and processor time per call, and how much of that a constant reply of the
 * same size from `node:http` takes in the same run; with everybody online, as the console calls it.
 */
export async function measureCalls(accounts: number): Promise<Row[]> {
  putOnline(accounts, MOST_ONLINE)
  const sluice = await startSluice(accounts, 8_091)
  await isIdle(sluice)
  const { accountId, serverId } = busiest(accounts)
  const headers = { cookie: sluice.cookie, 'content-type': 'application/json' }
  const everything = { expired: true, unexpired: true, unlimit: true, mac: true, orderId: 0 }
  const page = (search: string, more: object = {}, { nth = 0, size = 30 } = {}) =>
    JSON.stringify({
      page: nth + 1,
      pageSize: size,
      search,
      sort: 'port_asc',
      filter: { ...everything, ...more },
    })
  const time = Date.now() - 86_400_000
  const list = { method: 'POST', path: '/api/admin/accountWithPage' } as const
  const request = { method: 'POST', headers, body: page('') }
  const { headers: replied } = await fetch(sluice.url + list.path, request)
  const customer = await customerOf(accounts, sluice)
  const calls: Asked[] = [
    { ...list, name: 'account list, 30 rows', body: page('') },
    {
      ...list,
      name: 'account list, the same as before',
      body: page(''),
      headers: { 'if-none-match': replied.get('etag') ?? '' },
    },
    {
      ...list,
      name: 'account list, another page each time',
      bodyOf: (nth) => page('', {}, { nth: nth % 300, size: 30 + (Math.floor(nth / 300) % 10) }),
    },
    ...['an', 'ann', '500'].map((search) => ({
      ...list,
      name: `account list, search "${search}", another size each time`,
      bodyOf: (nth: number) => page(search, {}, { size: 30 + (nth % 70) }),
    })),
    ...['hour', 'day', 'week'].map((type) => ({
      name: `account chart, ${type}`,
      method: 'GET' as const,
      path: `/api/admin/flow/${serverId}?type=${type}&time=${time}&accountId=${accountId}&tz=UTC`,
      body: undefined,
    })),
    {
      name: 'server chart, day',
      method: 'GET' as const,
      path: `/api/admin/flow/${serverId}?type=day&time=${time}&tz=UTC`,
      body: undefined,
    },
    {
      ...list,
      name: 'account list, ends within 3 days, another size each time',
      bodyOf: (nth) => page('', { endsWithin: 3, noUser: false }, { size: 30 + (nth % 70) }),
    },
    ...(customer
      ? [
          {
            name: 'own accounts',
            method: 'GET' as const,
            path: '/api/user/account',
            isCustomer: true,
          },
        ]
      : []),
    ...[
      ['account page', `/api/admin/account/${accountId}`],
      ['who is online', '/api/admin/account/online'],
      ['user list', `/api/admin/user?${usersAsked('')}`],
      ['user list, search "ann"', `/api/admin/user?${usersAsked('ann')}`],
      ['orders', '/api/admin/allOrders?page=1&pageSize=30'],
      ['orders, Alipay', '/api/admin/allOrders?page=1&pageSize=30&kind=alipay'],
      ['login status', '/api/home/login'],
      ['health', '/api/health'],
    ].map(([name = '', path = '']) => ({ name, method: 'GET' as const, path, body: undefined })),
  ]
  const rows: Row[] = [
    {
      name: `cold start, ${accounts} accounts`,
      ours: sluice.startedIn,
      unit: 'ms',
      target: '< 1000',
    },
  ]
  for (const { name, method, path, bodyOf, body = bodyOf?.(0), ...more } of calls) {
    const cookie = more.isCustomer ? (customer ?? '') : sluice.cookie
    const sent = { ...headers, cookie }
    const reply = await fetch(sluice.url + path, { method, headers: sent, body: body ?? null })
    if (!reply.ok) throw new Error(`${name}: ${reply.status}`)
    const size = Buffer.byteLength(await reply.text())
    const bare = await startBare(size, BARE_PORT)
    const theirs = await rate(bare, { url: bare.url, method, headers: sent, body })
    await bare.stop()
    const call = { url: sluice.url + path, method, headers: { ...sent, ...more.headers }, body }
    const ours = await rate({ pid: sluice.process.pid ?? 0 }, { ...call, bodyOf })
    rows.push({
      name: `${name}, ${accounts}`,
      ours: ours.perSecond,
      unit: 'req/s',
      reference: theirs.perSecond,
      note: `${ours.cpu.toFixed(3)} ms CPU, ${(theirs.cpu / ours.cpu).toFixed(2)} of bare, p99 ${ours.p99} ms, bare ${theirs.p99} ms`,
    })
  }
  rows.push({
    name: `memory after it, ${accounts}`,
    ours: await memoryOf(sluice.process),
    unit: 'MB',
    target: '< 200',
  })
  await sluice.stop()
  return rows
}

async function rate(
  { pid }: { pid: number },
  { url, method, headers, body, bodyOf }: Omit<Asked, 'name' | 'path'> & { url: string },
) {
  let nth = 0
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    body: bodyOf?.(nth++) ?? '',
  })
  const options = {
    url,
    method,
    headers,
    connections: CONNECTIONS,
    ...(body !== undefined && { body }),
    ...(bodyOf && { requests: [{ setupRequest }] }),
  }
  await autocannon({ ...options, duration: 1 })
  const before = cpuOf(pid)
  const { requests, latency, ...seen } = await autocannon({ ...options, duration: SECONDS })
  if (seen['4xx'] + seen['5xx'] > 0) throw new Error(`${url}: some replies were no success`)
  const cpu = (cpuOf(pid) - before) / requests.total
  return { perSecond: requests.average, p99: latency.p99, cpu }
}

/** What the user list sends by default: its types and its order. */
function usersAsked(search: string): string {
  const { type = [], ...rest } = toUserQuery(usersOf({}), search)
  const query = new URLSearchParams({ page: '1', pageSize: '30', ...(rest as object) })
  for (const one of type) query.append('type', one)
  return query.toString()
}
