/** @module-tag long */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startOfDay } from '#rules/calendar.ts'
import { selectOnline } from '../../../server/accounts/online.ts'
import { fillDemo } from '../../../server/app/demo/fill.ts'
import { grant, selectDesired } from '../../../server/fleet/plane/desired.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { fillDemoOnRequest } from '../../../server/app/demo/request.ts'
import { selectChart } from '../../../server/accounts/charts/store.ts'
import { monthsKnownSince } from '../../../server/accounts/flow/known.ts'
import { removeOldFlow } from '../../../server/accounts/flow/retention.ts'
import { emptyDatabase, mainAdmin, makeWorld } from '../../support/world.ts'

type Database = Awaited<ReturnType<typeof emptyDatabase>>

const NOW = Date.UTC(2026, 0, 15, 12, 34)
const DAY = 86_400_000
const options = { accounts: 120, now: NOW, timeZone: 'Asia/Shanghai', engineHost: '::' }

async function filled(accounts = options.accounts) {
  const db = await emptyDatabase()
  const steps: number[] = []
  await fillDemo(db, { ...options, accounts, onProgress: (done) => void steps.push(done) })
  return { db, steps }
}

const sumOf = async (db: Database, table: string, since = 0) => {
  const query = sql<{ bytes: number }>`select cast(sum("up" + "down") as bigint) as bytes
    from ${sql.table(table)} where "bucket" >= ${since}`
  return (await query.execute(db)).rows[0]?.bytes
}

type Table = 'user' | 'flowHour' | 'flowMonth' | 'serverFlow' | 'placedOrder' | 'message'

/** In no order: a database gives rows as it finds them. */
const rowsOf = async (db: Database, table: Table) =>
  (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).toSorted()

describe('fillDemo', () => {
  test('fills every corner of a shop, and leaves the main admin to be set up', async () => {
    const { db, steps } = await filled()
    expect(steps).toEqual([120])
    const users = await db.selectFrom('user').selectAll().execute()
    expect(users.length).toBeGreaterThan(80)
    expect(users.every(({ id, email }) => id > 1 && email.endsWith('@example.com'))).toBe(true)
    expect(users.every(({ createTime, lastLogin }) => createTime <= NOW && lastLogin! <= NOW)).toBe(
      true,
    )
    const accounts = await db.selectFrom('account').selectAll().execute()
    expect(accounts).toHaveLength(120)
    expect(new Set(accounts.map(({ type }) => type))).toEqual(new Set([1, 2, 3, 4, 5]))
    const over = accounts.filter(({ expireTime }) => expireTime && expireTime < NOW)
    expect(over.some(({ autoRemove }) => autoRemove === 1)).toBe(true)
    expect(over.length).toBeLessThan(40)
    expect(accounts.some(({ active }) => active === 0)).toBe(true)
    const peaks = await db.selectFrom('groupDay').select(['groupId', 'online']).execute()
    const most = Math.max(...peaks.map(({ online }) => online ?? 0))
    expect(most).toBeGreaterThan(5)
    expect(most).toBeLessThanOrEqual(120)
    expect(new Set(peaks.map(({ groupId }) => groupId)).size).toBeGreaterThan(2)
    for (const table of [
      'server',
      'userGroup',
      'plan',
      'notice',
      'noticeGroup',
      'message',
    ] as const)
      expect((await db.selectFrom(table).selectAll().execute()).length, table).toBeGreaterThan(0)
    const orders = await db.selectFrom('placedOrder').selectAll().execute()
    expect(new Set(orders.map(({ kind }) => kind)).size).toBe(4)
    expect(orders.every(({ createTime }) => createTime <= NOW)).toBe(true)
  })

  test('keeps books of what was sold, and cards for what was redeemed', async () => {
    const { db } = await filled()
    expect(await checkLedger(db)).toEqual([])
    expect((await db.selectFrom('ledger').selectAll().execute()).length).toBeGreaterThan(50)
    const orders = await db.selectFrom('placedOrder').selectAll().execute()
    const cards = await db.selectFrom('giftcard').selectAll().execute()
    const used = cards.filter(({ status }) => status === 'USED').map(({ code }) => code)
    const redeemed = orders.filter(({ kind }) => kind === 'giftcard')
    expect(used.sort()).toEqual(redeemed.map(({ orderId }) => orderId).sort())
    expect(cards.some(({ status }) => status === 'AVAILABLE')).toBe(true)
  })

  test('reports the same traffic in every table', async () => {
    const { db } = await filled()
    const total = await sumOf(db, 'flowHour')
    expect(total).toBeGreaterThan(1e12)
    const { since } = await db
      .selectFrom('flowHour')
      .select((eb) => eb.fn.min<number>('bucket').as('since'))
      .executeTakeFirstOrThrow()
    const day = startOfDay(since, options.timeZone)
    expect(await sumOf(db, 'flowDay', day)).toBe(total)
    expect(await sumOf(db, 'serverFlow', day)).toBe(total)
    for (const [ofAccounts, ofServers] of [
      ['flowDay', 'serverFlow'],
      ['flowMonth', 'serverFlowMonth'],
    ] as const) {
      expect(await sumOf(db, ofAccounts)).toBe(await sumOf(db, ofServers))
      expect(await sumOf(db, ofAccounts)).toBeGreaterThan(1e12)
    }
    const lately = NOW - (NOW % 3_600_000) - 47 * 3_600_000
    expect(await sumOf(db, 'flow5min', lately)).toBe(await sumOf(db, 'flowHour', lately))
    const later = await db
      .selectFrom('flow5min')
      .select('bucket')
      .where('bucket', '>', NOW)
      .execute()
    expect(later).toEqual([])

    const accounts = await db.selectFrom('account').selectAll().execute()
    for (const { id } of accounts) {
      const usage = await db.selectFrom('usage').selectAll().where('accountId', '=', id).execute()
      for (const { serverId, cycleFrom, bytes } of usage) {
        const hours = await db
          .selectFrom('flowHour')
          .select(['up', 'down'])
          .where('accountId', '=', id)
          .where('serverId', '=', serverId)
          .where('bucket', '>=', cycleFrom)
          .execute()
        expect(hours.reduce((sum, { up, down }) => sum + up + down, 0)).toBe(bytes)
      }
    }
  })

  test('has a year before the last 12 months, and knows all of it', async () => {
    const { db } = await filled()
    const months = (from: number) =>
      Array.from({ length: 13 }, (_, at) => Date.UTC(2026, from + at) - 8 * 3_600_000)
    const [server] = await db.selectFrom('server').select('id').orderBy('id').execute()
    const chart = (from: number) =>
      selectChart(db, { serverId: server!.id }, { borders: months(from), table: 'flowMonth' })
    for (const from of [-11, -23])
      expect(Math.min(...(await chart(from))), `${from}`).toBeGreaterThan(1e9)
    const known = await monthsKnownSince(db, NOW)
    expect(known).toBeLessThanOrEqual(months(-23)[0]!)
    // What is read in days is not in months as well.
    expect(await removeOldFlow(db, { now: NOW, timeZone: options.timeZone })).toBe(0)
  })

  test('is the same shop each time, but for secrets', async () => {
    const [one, two] = [await filled(30), await filled(30)]
    for (const table of [
      'user',
      'flowHour',
      'flowMonth',
      'serverFlow',
      'placedOrder',
      'message',
    ] as Table[])
      expect(await rowsOf(one.db, table), table).toEqual(await rowsOf(two.db, table))
    const secrets = async (db: Database) =>
      db.selectFrom('account').select(['password', 'subscribe']).orderBy('id').execute()
    const [mine, other] = [await secrets(one.db), await secrets(two.db)]
    expect(mine.some(({ password }, index) => password === other[index]?.password)).toBe(false)
    expect(mine.some(({ subscribe }, index) => subscribe === other[index]?.subscribe)).toBe(false)
  })

  test.for([
    ['::', 'localhost'],
    ['0.0.0.0', 'localhost'],
    ['192.0.2.7', '192.0.2.7'],
    [undefined, 'localhost'],
  ] as const)(
    'has its servers where the engine of %s listens: they are no dead ones',
    async ([engineHost, host]) => {
      const db = await emptyDatabase()
      await fillDemo(db, { ...options, accounts: 5, engineHost })
      const servers = await db.selectFrom('server').select(['plane', 'host']).execute()
      expect(servers.length).toBeGreaterThan(1)
      expect(new Set(servers.map((server) => server.host))).toEqual(new Set([host]))
    },
  )

  test('keeps a large shop busy: its ports are wanted, its people online', async () => {
    const { db } = await filled(2_001)
    const servers = await db.selectFrom('server').selectAll().orderBy('id').execute()
    expect(servers.map(({ plane }) => plane)).toEqual(['embedded', 'manager', 'manager'])
    const wishes = await selectDesired(db, { from: 0, to: 10_000 }, NOW)
    const ports = [...wishes.values()].flatMap((wish) => grant(wish.ports, new Map()))
    expect(ports.length).toBeGreaterThan(1_500)
    expect(new Set(ports.map(({ port }) => port)).size).toBe(ports.length)
    const online = [...(await selectOnline(db, NOW)).values()].flat()
    expect(new Set(online).size).toBeGreaterThan(1_400)
    // Only accounts that can be are online.
    for (const id of online) expect(wishes.has(id)).toBe(true)
  }, 60_000)

  test('spreads its orders over the day, and reads what it answers', async () => {
    const { db } = await filled(600)
    const times = await db
      .selectFrom('placedOrder')
      .select('createTime')
      .orderBy('createTime', 'desc')
      .limit(10)
      .execute()
    const ages = times.map(({ createTime }) => (NOW - createTime) / 3_600_000)
    expect(ages.filter((age) => age < 0.1).length).toBeLessThan(3)
    expect(ages.at(-1)).toBeGreaterThan(4)
    const talks = await db.selectFrom('message').selectAll().orderBy('id').execute()
    const read = await db.selectFrom('messageRead').selectAll().execute()
    const last = new Map(talks.map((message) => [message.userId, message]))
    const isRead = ({ id, userId }: (typeof talks)[number]) =>
      read.some((row) => row.userId === userId && row.side === 'admin' && row.messageId === id)
    const latest = [...last.values()]
    expect(latest.filter(({ sender }) => sender === 'admin').every(isRead)).toBe(true)
    // Some questions wait.
    expect(latest.some((message) => message.sender === 'user' && !isRead(message))).toBe(true)
  })

  test('is what the console shows', async () => {
    const world = await makeWorld({ env: { TZ: options.timeZone } })
    world.clock.set(NOW)
    await world.db.deleteFrom('session').execute()
    await world.db.deleteFrom('user').execute()
    await fillDemo(world.db, { ...options, accounts: 60 })
    await world.person({ id: 1, type: 'admin', email: 'main@example.com' })
    const { data } = await world.as(mainAdmin).GET('/api/admin/flow/{serverId}', {
      params: { path: { serverId: 1 }, query: { type: 'week', tz: 'Asia/Shanghai' } },
    })
    // Sunday to Thursday evening.
    expect(data?.map((bytes) => bytes > 0)).toEqual([true, true, true, true, true, false, false])
    const states = await world.as(mainAdmin).POST('/api/admin/accountWithPage', {
      body: { pageSize: 100 },
    })
    const seen = states.data?.account.map((row) => ('state' in row ? row.state : undefined))
    expect(new Set(seen)).toEqual(new Set(['open', 'unlimited', 'inactive', 'expired', 'over']))
    // Questions wait for an answer; thanks do not.
    const unread = await world.as(mainAdmin).GET('/api/admin/unreadMessages')
    expect(unread.data).toEqual({ unread: 2, waiting: 2, answered: 5, done: 1 })
    const top = await world.as(mainAdmin).GET('/api/admin/flow/top')
    expect(top.data).toHaveLength(5)
  })

  test('refuses a database that has users', async () => {
    const world = await makeWorld()
    await expect(fillDemo(world.db, options)).rejects.toThrow('fresh database')
  })
})

describe('fillDemoOnRequest', () => {
  test('does nothing by default, and names a number it cannot read', async () => {
    const db = await emptyDatabase()
    await fillDemoOnRequest(db, options, ['--other'])
    expect(await db.selectFrom('server').selectAll().execute()).toEqual([])
    await expect(fillDemoOnRequest(db, options, ['--demo=many'])).rejects.toThrow('--demo=many')
    await fillDemoOnRequest(db, options, ['--demo=10'])
    expect(await db.selectFrom('account').selectAll().execute()).toHaveLength(10)
    const { expireTime } = await db
      .selectFrom('account')
      .select('expireTime')
      .where('active', '=', 1)
      .where('expireTime', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(Math.abs((expireTime ?? 0) - Date.now())).toBeLessThan(400 * DAY)
    // A shop that is in use is left as it is, and starts.
    await fillDemoOnRequest(db, options, ['--demo=20'])
    expect(await db.selectFrom('account').selectAll().execute()).toHaveLength(10)
  })
})
