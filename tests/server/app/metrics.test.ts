import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { makeApp } from '../../../server/app/app.ts'
import { watchSlowQueries } from '../../../server/app/metrics/metrics.ts'
import { onQuery } from '../../../server/database/queries.ts'
import { insertMail } from '../../../server/messaging/mails/store.ts'
import { aNewAccount, aNewServer, aNode } from '../../support/make.ts'
import { makeShop } from '../../support/shop.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DOCUMENTS = ['prometheus/alerts.yml', 'grafana/sluice.json'].map(
  (name) => `docs/deploy/${name}`,
)
const PROMTOOL = '/usr/bin/promtool'

type Measured = Map<string, number>

// A world with settings of its own has a server of its own: nothing counted or remembered before.

/** What is measured, by series: `name{label="word"}`. */
async function measured(app: Awaited<ReturnType<typeof makeApp>>): Promise<Measured> {
  const { payload } = await app.inject('/api/metrics')
  const lines = payload.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

const namesIn = (series: Measured) =>
  new Set([...series.keys()].map((key) => key.replace(/\{.*/, '')))

describe('what is measured', () => {
  test('are of the shop, its traffic and the machine, and of no person', async () => {
    const shop = await makeShop({ env: {} })
    await insertMail(
      shop.db,
      { kind: 'notice', recipient: 'ann@example.com', subject: 's', content: 'c' } as never,
      shop.clock.at - 60_000,
      // Not yet: one that is being sent does not wait.
      shop.clock.at + 60_000,
    )
    const series = await measured(shop.app)
    const { payload } = await shop.app.inject('/api/metrics')
    expect([...payload.matchAll(/^# TYPE sluice_/gm)].length).toBeGreaterThanOrEqual(30)
    expect(series.get('sluice_mail_oldest_waiting_seconds')).toBe(60)
    expect(series.get('sluice_customers')).toBeGreaterThan(0)
    expect(series.get('sluice_database_up')).toBe(1)
    for (const key of series.keys())
      expect(key).not.toMatch(/@|\d+\.\d+\.\d+\.\d+|\{.*(customer|user|account|port)=/)
  })

  test('counts servers by light, machines, and what the engine has open', async () => {
    const world = await makeWorld({ env: {} })
    await world.as(mainAdmin).POST('/api/admin/server', { body: aNewServer() })
    await aNode(world)
    const series = await measured(world.app)
    expect(series.get('sluice_servers{light="grey"}')).toBe(1)
    expect(series.get('sluice_servers{light="red"}')).toBe(0)
    expect(series.get('sluice_nodes')).toBe(1)
    expect(series.get('sluice_nodes_linked')).toBe(0)
    expect(series.get('sluice_open_ports')).toBe(0)
  })

  test('counts what calls came to', async () => {
    const world = await makeWorld({ env: {} })
    await world.app.inject('/api/admin/server')
    await world.as(mainAdmin).POST('/api/admin/account', { body: aNewAccount() })
    const series = await measured(world.app)
    expect(series.get('sluice_calls_refused_total{status="401"}')).toBe(1)
    expect(series.get('sluice_calls_failed_total')).toBe(0)
    expect(series.get('sluice_call_seconds_count{operation="createAccount",status="200"}')).toBe(1)
    expect(series.get('sluice_query_seconds_count')).toBeGreaterThan(0)
  })

  test('has a help for each, and each is of one kind', async () => {
    const { app } = await makeWorld()
    const { payload } = await app.inject('/api/metrics')
    for (const [, name, help] of payload.matchAll(/^# HELP (sluice_\S+) (.*)$/gm))
      expect([name, (help ?? '').length > 10]).toEqual([name, true])
  })

  test('leaves out what cannot be read, and reports the rest', async () => {
    // Embedded, wherever the others run: a database on PostgreSQL is handed on to the next test.
    const world = await makeWorld({ env: { DATABASE_URL: ':memory:' } })
    await world.db.schema.dropTable('mail').execute()
    const names = namesIn(await measured(world.app))
    expect(names).not.toContain('sluice_mails_last_day')
    expect(names).not.toContain('sluice_backup_shipped_timestamp_seconds')
    expect(names).toContain('sluice_servers')
  })

  test('requires the token, where there is one', async () => {
    const { app } = await makeWorld({ env: { METRICS_TOKEN: 'token' } })
    const status = async (authorization?: string) =>
      (
        await app.inject({
          url: '/api/metrics',
          headers: { ...(authorization && { authorization }) },
        })
      ).statusCode
    expect([await status(), await status('Bearer tokens'), await status('token')]).toEqual([
      404, 404, 404,
    ])
    expect(await status('Bearer token')).toBe(200)
  })
})

describe('what is handed to Prometheus and Grafana', () => {
  test.each(DOCUMENTS)('%s names series there are', async (file) => {
    const { app } = await makeWorld({ env: { BACKUP: '/tmp/none' } })
    const { payload } = await app.inject('/api/metrics')
    const known = new Set([...payload.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
    const used = readFileSync(file, 'utf8').match(/\b(sluice|nodejs|process)_[a-z0-9_]+/g) ?? []
    expect(used.length).toBeGreaterThan(10)
    const unknown = used.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')))
    expect(unknown).toEqual([])
  })

  // By Prometheus's own program, which only `npm run soak` installs.
  test('the alerts are what promtool takes', { tags: ['soak'] }, async () => {
    const run = promisify(execFile)
    const cwd = 'docs/deploy/prometheus'
    await run(PROMTOOL, ['check', 'rules', 'alerts.yml'], { cwd })
    await run(PROMTOOL, ['test', 'rules', 'alerts.test.yml'], { cwd })
  })

  test('each alert is explained', () => {
    const alerts = readFileSync(DOCUMENTS[0]!, 'utf8').matchAll(/alert: (\w+)/g)
    const text = readFileSync('docs/observe.md', 'utf8')
    for (const [, name] of alerts) expect(text).toContain(name)
  })
})

describe('probes', () => {
  test('a process without its database lives and is not ready', async () => {
    const world = await makeWorld()
    const status = async (path: string) => (await world.app.inject(`/api/${path}`)).statusCode
    expect([await status('livez'), await status('readyz')]).toEqual([200, 200])
    await world.db.destroy()
    await vi.waitFor(async () => expect(await status('readyz')).toBe(503))
    expect(await status('livez')).toBe(200)
    expect((await world.app.inject('/api/readyz')).json()).toEqual({ status: 'database' })
  })

  test.each(['readyz', 'health'])('%s costs the database one look a second', async (path) => {
    const world = await makeWorld({ env: {} })
    const statements = vi.fn()
    await world.app.inject(`/api/${path}`)
    onQuery(world.db, statements)
    for (let times = 0; times < 20; times += 1) await world.app.inject(`/api/${path}`)
    expect(statements).not.toHaveBeenCalled()
  })

  test('one that ends is not ready from the first moment on', async () => {
    const { world } = await makeWorld()
    const app = await makeApp(world)
    const statuses: number[] = []
    app.addHook('preClose', async () => {
      for (const path of ['readyz', 'livez'])
        statuses.push((await fetch(`${url}/api/${path}`)).status)
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    await app.close()
    expect(statuses).toEqual([503, 503])
  })
})

describe('a call', () => {
  test('has an id of its own in its reply, regardless of the id the caller sent', async () => {
    const { app } = await makeWorld()
    const headers = { 'x-request-id': 'mine' }
    const [one, two] = [
      await app.inject({ url: '/api/home/login', headers }),
      await app.inject('/api/no/such/thing'),
    ]
    for (const reply of [one, two]) expect(reply.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
  })
})

describe('a slow statement', () => {
  test('is named once in ten seconds, without its values, and counted each time', async () => {
    const warn = vi.fn()
    const clock = { at: 0 }
    const log = { info: vi.fn(), warn, error: vi.fn() }
    const isSlow = watchSlowQueries({ log, elapsed: () => clock.at }, 500)
    expect([isSlow('select 1', 499), isSlow('select 1', 500), isSlow('select 1', 900)]).toEqual([
      false,
      true,
      true,
    ])
    expect(isSlow('select 2', 700)).toBe(true)
    expect(warn.mock.calls.map(([what]) => what)).toEqual([
      { sql: 'select 1', ms: 500 },
      { sql: 'select 2', ms: 700 },
    ])
    clock.at = 10_000
    isSlow('select 1', 600)
    expect(warn).toHaveBeenCalledTimes(3)
    expect(watchSlowQueries({ log }, 0)('select 1', 1e9)).toBe(false)
  })

  test('of the real database reaches the log and the counter', async () => {
    const world = await makeWorld({ env: { SLOW_QUERY_MS: '1' } })
    const warn = vi.spyOn(world.world.log, 'warn')
    const secret = 'nobody@example.com'
    await sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 200000)
      select count(*), ${secret} from numbers
    `.execute(world.db)
    const series = await measured(world.app)
    expect(series.get('sluice_slow_queries_total')).toBeGreaterThan(0)
    expect(JSON.stringify(warn.mock.calls)).toContain('numbers where n <')
    expect(JSON.stringify(warn.mock.calls)).not.toContain(secret)
  })

  test('is from 0 ms to an hour', async () => {
    await expect(makeWorld({ env: { SLOW_QUERY_MS: '-1' } })).rejects.toThrow('SLOW_QUERY_MS')
    await expect(makeWorld({ env: { SLOW_QUERY_MS: '3600001' } })).rejects.toThrow('SLOW_QUERY_MS')
  })
})
