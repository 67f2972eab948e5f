import autocannon from 'autocannon'
import Fastify from 'fastify'
import { toUserQuery, usersOf } from '../src/features/users/filter.ts'
import { cpuOf } from './cpu.ts'
import { busiest, memoryOf, putOnline, startSluice } from './server.ts'
import type { Row } from './table.ts'

const SECONDS = 3
const CONNECTIONS = 10
/** How many carry traffic while it is asked. */
const MOST_ONLINE = 10_000

/**
 * Calls per second, p99 and processor time per call, each as a share of a constant reply of the
 * same size from Fastify in the same run; with everybody online, as the console asks.
 */
export async function measureCalls(accounts: number): Promise<Row[]> {
  putOnline(accounts, MOST_ONLINE)
  const sluice = await startSluice(accounts, 18_091)
  const { accountId, serverId } = busiest(accounts)
  const headers = { cookie: sluice.cookie, 'content-type': 'application/json' }
  const everything = { expired: true, unexpired: true, unlimit: true, mac: true, orderId: 0 }
  const page = (search: string, more: object = {}) =>
    JSON.stringify({
      page: 1,
      pageSize: 30,
      search,
      sort: 'port_asc',
      filter: { ...everything, ...more },
    })
  const time = Date.now() - 86_400_000
  const calls = [
    {
      name: 'account list, 30 rows',
      method: 'POST' as const,
      path: '/api/admin/accountWithPage',
      body: page(''),
    },
    ...['an', 'ann', '500'].map((search) => ({
      name: `account list, search "${search}"`,
      method: 'POST' as const,
      path: '/api/admin/accountWithPage',
      body: page(search),
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
      name: 'account list, ends within 3 days',
      method: 'POST' as const,
      path: '/api/admin/accountWithPage',
      body: page('', { endsWithin: 3, noUser: false }),
    },
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
  for (const { name, method, path, body } of calls) {
    const reply = await fetch(sluice.url + path, { method, headers, body: body ?? null })
    if (!reply.ok) throw new Error(`${name}: ${reply.status}`)
    const size = (await reply.text()).length
    const reference = await constant(size)
    const theirs = await rate(reference.url, 'GET', {}, undefined)
    await reference.stop()
    const ours = await rate(sluice.url + path, method, headers, body, sluice.process.pid)
    rows.push({
      name: `${name}, ${accounts}`,
      ours: ours.perSecond,
      unit: 'req/s',
      reference: theirs.perSecond,
      note: `${ours.cpu.toFixed(2)} ms CPU, p99 ${ours.p99} ms, constant ${theirs.p99} ms`,
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
  url: string,
  method: 'GET' | 'POST',
  headers: Record<string, string>,
  body: string | undefined,
  pid = process.pid,
) {
  const options = { url, method, headers, body, connections: CONNECTIONS }
  await autocannon({ ...options, duration: 1 })
  const before = cpuOf(pid)
  const { requests, latency, non2xx } = await autocannon({ ...options, duration: SECONDS })
  if (non2xx > 0) throw new Error(`${url}: ${non2xx} replies were no success`)
  const cpu = (cpuOf(pid) - before) / requests.total
  return { perSecond: requests.average, p99: latency.p99, cpu }
}

/** What the user list sends, with the types and the order nobody chose. */
function usersAsked(search: string): string {
  const { type = [], ...rest } = toUserQuery(usersOf({}), search)
  const query = new URLSearchParams({ page: '1', pageSize: '30', ...(rest as object) })
  for (const one of type) query.append('type', one)
  return query.toString()
}

async function constant(size: number) {
  const app = Fastify()
  const text = 'x'.repeat(size)
  app.get('/', (_request, reply) => reply.type('application/json').send(text))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, stop: () => app.close() }
}
