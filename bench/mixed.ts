import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startPostgres } from '../scripts/postgres.mjs'
import { cpuOf } from './cpu.ts'
import { busiest, customerOf, dataDirOf, open, type Sluice, startSluice } from './server.ts'
import type { Row } from './table.ts'

const SECONDS = 10
/** Calls that are under way at once, of all processes together. */
const CONNECTIONS = 16
/** Below those of the demo's accounts. */
const PORT = 1_910
const PROCESSES = [1, 2, 4]
const MOVE = join(import.meta.dirname, '../server/app/move/command.ts')

/**
 * What a shop's people do, all at once: customers who look at their account, admins who search, look
 * at charts and change accounts (one call in twenty). On the embedded database, then on PostgreSQL
 * with one, two and four processes behind a load balancer; and how long the move there and back takes.
 *
 * The one that calls runs on the same machine, and PostgreSQL without `fsync`.
 */
export async function measureMixed(accounts: number): Promise<Row[]> {
  const filled = await startSluice(accounts, PORT, { ENGINE: 'false' })
  await filled.stop()
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  const dataDir = join(folder, 'data')
  cpSync(dataDirOf(accounts), dataDir, { recursive: true })
  const wanted = busiest(accounts)
  const postgres = await startPostgres()
  try {
    const embedded = await open(dataDir, PORT, { ENGINE: 'false' })
    const customer = (await customerOf(accounts, embedded, dataDir)) ?? ''
    const people = { customer, admin: embedded.cookie }
    const rows = [await mixed(`embedded, ${accounts}`, [embedded], { ...wanted, ...people })]
    await embedded.stop()
    rows.push(move(`to PostgreSQL, ${accounts}`, dataDir, {}, postgres.url))
    for (const processes of PROCESSES) {
      const consoles = await Promise.all(
        Array.from({ length: processes }, (_, nth) => beside(dataDir, nth, postgres.url)),
      )
      const calls = { ...wanted, ...people }
      const databasePids = () => backendsOf(postgres.data)
      const name = `PostgreSQL, ${processes} processes, ${accounts}`
      rows.push(await mixed(name, consoles, calls, databasePids))
      for (const one of consoles) await one.stop()
    }
    const back = join(folder, 'back.db')
    rows.push(move(`back, ${accounts}`, dataDir, { DATABASE_URL: postgres.url }, back))
    return rows
  } finally {
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One of several processes: each has a data folder, and all the same key. */
function beside(dataDir: string, nth: number, url: string): Promise<Sluice> {
  const own = join(dataDir, `process-${nth}`)
  const env = { SECRET_KEY_FILE: join(dataDir, 'secret.key'), DATABASE_URL: url, ENGINE: 'false' }
  return open(own, PORT + nth, env)
}

type Calls = { accountId: number; serverId: number; customer: string; admin: string }

/** Some seconds of it, against all processes alike. */
async function mixed(
  name: string,
  consoles: readonly Sluice[],
  calls: Calls,
  databasePids: () => number[] = () => [],
): Promise<Row> {
  const run = (duration: number) =>
    Promise.all(
      consoles.map(({ url }) =>
        autocannon({
          url,
          duration,
          connections: Math.ceil(CONNECTIONS / consoles.length),
          requests: requestsOf(calls),
        }),
      ),
    )
  await run(2)
  const used = () => ({
    console: sum(consoles.map((one) => cpuOf(one.process.pid ?? 0))),
    database: sum(databasePids().map(cpuOf)),
  })
  const before = used()
  const results = await run(SECONDS)
  const after = used()
  const failed = sum(results.map((one) => one['4xx'] + one['5xx'] + one.errors))
  if (failed > 0) throw new Error(`${name}: ${failed} replies were no success`)
  const total = sum(results.map(({ requests }) => requests.total))
  const each = (what: 'console' | 'database') =>
    `${((after[what] - before[what]) / total).toFixed(2)} ms`
  const p99 = Math.max(...results.map(({ latency }) => latency.p99))
  return {
    name: `mixed load, ${name}`,
    ours: total / SECONDS,
    unit: 'req/s',
    note: `p99 ${p99} ms; CPU of a call: console ${each('console')}, database ${each('database')}`,
  }
}

/** Twenty calls in the share people make them. */
function requestsOf({ accountId, serverId, customer, admin }: Calls): autocannon.Request[] {
  const json = { 'content-type': 'application/json' }
  const everything = { expired: true, unexpired: true, unlimit: true, mac: true, orderId: 0 }
  const time = Date.now() - 86_400_000
  let nth = 0
  const as = (cookie: string, path: string): autocannon.Request => ({
    method: 'GET',
    path,
    headers: { cookie },
  })
  const own = as(customer, '/api/user/account')
  const status = as(customer, '/api/home/login')
  const list: autocannon.Request = {
    method: 'POST',
    path: '/api/admin/accountWithPage',
    headers: { cookie: admin, ...json },
    setupRequest(request) {
      const page = 1 + (nth++ % 300)
      const body = { page, pageSize: 30, search: '', sort: 'port_asc', filter: everything }
      return { ...request, body: JSON.stringify(body) }
    },
  }
  const change: autocannon.Request = {
    method: 'PUT',
    path: `/api/admin/account/${accountId}/data`,
    headers: { cookie: admin, ...json },
    setupRequest: (request) => ({
      ...request,
      path: `/api/admin/account/${1 + (nth++ % 500)}/data`,
      body: JSON.stringify({ password: `changed ${nth}` }),
    }),
  }
  const page = as(admin, `/api/admin/account/${accountId}`)
  const chart = as(
    admin,
    `/api/admin/flow/${serverId}?type=day&time=${time}&accountId=${accountId}&tz=UTC`,
  )
  const orders = as(admin, '/api/admin/allOrders?page=1&pageSize=30')
  const users = as(admin, '/api/admin/user?page=1&pageSize=30&search=ann&type=normal')
  const customers = [own, own, own, own, own, own, status, status, status, status]
  const admins = [list, list, list, page, page, chart, chart, orders, users, change]
  return [...customers, ...admins]
}

function move(name: string, dataDir: string, env: NodeJS.ProcessEnv, to: string): Row {
  const began = performance.now()
  const said = execFileSync(process.execPath, [MOVE, '--to', to], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, ...env },
  })
  const [rows = ''] = /\d+ rows\. Counts and checksums/.exec(said) ?? []
  const ours = (performance.now() - began) / 1_000
  return { name: `database move ${name}`, ours, unit: 's', note: rows.replace(/\. .*/, '') }
}

/** The processes of one PostgreSQL. */
function backendsOf(data: string): number[] {
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const parentOf = (pid: number) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
    } catch {
      // It has ended.
      return undefined
    }
  }
  const pids = readdirSync('/proc').map(Number)
  return pids.filter((pid) => pid > 0 && (pid === postmaster || parentOf(pid) === postmaster))
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
