import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../server/database/database.ts'
import { openMachineLease } from '../../../server/engine/protocol/machineLease.ts'
import { type Lease, openLeases } from '../../../server/engine/console/leases.ts'
import type { Order, PortState } from '../../../server/engine/protocol/messages.ts'
import { LEASE_MS } from '../../../server/fleet/plane/desired.ts'
import { findServer, noteMove } from '../../../server/accounts/servers/store.ts'
import { aFakeFleet } from '../../support/fakeFleet.ts'
import { months } from '../../support/make.ts'
import { emptyFolder } from '../../support/served.ts'

const SOON = { timeout: 5_000 }
const MB = 1_000_000

type Place = { node: number; server: number }

/** Two nodes that share a quota of 100 MB, each with half of it. */
async function shared() {
  const fleet = await aFakeFleet(2)
  const { world, places, start, link, anAccountOn } = fleet
  const [one, two] = places as [Place, Place]
  const limited = { ...months(world, 1), flow: 100 * MB, multiServerFlow: 1 as const }
  const account = await anAccountOn([one.server, two.server], limited)
  const [first, second] = [`${one.server}:${account}`, `${two.server}:${account}`]
  const running = start()
  const [a, b] = [link(one.node, 'a'), link(two.node, 'b')]
  await running.settle()
  await expect.poll(() => a.orderOf(first)?.until, SOON).toBe(50 * MB)
  await expect.poll(() => b.orderOf(second)?.until, SOON).toBe(50 * MB)
  return { ...fleet, one, two, account, first, second, running, a, b }
}

describe('a quota that nodes share', () => {
  test('is not given to others as far as a node has it that is cut off', async () => {
    const { one, account, first, second, running, a, b, link } = await shared()
    a.report([first, 10 * MB, 0, 0])
    b.report([second, 30 * MB, 0, 0])
    const left = () => b.orderOf(second)?.until
    running.wake([account])
    // 60 are left for both.
    await expect.poll(left, SOON).toBe(60 * MB)
    await expect.poll(() => a.orderOf(first)?.until, SOON).toBe(40 * MB)
    a.wire.close()
    b.report([second, 58 * MB, 0, 0])
    running.wake([account])
    await expect.poll(() => b.requested.at(-1)?.orders?.[0]?.until, SOON).toBe(60 * MB)
    b.report([second, 60 * MB, 0, 0])
    running.wake([account])
    // Of 30 the other has all: what is carried stays within the quota.
    await expect.poll(() => running.plane.stateOf(second), SOON).toBeUndefined()
    // It is back, and has carried nothing more.
    const lives = [{ epoch: 'a', counters: [[first, 10 * MB, 0, 0]] as never }]
    const back = link(one.node, 'a', { lives })
    await expect.poll(() => back.orderOf(first)?.until, SOON).toBe(25 * MB)
    await expect.poll(left, SOON).toBe(75 * MB)
  })

  test('is spent where a node has it that a server moved away from', async () => {
    const { world, two, account, first, running, a, b } = await shared()
    a.report([first, 10 * MB, 0, 0])
    a.wire.close()
    const carried = { nodeId: two.node }
    await world.db.updateTable('server').set(carried).where('shift', '=', 0).execute()
    running.wake([account])
    // 90 are left, of which 40 are with the node that is away, and two share the rest.
    await expect.poll(() => b.orderOf(first)?.until, SOON).toBe(25 * MB)
  })
})

describe('what a node was lent', () => {
  const usage = async (world: { db: Database }) =>
    (await world.db.selectFrom('usage').select('bytes').execute()).map(({ bytes }) => bytes)

  test('is known to a console that starts while the node is cut off, until its lease is over', async () => {
    const { world, two, second, running, a, b, first, start, link, account } = await shared()
    a.report([first, 10 * MB, 0, 0])
    b.report([second, 30 * MB, 0, 0])
    await expect.poll(() => usage(world), SOON).toEqual([10 * MB, 30 * MB])
    await running.stop()
    const next = start()
    const lives = [{ epoch: 'b', counters: [[second, 30 * MB, 0, 0]] as never }]
    const there = link(two.node, 'b', { lives })
    await next.settle()
    // Of 60 that are left the other has 40.
    await expect.poll(() => there.orderOf(second)?.until, SOON).toBe(50 * MB)
    there.report([second, 50 * MB, 0, 0])
    next.wake([account])
    await expect.poll(() => next.plane.stateOf(second), SOON).toBeUndefined()
    world.clock.add(LEASE_MS + 5 * 60_000 - 1)
    next.wake([account])
    await pause(200)
    expect(next.plane.stateOf(second)).toBeUndefined()
    world.clock.add(1)
    next.wake([account])
    await expect.poll(() => there.orderOf(second)?.until, SOON).toBe(70 * MB)
  })

  test('cuts nobody off whose server leaves a machine that is away, and is charged when that is back', async () => {
    const { world, places, start, link, anAccountOn } = await aFakeFleet(2)
    const [one, two] = places as [Place, Place]
    const account = await anAccountOn([one.server], { ...months(world, 1), flow: 100 * MB })
    const key = `${one.server}:${account}`
    const running = start()
    const [a, b] = [link(one.node, 'a'), link(two.node, 'b')]
    await running.settle()
    await expect.poll(() => a.orderOf(key)?.until, SOON).toBe(100 * MB)
    a.report([key, 10 * MB, 0, 0])
    await expect.poll(() => usage(world), SOON).toEqual([10 * MB])
    a.wire.close()
    await noteMove(world.db, (await findServer(world.db, one.server))!, world.clock.at)
    await world.db
      .updateTable('server')
      .set({ nodeId: two.node })
      .where('id', '=', one.server)
      .execute()
    running.wake()
    await expect.poll(() => b.orderOf(key)?.until, SOON).toBe(90 * MB)
    b.report([key, 50 * MB, 0, 0])
    await expect.poll(() => usage(world), SOON).toEqual([60 * MB])
    // Its customers went on there, up to what it had: that is spent once more at most, and nothing is
    // left of it.
    link(one.node, 'a', { lives: [{ epoch: 'a', counters: [[key, 100 * MB, 0, 0]] as never }] })
    await expect.poll(() => usage(world), SOON).toEqual([150 * MB])
    running.wake()
    await expect.poll(() => running.plane.stateOf(key), SOON).toBeUndefined()
  })
})

describe('the record of leases', () => {
  const order = (until: number | null, leaseMs: number | undefined = LEASE_MS) =>
    ({
      key: '1:1',
      port: 1,
      method: 'm',
      password: 'p',
      until,
      ...(leaseMs && { leaseMs }),
    }) as Order
  const open: PortState[] = [{ key: '1:1', state: 'open' }]
  const engine = { epoch: 'a', endsLeases: true }

  function aRecord(rows: Lease[] = []) {
    const kept = new Map(rows.map((row) => [row.key, row]))
    const leases = openLeases({
      load: async () => [...kept.values()],
      save: async (more) => {
        for (const row of more) kept.set(row.key, row)
      },
      remove: async (keys) => {
        for (const key of keys) kept.delete(key)
      },
    })
    return { leases, until: () => kept.get('1:1')?.until, row: () => kept.get('1:1') }
  }

  test('is never less than what the engine may have been ordered', async () => {
    const { leases, until, row } = aRecord()
    const [large, small, larger] = [order(50 * MB), order(20 * MB), order(60 * MB)]
    await leases.grant([large], engine)
    expect(row()).toEqual({ key: '1:1', epoch: 'a', until: 50 * MB, lastsMs: LEASE_MS })
    await leases.granted([large], open, [])
    await leases.grant([small], engine)
    expect(until()).toBe(50 * MB)
    // A larger one is on its way when the answer to the smaller one comes.
    await leases.grant([larger], engine)
    await leases.granted([small], open, ['1:1'])
    expect(until()).toBe(60 * MB)
    await leases.grant([small], engine)
    await leases.granted([small], open, [])
    expect(until()).toBe(20 * MB)
  })

  test('ends with a port that closes, that did not open, or that has no lease any more', async () => {
    const { leases, until } = aRecord([{ key: '1:1', epoch: '0', until: 7, lastsMs: 1 }])
    expect(await leases.load('a')).toEqual(['1:1'])
    await leases.granted([], [], ['1:1'])
    expect(until()).toBeUndefined()
    for (const [last, state] of [
      [order(null), open],
      [order(9, 0), open],
      [order(9), [{ key: '1:1', state: 'error', reason: 'over' }] as PortState[]],
    ] as const) {
      await leases.grant([order(5 * MB)], engine)
      expect(until()).toBe(5 * MB)
      await leases.grant([last], engine)
      await leases.granted([last], state, [])
      expect(until()).toBeUndefined()
    }
  })

  test('lasts a week with an engine that knows no leases, and begins again with another', async () => {
    const { leases, row } = aRecord()
    await leases.grant([order(50 * MB)], { epoch: 'a', endsLeases: false })
    expect(row()?.lastsMs).toBe(7 * 86_400_000)
    await leases.grant([order(3 * MB)], { epoch: 'b', endsLeases: true })
    expect(row()).toMatchObject({ epoch: 'b', until: 3 * MB, lastsMs: LEASE_MS })
  })
})

describe('the time without a console', () => {
  test('goes on over restarts, and counts as for ever where nobody knows how long it was', async () => {
    const dir = await emptyFolder()
    const clocks = { boot: 'a', uptime: 1_000, wall: 50_000 }
    const open = () => openMachineLease(dir, () => ({ ...clocks }))
    const first = open()
    clocks.uptime += 70
    expect(first.ms()).toBe(70)
    first.end()
    clocks.uptime += 30
    first.save()
    // The process was away for 5; somebody set the clock.
    clocks.uptime += 5
    clocks.wall -= 40_000
    expect(open().ms()).toBe(35)
    open().save()
    // The machine starts again, and was off for 9.
    Object.assign(clocks, { boot: 'b', uptime: 2, wall: clocks.wall + 9 })
    const second = open()
    clocks.uptime += 1
    expect(second.ms()).toBe(35 + 9 + 1)
    second.save()
    Object.assign(clocks, { boot: 'c', uptime: 2, wall: clocks.wall - 1 })
    expect(open().ms()).toBeGreaterThan(1e15)
    open().save()
    expect(open().ms()).toBeGreaterThan(1e15)
    open().end()
  })
})
