import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ingest } from '../../../server/accounts/metering/ingest.ts'
import { startQueue } from '../../../server/accounts/metering/queue.ts'
import { leftOn, type Quota, usedOn } from '../../../server/accounts/quota/quota.ts'
import { removeOldFlow } from '../../../server/accounts/flow/retention.ts'
import { recountUsage } from '../../../server/accounts/quota/usage.ts'
import type { FlowDelta } from '../../../server/engine/plane.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { pass, terms } from '../../support/traffic.ts'
import { makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const usageOf = (world: World, accountId: number) =>
  world.db.selectFrom('usage').selectAll().where('accountId', '=', accountId).execute()

describe('ingest', () => {
  test('adds every byte once to every table', async () => {
    const world = await makeWorld({ env: { TZ: 'Asia/Tokyo' } })
    const servers = [await aServer(world), await aServer(world, { shift: 1 })]
    const accounts = [await anAccount(world), await anAccount(world), await anAccount(world)]
    const delta = fc.record({
      server: fc.constantFrom(...servers),
      account: fc.constantFrom(...accounts),
      up: fc.nat(1_000_000),
      down: fc.nat(2 ** 40),
      ago: fc.nat(3 * DAY),
    })
    let batches = 0
    let carried = 0
    await fc.assert(
      fc.asyncProperty(fc.array(delta, { minLength: 1, maxLength: 60 }), async (rows) => {
        batches += 1
        const deltas = rows.map(({ server, account, ago, ...bytes }) => ({
          key: `${server}:${account}`,
          at: world.clock.at - ago,
          ...bytes,
        }))
        await ingest(world.db, { id: `batch ${batches}`, deltas }, terms(world))
        carried += deltas.reduce((sum, { up, down }) => sum + up + down, 0)
        for (const table of ['flow5min', 'flowHour', 'flowDay', 'serverFlow'] as const) {
          const stored = await world.db.selectFrom(table).select(['up', 'down']).execute()
          expect(
            stored.reduce((sum, { up, down }) => sum + up + down, 0),
            table,
          ).toBe(carried)
        }
        const usage = await world.db.selectFrom('usage').select('bytes').execute()
        expect(usage.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(carried)
      }),
      { numRuns: 30 },
    )
    const days = await world.db.selectFrom('flowDay').select('bucket').distinct().execute()
    expect(days.every(({ bucket }) => (bucket + 9 * HOUR) % DAY === 0)).toBe(true)
  })

  test('counts a batch once however often it is reported', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const deltas = [{ key: `${server}:${account}`, up: 1, down: 2, at: world.clock.at }]
    const batch = { id: 'again', deltas }
    expect(await ingest(world.db, batch, terms(world))).toEqual([])
    // Whether a quota was used up got lost with the answer: each is looked at.
    expect(await ingest(world.db, batch, terms(world))).toEqual([account])
    expect((await usageOf(world, account))[0]?.bytes).toBe(3)
  })

  test('keeps the traffic of an account that is gone, for the server', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    await pass(world, server, 99, 500)
    const rows = await world.db.selectFrom('serverFlow').select('down').execute()
    expect(rows).toEqual([{ down: 500 }])
    expect(await usageOf(world, 99)).toEqual([])
  })

  test('starts again with the next cycle, and counts late news to the cycle before', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world, months(world, 3))
    const start = world.clock.at
    await pass(world, server, account, 100)
    world.clock.add(30 * DAY + MINUTE)
    await pass(world, server, account, 7)
    await pass(world, server, account, 50, start + 30 * DAY - 1)
    expect(await usageOf(world, account)).toMatchObject([
      { bytes: 7, cycleFrom: start + 30 * DAY, lastSeen: world.clock.at },
    ])
  })

  test('sums up the cycle again when someone moved it', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world, months(world, 3))
    const start = world.clock.at
    await pass(world, server, account, 100)
    world.clock.add(2 * DAY)
    await pass(world, server, account, 20)
    const cycleStart = start + DAY
    await world.db.updateTable('account').set({ cycleStart }).where('id', '=', account).execute()
    await pass(world, server, account, 3)
    expect(await usageOf(world, account)).toMatchObject([{ bytes: 23, cycleFrom: cycleStart }])

    await world.db
      .updateTable('account')
      .set({ cycleStart: start - DAY })
      .where('id', '=', account)
      .execute()
    await world.db.transaction().execute((tx) => recountUsage(tx, account, world.clock.at))
    expect(await usageOf(world, account)).toMatchObject([{ bytes: 123, cycleFrom: start - DAY }])
  })

  test('says when a quota is used up: of one server, or of all together', async () => {
    const world = await makeWorld()
    const one = await aServer(world)
    const two = await aServer(world, { shift: 1, scale: 2 })
    const own = await anAccount(world, { ...months(world, 1), flow: 1000 })
    expect(await pass(world, one, own, 999)).toEqual([])
    expect(await pass(world, two, own, 499)).toEqual([])
    expect(await pass(world, two, own, 1)).toEqual([own])
    const shared = await anAccount(world, { ...months(world, 1), flow: 1000, multiServerFlow: 1 })
    expect(await pass(world, one, shared, 500)).toEqual([])
    expect(await pass(world, two, shared, 250)).toEqual([shared])
  })
})

describe('leftOn', () => {
  test('is the fewest bytes that use the quota up', () => {
    const scale = fc.constantFrom(0.1, 0.3, 0.5, 1, 1.5, 2, 3.7)
    const raw = fc.nat(100_000)
    fc.assert(
      fc.property(
        fc.nat(500_000),
        raw,
        raw,
        scale,
        scale,
        fc.boolean(),
        (flow, a, b, s, t, shared) => {
          const scales = new Map([
            [1, s],
            [2, t],
          ])
          const quota: Quota = {
            flow: flow + 1,
            flowPack: 10,
            shared,
            scales,
            raw: new Map([[2, b]]),
          }
          const used = (bytes: number) =>
            usedOn({ ...quota, raw: new Map([...quota.raw, [1, bytes]]) }, 1)
          const left = leftOn(quota, 1, (id) => (id === 1 ? a : 0))!
          expect(used(a + left)).toBeGreaterThanOrEqual(flow + 11)
          if (left > 0) expect(used(a + left - 1)).toBeLessThan(flow + 11)
        },
      ),
    )
  })

  test('is no end without a quota, or where nothing is charged', () => {
    const quota: Quota = { flow: 0, flowPack: 0, shared: false, raw: new Map(), scales: new Map() }
    expect(leftOn(quota, 1)).toBe(null)
    expect(leftOn({ ...quota, flow: 5, scales: new Map([[1, 0]]) }, 1)).toBe(null)
  })
})

describe('startQueue', () => {
  test('keeps traffic in memory while the database fails, and counts it once', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const queue = startQueue(world.world, () => {})
    const delta: FlowDelta = { key: `${server}:${account}`, up: 1, down: 9, at: world.clock.at }
    // The last of its tables is missing, so that each try fails half way.
    await world.db.schema.alterTable('serverFlow').renameTo('away').execute()
    queue.add([delta])
    queue.add([delta, { ...delta, at: 0 }])
    expect(await queue.drain(250)).toBe(false)
    expect(queue.pending()).toEqual(new Map([[delta.key, 30]]))
    await world.db.schema.alterTable('away').renameTo('serverFlow').execute()
    expect(await queue.drain(5_000)).toBe(true)
    expect(queue.pending().size).toBe(0)
    expect((await usageOf(world, account))[0]?.bytes).toBe(30)
    const rows = await world.db.selectFrom('serverFlow').select(['up', 'down']).execute()
    expect(rows).toEqual([{ up: 3, down: 27 }])
  })
})

describe('startQueue under load', () => {
  test('lets everybody else have a turn after each portion', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const queue = startQueue(world.world, () => {})
    const deltas = Array.from({ length: 1_000 }, (_, at): FlowDelta => {
      return { key: `${server}:${account + at}`, up: 1, down: 1, at: world.clock.at }
    })
    let turns = 0
    const turn = () => {
      turns += 1
      if (queue.pending().size > 0) setImmediate(turn)
    }
    queue.add(deltas)
    setImmediate(turn)
    expect(await queue.drain(20_000)).toBe(true)
    // Ten portions: others were served between any two of them.
    expect(turns).toBeGreaterThanOrEqual(9)
  })
})

describe('removeOldFlow', () => {
  test('removes what is too old for its table, in slices', async () => {
    const world = await makeWorld()
    const now = world.clock.at
    const row = (bucket: number) => ({ accountId: 1, serverId: 1, bucket, up: 1, down: 1 })
    const old = Array.from({ length: 1_500 }, (_, n) => row(now - 7 * DAY - (n + 1) * 5 * MINUTE))
    for (let at = 0; at < old.length; at += 500)
      await world.db
        .insertInto('flow5min')
        .values(old.slice(at, at + 500))
        .execute()
    await world.db.insertInto('flow5min').values(row(now)).execute()
    await world.db
      .insertInto('flowHour')
      .values([row(now - 59 * DAY), row(now - 61 * DAY)])
      .execute()
    await world.db
      .insertInto('serverFlow')
      .values(
        [0, 1, 401].map((ago) => ({ serverId: ago, bucket: now - ago * DAY, up: 1, down: 1 })),
      )
      .execute()
    expect(await removeOldFlow(world.db, { now, timeZone: 'UTC' })).toBe(1_502)
    expect(await world.db.selectFrom('flow5min').selectAll().execute()).toHaveLength(1)
    expect(await world.db.selectFrom('serverFlow').selectAll().execute()).toHaveLength(2)
  })

  test('keeps what machines carried for 40 days, to the millisecond', async () => {
    const world = await makeWorld()
    const now = world.clock.at
    const values = [0, 40 * DAY, 40 * DAY + 1].map((ago, nodeId) => {
      return { nodeId, bucket: now - ago, up: 1, down: 1 }
    })
    await world.db.insertInto('nodeFlow').values(values).execute()
    expect(await removeOldFlow(world.db, { now, timeZone: 'UTC' })).toBe(1)
    const left = await world.db.selectFrom('nodeFlow').select('nodeId').execute()
    expect(left.map(({ nodeId }) => nodeId).sort()).toEqual([0, 1])
  })
})
