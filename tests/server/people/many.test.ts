/** @module-tag long */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type RawBuilder,
  sql,
} from 'kysely'
import { selectLeastBusy, selectOnline } from '../../../server/accounts/online.ts'
import { remember, slicesOf } from '../../../server/database/slices.ts'
import { selectUsers } from '../../../server/people/users/store.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const PAGE = '/api/admin/accountWithPage'
const FILTER = { expired: true, unexpired: true, unlimit: true, mac: true, orderId: 0 }

/** So many accounts on ports from 10000 on, each with an owner `n1@shop.test`, `n2@shop.test` … */
async function aShop(many: number) {
  const world = await makeWorld()
  const { db, clock } = world
  const ids = Array.from({ length: many }, (_, at) => at + 10)
  for (let at = 0; at < many; at += 500) {
    const part = ids.slice(at, at + 500)
    const people = part.map((id) => ({
      id,
      username: `n${id}@shop.test`,
      email: `n${id}@shop.test`,
      passwordHash: '',
      type: 'normal' as const,
      comment: id % 2 ? 'odd' : '',
      createTime: clock.at,
    }))
    await db.insertInto('user').values(people).execute()
    const accounts = part.map((id) => ({
      id,
      userId: id,
      type: 1,
      port: 10_000 + id,
      password: id === 11 ? 'p4xyzzy' : 'p4ss',
      subscribe: String(id).padStart(32, '0'),
      createTime: clock.at,
    }))
    await db.insertInto('account').values(accounts).execute()
  }
  return world
}

const accounts = async (world: World, fields: object) =>
  (await world.as(mainAdmin).POST(PAGE, { body: { pageSize: 80, filter: FILTER, ...fields } }))
    .data!
const users = async (world: World, query: object) =>
  (await world.as(mainAdmin).GET('/api/admin/user', { params: { query } })).data!

describe('a search that finds nearly all', () => {
  test.each(['@shop', '@', 's', 'p4'])(
    'counts to 10,000 and says that there are more: %s',
    async (search) => {
      const world = await aShop(10_500)
      const first = await accounts(world, { search })
      expect(first).toMatchObject({ total: 10_000, more: true, maxPage: 125 })
      expect(first.account.map((row) => 'port' in row && row.port).slice(0, 2)).toEqual([
        10_010, 10_011,
      ])
      // Pages continue beyond the count, to the very last.
      const later = await accounts(world, { search, page: 126 })
      expect(later).toMatchObject({ total: 10_080, more: true, maxPage: 127 })
      const last = await accounts(world, { search, page: 132 })
      expect(last).toMatchObject({ total: 10_500, maxPage: 132 })
      expect(last.more).toBeUndefined()
      expect(last.account).toHaveLength(20)
      expect((await accounts(world, { search, page: 133 })).account).toEqual([])
      // What it sorts by holds for all and not for what was counted.
      const down = await accounts(world, { search, sort: 'port_desc' })
      expect(down.account[0]).toMatchObject({ port: 20_509 })
    },
  )

  test('sorts all by what no index holds', async () => {
    const world = await aShop(10_500)
    const serverId = await aServer(world)
    const usage = [10_300, 4_000].map((accountId, at) => ({
      accountId,
      serverId,
      cycleFrom: 0,
      bytes: at + 1,
      lastSeen: 9 - at,
    }))
    await world.db.insertInto('usage').values(usage).execute()
    const ids = async (fields: object) =>
      (await accounts(world, fields)).account.slice(0, 3).map(({ id }) => id)
    expect(await ids({ sort: 'used_desc' })).toEqual([4_000, 10_300, 10_509])
    expect(await ids({ sort: 'seen_desc', search: '@shop' })).toEqual([10_300, 4_000, 10_509])
    const last = await accounts(world, { sort: 'used_asc', page: 132 })
    expect(last).toMatchObject({ total: 10_500, maxPage: 132 })
    expect(last.account.slice(-2).map(({ id }) => id)).toEqual([10_300, 4_000])
  })

  test('sorts all by the names of their users, as the list of users does', async () => {
    const world = await aShop(10_500)
    // Accounts have the ids of their owners here.
    for (const [sort, byName] of [
      ['user_asc', 'name_asc'],
      ['user_desc', 'name_desc'],
    ] as const)
      // Names are read 2,500 at a time: the 32nd page holds the first border.
      for (const page of [1, 32, 66, 132]) {
        const own = (await accounts(world, { sort, page })).account.map(({ id }) => id)
        const people = (await users(world, { sort: byName, page, pageSize: 80 })).users
        expect(own).toEqual(people.map(({ id }) => id))
      }
  })

  test('sorts those without a user last either way, down to the last page', async () => {
    const world = await aShop(10_500)
    const alone = world.db.updateTable('account').set({ userId: null })
    await alone.where('id', 'in', [4_000, 10_300]).execute()
    for (const sort of ['user_asc', 'user_desc']) {
      const last = (await accounts(world, { sort, page: 132 })).account.map(({ id }) => id)
      expect(last).toHaveLength(20)
      expect(last.slice(-2)).toEqual([10_300, 4_000])
    }
  })

  test('says the same of users', async () => {
    const world = await aShop(10_500)
    for (const search of ['shop', 'p']) {
      const first = await users(world, { search, pageSize: 80 })
      expect(first).toMatchObject({ total: 10_000, more: true, maxPage: 125 })
      expect(first.users[0]?.id).toBe(10_509)
      const last = await users(world, { search, pageSize: 80, page: 132 })
      expect(last).toMatchObject({ total: 10_500, maxPage: 132 })
      expect(last.users).toHaveLength(20)
    }
    const odd = await users(world, { search: 'ODD', pageSize: 80, sort: 'id_asc' })
    expect(odd).toMatchObject({ total: 5250, maxPage: 66 })
    expect(odd.more).toBeUndefined()
    expect(odd.users.slice(0, 2).map(({ id }) => id)).toEqual([11, 13])
  })

  test('finds the one of many, and does work on all that match', async () => {
    const world = await aShop(10_500)
    expect(await accounts(world, { search: 'xyzzy' })).toMatchObject({ total: 1 })
    const body = {
      selection: { of: 'account' as const, query: { search: '@shop', filter: FILTER } },
      action: { kind: 'delete' as const },
    }
    const { data } = await world.as(mainAdmin).POST('/api/admin/job/preview', { body })
    expect(data?.total).toBe(10_500)
  })
})

describe('accounts over their quota among many', () => {
  test('are shown while they are, the new ones after a while', async () => {
    const now = vi.spyOn(performance, 'now')
    let at = 1_000_000
    now.mockImplementation(() => at)
    const world = await aShop(6_000)
    const { db } = world
    await db
      .updateTable('account')
      .set({ ...months(world, 1), flow: 100 })
      .where('id', '<', 20)
      .execute()
    const serverId = (
      await db
        .insertInto('server')
        .values({
          type: 'Shadowsocks',
          plane: 'embedded',
          name: 'T',
          host: 'h',
          port: 1,
          method: 'x',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    const uses = (accountId: number, bytes: number) =>
      db
        .insertInto('usage')
        .values({ accountId, serverId, cycleFrom: world.clock.at, bytes, lastSeen: 0 })
        .onConflict((conflict) =>
          conflict.columns(['accountId', 'serverId']).doUpdateSet({ bytes }),
        )
        .execute()
    await uses(12, 100)
    await uses(13, 100)
    const over = async () =>
      (await accounts(world, { filter: { ...FILTER, mac: false, usedOver: 100 } })).account.map(
        ({ id }) => id,
      )
    expect(await over()).toEqual([12, 13])
    await uses(13, 99)
    await uses(14, 100)
    // Nobody is wrongly shown as over; newly over accounts are not searched again at once.
    expect(await over()).toEqual([12])
    at += 31_000
    await over()
    await vi.waitFor(async () => {
      // A page is cached for a second.
      at += 1_000
      expect(await over()).toEqual([12, 14])
    }, 10_000)
    now.mockRestore()
  })
})

describe('slicesOf', () => {
  test('covers every id once, and an empty table in one', async () => {
    const world = await makeWorld()
    const slices = async () => {
      const found: [number, number][] = []
      for await (const { from, to } of slicesOf(world.db, 'account', 10)) found.push([from, to])
      return found
    }
    expect(await slices()).toEqual([[0, 9]])
    await anAccount(world, { id: 25 })
    expect(await slices()).toEqual([
      [0, 9],
      [10, 19],
      [20, 29],
    ])
  })
})

describe('remember', () => {
  let at = 0
  beforeEach(() => {
    at = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => at)
    return () => now.mockRestore()
  })

  test('computes once for concurrent callers, and again after half a minute', async () => {
    const { db } = await makeWorld()
    let times = 0
    const ask = () =>
      remember(db, 'x', async () => {
        times += 1
        return { value: times, slices: 2 }
      })
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
    at = 29_999
    expect(await ask()).toBe(1)
    at = 30_000
    // The old answer until the new one is there.
    expect(await ask()).toBe(1)
    await vi.waitFor(async () => expect(await ask()).toBe(2))
    at = 200_000
    expect(await ask()).toBe(3)
    expect(times).toBe(3)
  })

  test('keeps nothing that took one slice, and no failure', async () => {
    const { db } = await makeWorld()
    let times = 0
    const small = () => remember(db, 'x', async () => ({ value: ++times, slices: 1 }))
    expect([await small(), await small()]).toEqual([1, 2])
    const fails = () => remember(db, 'y', () => Promise.reject(new Error(`no ${++times}`)))
    await expect(Promise.all([fails(), fails()])).rejects.toThrow('no 3')
    await expect(fails()).rejects.toThrow('no 4')
  })

  test('keeps the databases apart', async () => {
    const [one, two] = [await makeWorld(), await makeWorld()]
    const ask = (db: World['db'], value: number) =>
      remember(db, 'x', async () => ({ value, slices: 2 }))
    expect([await ask(one.db, 1), await ask(two.db, 2), await ask(one.db, 3)]).toEqual([1, 2, 1])
  })
})

describe('in a shop of 3,000', () => {
  /** The database, and the tables of each statement it receives. */
  function watched({ db }: World) {
    const requested: string[] = []
    const plugin = {
      transformQuery: ({ node }: PluginTransformQueryArgs) => {
        requested.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }: PluginTransformResultArgs) => result,
    }
    const about = (table: string) =>
      requested.splice(0).filter((text) => text.includes(table)).length
    return { db: db.withPlugin(plugin), about }
  }

  test.skipIf(process.env.TEST_DATABASE_URL)(
    'a search among all types of people asks the index of letter pairs',
    async () => {
      const world = await aShop(3_000)
      const { db, about } = watched(world)
      for (const type of [[], ['normal'], ['normal', 'admin']] as const) {
        const found = await selectUsers(db, { search: 'n27', type: [...type] }, undefined)
        expect(found.total).toBe(111)
        expect([type, about('userPairs')]).toEqual([type, 1])
      }
      // The few of a group are looked at one by one.
      expect((await selectUsers(db, { search: 'n27' }, 0)).total).toBe(111)
      expect(about('userPairs')).toBe(0)
    },
  )

  test('every type is no condition, and one leaves out the others', async () => {
    const world = await aShop(30)
    await world.person({ type: 'admin' })
    const { db, about } = watched(world)
    const total = async (type: ('normal' | 'admin')[], sort: 'id_desc' | 'lastLogin_asc') =>
      (await selectUsers(db, { type, sort }, undefined)).total
    for (const sort of ['id_desc', 'lastLogin_asc'] as const) {
      expect(await total(['normal', 'admin'], sort)).toBe(31)
      expect(await total(['admin', 'normal', 'admin'], sort)).toBe(31)
      expect(await total([], sort)).toBe(31)
      expect(about('"name":"admin"')).toBe(0)
      expect(await total(['normal'], sort)).toBe(30)
      expect(await total(['admin', 'admin'], sort)).toBe(1)
    }
  })

  test('online accounts are read in slices, and cached for five seconds', async () => {
    const age = vi.spyOn(performance, 'now').mockReturnValue(1e6)
    const world = await aShop(3_000)
    const server = await aServer(world)
    const other = await aServer(world)
    const slot = { serverId: server, bucket: world.clock.at, up: 10_001, down: 0 }
    await world.db
      .insertInto('flow5min')
      .values([10, 2_900, 3_009].map((accountId) => ({ accountId, ...slot })))
      .execute()
    const { db, about } = watched(world)
    expect(await selectOnline(db, world.clock.at)).toEqual(new Map([[server, [10, 2_900, 3_009]]]))
    expect(about('flow5min')).toBe(2)
    for (let times = 0; times < 3; times += 1)
      expect((await selectLeastBusy(db, world.clock.at))[0]?.id).toBe(other)
    expect(about('flow5min')).toBe(0)
    await world.db.deleteFrom('flow5min').execute()
    age.mockReturnValue(1e6 + 4_999)
    expect((await selectOnline(db, world.clock.at)).size).toBe(1)
    age.mockReturnValue(1e6 + 15_000)
    expect((await selectOnline(db, world.clock.at)).size).toBe(0)
  })

  test.skipIf(process.env.TEST_DATABASE_URL)(
    'what ends soon is read from an index alone, traffic in use from the one by time',
    async () => {
      const { db } = await makeWorld()
      const plan = async (query: RawBuilder<unknown>) =>
        (await sql<{ detail: string }>`explain query plan ${query}`.execute(db)).rows.map(
          ({ detail }) => detail,
        )
      const ending = sql`select "id" from "account" where "active" = 1 and "expireTime" > 1
        and "expireTime" <= 2 order by "port", "portSpace" limit 30`
      expect((await plan(ending))[0]).toContain('COVERING INDEX accountByEnd')
      const online = sql`select "serverId" from "flow5min" where "bucket" in (1, 2)
        and "accountId" >= 1 and "accountId" <= 9`
      expect((await plan(online))[0]).toMatch(/flow5minByTime \(bucket=\? AND accountId>/)
    },
  )
})
