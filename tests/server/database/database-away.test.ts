/** @module-tag long */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { openDatabase } from '../../../server/database/database.ts'
import { CannotStart } from '../../../server/database/cannotStart.ts'
import { openForService } from '../../../server/database/opening.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { startBuying, stockedShop } from '../../support/buyers.ts'
import { freePort } from '../../support/freePort.ts'
import { serve } from '../../support/served.ts'

/** How long the database is away, ms; `OUTAGE=60000` tries a minute. */
const OUTAGE = Number(process.env.OUTAGE ?? 10_000)
const SECONDS = { timeout: 20_000, interval: 50 }

let postgres: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  postgres = await startPostgres()
  return () => postgres.stop()
})

async function freshDatabase() {
  const name = `d${Math.random().toString(36).slice(2)}`
  const admin = openDatabase(postgres.url)
  await sql`create database ${sql.ref(name)}`.execute(admin)
  await admin.destroy()
  return new URL(`/${name}`, postgres.url).href
}

/** Ends every connection to the database as an administrator would; says how many there were. */
async function endConnections(url: string) {
  const admin = openDatabase(url)
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(admin)
  await admin.destroy()
  return rows.length
}

test('ending idle connections ends nothing else', { timeout: 60_000 }, async () => {
  const databaseUrl = await freshDatabase()
  const server = await serve({ DATABASE_URL: databaseUrl })
  await vi.waitFor(async () => expect(await server.status()).toBe(200), SECONDS)
  for (let times = 0; times < 3; times += 1) {
    // Health is cached for a second, and a connection nobody uses is given up: one may be yet to come.
    await vi.waitFor(async () => {
      await server.status()
      expect(await endConnections(databaseUrl)).toBeGreaterThan(0)
    }, SECONDS)
    await vi.waitFor(async () => expect(await server.status()).toBe(200), SECONDS)
  }
  expect(server.child.exitCode).toBe(null)
  // What a process writes arrives a moment after what it answers.
  await vi.waitFor(() => expect(server.said()).toContain('A database connection ended'), SECONDS)
  expect(
    server
      .said()
      .split('\n')
      .filter((line) => line.length > 1_000),
  ).toEqual([])
})

test(
  'nothing acknowledged is lost when the database fails',
  { tags: ['soak'], timeout: 240_000 + OUTAGE },
  async () => {
    const databaseUrl = await freshDatabase()
    const proxyPort = await freePort()
    const stock = await stockedShop(databaseUrl, proxyPort, 9)
    const { db, alipay } = stock
    onTestFinished(async () => {
      await db.destroy()
      await alipay.stop()
    })
    const server = await serve({ DATABASE_URL: databaseUrl, ENGINE: 'true' })
    await vi.waitFor(() => isOpen(proxyPort).then((open) => expect(open).toBe(true)), SECONDS)
    const buying = startBuying(server.url, stock)
    const working = async () => {
      const before = buying.seen.get('200') ?? 0
      await vi.waitFor(
        () => expect(buying.seen.get('200') ?? 0).toBeGreaterThan(before + 30),
        SECONDS,
      )
      expect(await isOpen(proxyPort), 'the port of an account').toBe(true)
    }
    const away = async (mode: 'fast' | 'immediate', time: number) => {
      postgres.pause(mode)
      const before = buying.seen.get('503 retry') ?? 0
      await sleep(time)
      expect(buying.seen.get('503 retry') ?? 0).toBeGreaterThan(before)
      expect(await server.status()).toBe(503)
      expect(await isOpen(proxyPort), 'the port of an account').toBe(true)
      postgres.resume()
    }
    await working()
    for (let times = 0; times < 3; times += 1) {
      await endConnections(databaseUrl)
      await working()
    }
    await away('fast', 500)
    await working()
    await away('immediate', 500)
    await working()
    await away('fast', OUTAGE)
    await working()
    postgres.switchOver()
    await working()
    await buying.stop()

    expect(server.child.exitCode).toBe(null)
    expect(server.said()).not.toContain('"level":50')
    const reminders = server.said().match(/work goes on once it is back/g) ?? []
    expect(reminders.length).toBeLessThan(8 + OUTAGE / 5_000)
    const statuses = [...buying.seen.keys()].filter((word) => word !== '403').sort()
    expect(statuses).toEqual(['200', '503 retry'])
    const { orders, codes, messages } = buying.done
    const total = orders.length + codes.length + messages.length
    console.log(`${total} acknowledged; replies: ${JSON.stringify([...buying.seen])}`)

    const without = async (time: 'paidTime' | 'deliveredTime', orderIds: string[]) => {
      const rows = await db
        .selectFrom('placedOrder')
        .select('orderId')
        .where(time, 'is not', null)
        .execute()
      const known = new Set(rows.map(({ orderId }) => orderId))
      return orderIds.filter((orderId) => !known.has(orderId))
    }
    expect(await without('paidTime', orders), 'acknowledged payments that were lost').toEqual([])
    expect(await without('deliveredTime', codes), 'acknowledged codes that were lost').toEqual([])
    const stored = await db.selectFrom('message').select('content').execute()
    const contents = stored.map(({ content }) => content)
    expect(new Set(contents).size).toBe(contents.length)
    expect(
      messages.filter((key) => !contents.includes(key)),
      'lost messages',
    ).toEqual([])
    expect(await checkLedger(db)).toEqual([])
    // What was paid while no console could receive it is sent again, as Alipay does, and delivered once.
    const paid = [...alipay.trades].filter(([, { status }]) => status === 'TRADE_SUCCESS')
    for (const [orderId] of paid) expect(await alipay.notify(orderId)).toBe('success')
    const paidIds = paid.map(([orderId]) => orderId)
    // An order in delivery when the database failed is locked for a minute.
    await vi.waitFor(async () => expect(await without('deliveredTime', paidIds)).toEqual([]), {
      timeout: 100_000,
      interval: 500,
    })
    expect(await checkLedger(db)).toEqual([])
    expect(total).toBeGreaterThan(100)
  },
)

describe('a start while the database is away', () => {
  test('waits for it and says so once', { timeout: 60_000 }, async () => {
    const databaseUrl = await freshDatabase()
    postgres.pause('fast')
    const server = await serve({ DATABASE_URL: databaseUrl })
    await vi.waitFor(() => expect(server.said()).toContain('Waiting for the database'), SECONDS)
    await sleep(2_500)
    postgres.resume()
    await vi.waitFor(async () => expect(await server.status()).toBe(200), SECONDS)
    expect(server.said().match(/Waiting for the database/g)).toHaveLength(1)
  })

  test('ends with a sentence when it stays away, or is not there', async () => {
    const place = { dataDir: '.tmp/none' }
    const nowhere = `postgres://sluice@127.0.0.1:${await freePort()}/none`
    const said: string[] = []
    const quick = { timeoutMs: 10, say: (text: string) => void said.push(text) }
    const never = openForService({ ...place, databaseUrl: nowhere }, quick)
    await expect(never).rejects.toThrow(/cannot be used: .*ECONNREFUSED/)
    expect(said).toHaveLength(1)
    const began = performance.now()
    const wrong = new URL('/nobody_made_this', postgres.url).href
    const refused = openForService({ ...place, databaseUrl: wrong })
    await expect(refused).rejects.toThrow(CannotStart)
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

test('a start on what a newer release has changed is refused, with what to do', async () => {
  const databaseUrl = await freshDatabase()
  const place = { dataDir: '.tmp/none', databaseUrl }
  const db = await openForService(place)
  onTestFinished(() => db.destroy())
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(db)
  const refused = await openForService(place).catch((error: Error) => error.message)
  expect(refused).toMatch(/a newer release of Sluice has changed it \(999-later\)/)
  expect(refused).toContain('with the dump you made before it; nothing was changed.')
  expect(refused).not.toMatch(/rollback|DATABASE_URL/)
})

test(
  'an error nobody caught ends the server, with one sentence',
  {
    timeout: 60_000,
  },
  async () => {
    const late = 'process.on("SIGUSR2", () => { throw new Error("a fault of the test") })'
    const databaseUrl = await freshDatabase()
    const server = await serve({
      DATABASE_URL: databaseUrl,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(late)}`,
    })
    await vi.waitFor(() => expect(server.said()).toContain('Sluice is at'), SECONDS)
    server.child.kill('SIGUSR2')
    expect(await server.ended).toEqual([1, null])
    const sentences = server
      .said()
      .split('\n')
      .filter((line) => line.includes('a fault of the test'))
    expect(sentences).toEqual([expect.stringContaining('Sluice stops because of an error in it')])
  },
)

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
}
