import { describe, expect, test } from 'vitest'
import { packsFromNow, moveTimes } from '../../../server/accounts/quota/moving.ts'
import { findAccount } from '../../../server/accounts/store.ts'
import { foldDays, foldServers, holdOldDays } from '../../../server/accounts/flow/folding.ts'
import {
  selectMonth,
  selectMonthLimits,
  selectNodeMonth,
} from '../../../server/fleet/health/months.ts'
import { acceptedOf, LATE_MS } from '../../../server/accounts/metering/accepted.ts'
import { anAccount, aNode, aServer } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const DAY = 86_400_000
const MONTH = 30 * DAY

describe('what a node may count', () => {
  const PORT = { up: 1, down: 1, at: 0 }
  const marked = (source: string, key: string, more: { isOrdered?: boolean } = {}) => ({
    key,
    ...PORT,
    mark: { source, epoch: 'e', up: 1, down: 1 },
    ...more,
  })

  /** Which of these keys a source may count. */
  async function own(world: World, source: string, keys: string[], now = world.clock.at) {
    const found = await acceptedOf(
      world.db,
      source,
      keys.map((key) => marked(source, key)),
      now,
    )
    const [mine, others] = [found.own, found.others].map((some) => some.map(({ key }) => key))
    expect([...mine!, ...others!].toSorted()).toEqual(keys.toSorted())
    return mine
  }

  async function twoNodes() {
    const world = await makeWorld()
    const [node, other] = [await aNode(world), await aNode(world)]
    const [server, elsewhere] = [
      await aServer(world, { plane: 'node', nodeId: node }),
      await aServer(world, { plane: 'node', nodeId: other, shift: 1 }),
    ]
    return { world, node, other, server, elsewhere, source: `node:${node}` }
  }

  test('is of its own servers, whichever port and device it is of', async () => {
    const { world, server, elsewhere, other, source } = await twoNodes()
    const account = await anAccount(world)
    const keys = [`${server}:${account}`, `${server}:${account}:7`, `${elsewhere}:${account}`]
    expect(await own(world, source, keys)).toEqual(keys.slice(0, 2))
    expect(await own(world, `node:${other}`, keys)).toEqual(keys.slice(2))
    // Of other sources this console asks itself.
    expect(await own(world, 'engine', keys)).toEqual(keys)
    expect(await own(world, source, [])).toEqual([])
  })

  test('is what was booked for the very same source, with devices and without', async () => {
    const { world, other, source } = await twoNodes()
    const gone = 9_999
    const book = (from: string, key: string) =>
      world.db
        .insertInto('counterMark')
        .values({ source: from, epoch: 'old', key, up: 1, down: 1, time: 0 })
        .execute()
    await book(source, `${gone}:1`)
    await book(`node:${other}`, `${gone}:2`)
    await book('engine', `${gone}:3`)
    const keys = [1, 2, 3, 4].flatMap((account) => [`${gone}:${account}`, `${gone}:${account}:5`])
    expect(await own(world, source, keys)).toEqual([`${gone}:1`, `${gone}:1:5`])
    expect(await own(world, `node:${other}`, keys)).toEqual([`${gone}:2`, `${gone}:2:5`])
  })

  test('is what this console ordered, and nothing else of the same report', async () => {
    const { world, source } = await twoNodes()
    const deltas = [marked(source, '9:1', { isOrdered: true }), marked(source, '9:2')]
    const found = await acceptedOf(world.db, source, deltas, world.clock.at)
    expect(found).toEqual({ own: [deltas[0]], others: [deltas[1]] })
    const all = await acceptedOf(world.db, source, [deltas[0]!], world.clock.at)
    expect(all).toEqual({ own: [deltas[0]], others: [] })
  })

  test('ends eight days after its account, and begins with it', async () => {
    const { world, server, source } = await twoNodes()
    const now = world.clock.at
    const of = (changes: object) => anAccount(world, changes)
    const yes = [
      await of({ expireTime: now - LATE_MS + 1 }),
      await of({ expireTime: null }),
      await of({ cycleStart: now }),
      await of({ server: JSON.stringify([server + 100, server]) }),
    ]
    const no = [
      await of({ expireTime: now - LATE_MS }),
      await of({ cycleStart: now + 1 }),
      await of({ active: 0 }),
      await of({ server: JSON.stringify([server + 100]) }),
      9_999,
    ]
    const keys = (ids: number[]) => ids.map((id) => `${server}:${id}`)
    expect(await own(world, source, keys([...yes, ...no]))).toEqual(keys(yes))
  })

  test('is of a server that was moved off it, for eight days', async () => {
    const { world, node, elsewhere, source } = await twoNodes()
    const account = await anAccount(world)
    const key = `${elsewhere}:${account}`
    const now = world.clock.at
    const move = { nodeId: node, serverId: elsewhere, time: now - LATE_MS + 1 }
    expect(await own(world, source, [key])).toEqual([])
    await world.db.insertInto('serverMove').values(move).execute()
    expect(await own(world, source, [key], now)).toEqual([key])
    expect(await own(world, source, [key], now + 1)).toEqual([])
  })
})

describe('a month of servers', () => {
  test('has a row for each server, and for each account on each', async () => {
    const { db } = await makeWorld()
    const row = { bucket: Date.UTC(2024, 1, 3), up: 1, down: 2 }
    const rows = [
      { ...row, serverId: 1 },
      { ...row, serverId: 2, up: 10, down: 20 },
      { ...row, serverId: 1, bucket: Date.UTC(2024, 1, 29), up: 5, down: 5 },
      { ...row, serverId: 1, bucket: Date.UTC(2024, 2, 1), up: 7, down: 7 },
    ]
    const [february, march] = [Date.UTC(2024, 1), Date.UTC(2024, 2)]
    await foldServers(db, rows, 'UTC')
    const servers = await db.selectFrom('serverFlowMonth').selectAll().execute()
    const ordered = servers.toSorted((a, b) => a.bucket - b.bucket || a.serverId - b.serverId)
    expect(ordered).toMatchObject([
      { serverId: 1, bucket: february, up: 6, down: 7 },
      { serverId: 2, bucket: february, up: 10, down: 20 },
      { serverId: 1, bucket: march, up: 7, down: 7 },
    ])
    await foldDays(
      db,
      rows.flatMap((one) => [
        { ...one, accountId: 4 },
        { ...one, accountId: 5, up: one.up * 100 },
      ]),
      'UTC',
    )
    const accounts = await db.selectFrom('flowMonth').selectAll().execute()
    expect(accounts).toHaveLength(6)
    expect(accounts.filter(({ accountId }) => accountId === 5)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ serverId: 1, bucket: february, up: 600, down: 7 }),
        expect.objectContaining({ serverId: 2, bucket: february, up: 1_000, down: 20 }),
        expect.objectContaining({ serverId: 1, bucket: march, up: 700, down: 7 }),
      ]),
    )
  })

  test('changes nothing by being held', async () => {
    const world = await makeWorld()
    const now = Date.UTC(2026, 0, 15)
    const row = { accountId: 1, serverId: 1, bucket: now - 399 * DAY - 1, up: 3, down: 4 }
    await world.db.insertInto('flowDay').values(row).execute()
    await holdOldDays(world.db, 1, now)
    expect(await world.db.selectFrom('flowDay').selectAll().execute()).toMatchObject([row])
  })
})

describe('the calendar month', () => {
  // Shanghai is eight hours ahead of UTC: its March begins on the last day of February.
  const MARCH = Date.UTC(2024, 1, 29, 16)

  test('of servers and machines begins where the site is', async () => {
    const { db } = await makeWorld()
    const flow = [
      { bucket: MARCH - 1, up: 1_000, down: 1_000 },
      { bucket: MARCH, up: 1, down: 2 },
      { bucket: Date.UTC(2024, 2, 1), up: 10, down: 20 },
    ]
    const at = (id: object, rows = flow) => rows.map((row) => ({ ...id, ...row }))
    const late = flow.slice(0, 1)
    await db
      .insertInto('serverFlow')
      .values([...at({ serverId: 1 }), ...at({ serverId: 2 }, late)] as never)
      .execute()
    await db
      .insertInto('nodeFlow')
      .values([...at({ nodeId: 7 }), ...at({ nodeId: 8 }, late)] as never)
      .execute()
    const now = Date.UTC(2024, 2, 9)
    for (const [zone, bytes] of [
      ['Asia/Shanghai', 33],
      ['UTC', 30],
    ] as const) {
      expect([...(await selectMonth(db, now, zone))]).toEqual([[1, bytes]])
      expect([...(await selectNodeMonth(db, now, zone))]).toEqual([[7, bytes]])
    }
    // One that lies behind UTC has more of February in its March.
    const honolulu = Date.UTC(2024, 2, 1, 10)
    const rows = [
      { bucket: honolulu - 1, up: 100, down: 0 },
      { bucket: honolulu, up: 1, down: 0 },
    ]
    await db
      .insertInto('serverFlow')
      .values(at({ serverId: 3 }, rows) as never)
      .execute()
    await db
      .insertInto('nodeFlow')
      .values(at({ nodeId: 9 }, rows) as never)
      .execute()
    expect([...(await selectMonth(db, now, 'Pacific/Honolulu'))]).toEqual([[3, 1]])
    expect([...(await selectNodeMonth(db, now, 'Pacific/Honolulu'))]).toEqual([[9, 1]])
  })

  test('has a limit only where somebody said one', async () => {
    const world = await makeWorld()
    const limited = await aNode(world, { trafficLimit: 1 })
    await aNode(world)
    await aNode(world, { trafficLimit: 0 })
    expect([...(await selectMonthLimits(world.db))]).toEqual([[limited, 1]])
  })
})

describe('packs of a cycle that is moved', () => {
  /** An account in its second of five months, with packs dated around the borders of that. */
  async function packed(shift: number, packs: number[]) {
    const world = await makeWorld()
    const start = world.clock.at
    const id = await anAccount(world, {
      type: 3,
      cycleStart: start,
      cycles: 5,
      expireTime: start + 5 * MONTH,
      flow: 100,
    })
    const [from, now] = [start + MONTH, start + MONTH + 10 * DAY]
    world.clock.set(now)
    for (const createTime of packs)
      await world.db
        .insertInto('flowPack')
        .values({ accountId: id, flow: 1, createTime: from + createTime })
        .execute()
    await world.db.transaction().execute(async (tx) => {
      const account = (await findAccount(tx, id))!
      const times = {
        cycleStart: start + shift,
        cycles: 5,
        expireTime: start + shift + 5 * MONTH,
      }
      await moveTimes(tx, account, times, now)
    })
    const rows = await world.db.selectFrom('flowPack').select('createTime').orderBy('id').execute()
    const { usageFrom } = (await findAccount(world.db, id))!
    return {
      packs: rows.map(({ createTime }) => createTime - from),
      usageFrom: usageFrom === null ? null : usageFrom - from,
    }
  }

  test('stay in it, and those of other cycles stay where they are', async () => {
    // The cycle moves on by four days: its own packs from before that come along.
    expect(await packed(4 * DAY, [-1, 0, 4 * DAY - 1, 4 * DAY, MONTH - 1, MONTH])).toEqual({
      packs: [-1, 4 * DAY, 4 * DAY, 4 * DAY, MONTH - 1, MONTH],
      usageFrom: null,
    })
  })

  test('stay in it where it moves back, and counts from where it counted', async () => {
    // From six days before on; what was dated at the new end and after it would be in the next one.
    const end = MONTH - 6 * DAY
    expect(await packed(-6 * DAY, [-1, 0, end - 1, end, MONTH - 1, MONTH])).toEqual({
      packs: [-1, 0, end - 1, 0, 0, MONTH],
      usageFrom: 0,
    })
  })

  test('of one account are dated now, and of no other', async () => {
    const world = await makeWorld()
    const [one, other] = [await anAccount(world), await anAccount(world)]
    for (const accountId of [one, other])
      await world.db.insertInto('flowPack').values({ accountId, flow: 1, createTime: 5 }).execute()
    await packsFromNow(world.db, one, 9)
    const rows = await world.db.selectFrom('flowPack').select(['accountId', 'createTime']).execute()
    expect(new Map(rows.map((row) => [row.accountId, row.createTime]))).toEqual(
      new Map([
        [one, 9],
        [other, 5],
      ]),
    )
  })
})
