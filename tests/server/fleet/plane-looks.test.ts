import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Plane, PortState } from '../../../server/engine/plane.ts'
import { startReconciler } from '../../../server/fleet/plane/reconcile.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { makeWorld } from '../../support/world.ts'

/** A reconciler with manual timers; ports with a reason here cannot be opened. */
async function aReconciler({ everyMs = 600_000 } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const fake = aPlane()
  const reasons = new Map<number, string>()
  const states = new Map<string, PortState>()
  const requested: { ports: number[]; closed: readonly string[] }[] = []
  const plane: Plane = {
    ...fake.plane,
    states: () => [...states.values()],
    change: async (desired, closed) => {
      await fake.plane.change(desired, closed)
      requested.push({ ports: desired.map(({ port }) => port).toSorted(), closed })
      const reported = desired.map(({ key, port }) => {
        const reason = reasons.get(port)
        return reason ? { key, port, open: false, reason } : { key, port, open: true }
      })
      for (const key of closed) states.delete(key)
      for (const state of reported) states.set(state.key, state)
      return reported
    },
  }
  const world = await makeWorld({ plane })
  await aServer(world)
  const logged: unknown[][] = []
  const note = (...line: unknown[]) => void logged.push(line)
  const log = { info: note, warn: note, error: note }
  let looks = 0
  const queue = {
    meanwhile: <T>(work: () => Promise<T>) => {
      looks += 1
      return work()
    },
    pending: () => new Map(),
  }
  const { now } = world.world
  // A look takes real time, most of it for the database, while the timers stand still.
  let asked = 0
  const db = world.world.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const reconciler = startReconciler({ db, now, log, plane, queue, everyMs })
  onTestFinished(() => reconciler.stop())
  /** The calls of the plane since the last time, at least so many; no look is under way then. */
  const newly = async (times = 1) => {
    await eventually(() => requested.length >= times)
    for (let quiet = 0, before = asked; quiet < 5; before = asked) {
      await after(10)
      quiet = asked === before ? quiet + 1 : 0
    }
    return requested.splice(0).map(({ ports }) => ports)
  }
  const takeLooks = () => [looks, (looks = 0)][0]
  return { ...fake, ...reconciler, world, reasons, requested, logged, newly, takeLooks }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a look', () => {
  test('runs 50 ms after the first call, however many follow', async () => {
    const { world, wake, newly } = await aReconciler()
    await anAccount(world, { port: 20_000 })
    wake()
    await pass(30)
    wake()
    await pass(19)
    expect(await newly(0)).toEqual([])
    await pass(1)
    expect(await newly()).toEqual([[20_000]])
    await pass(100)
    expect(await newly(0)).toEqual([])
  })

  test('covers every account the first time, regardless of who is named', async () => {
    const { world, wake, newly } = await aReconciler()
    const one = await anAccount(world, { port: 20_000 })
    await anAccount(world, { port: 20_001 })
    wake([one])
    await pass(50)
    expect(await newly()).toEqual([[20_000, 20_001]])
    wake([one])
    await pass(50)
    expect(await newly()).toEqual([[20_000]])
    wake([])
    await pass(29_000)
    expect(await newly(0)).toEqual([])
  })

  test('covers every account again after a while without a call', async () => {
    const { world, settle, newly } = await aReconciler({ everyMs: 60_000 })
    await settle()
    await anAccount(world, { port: 20_000 })
    await newly(0)
    await pass(29_999)
    expect(await newly(0)).toEqual([])
    await pass(1)
    expect(await newly(0)).toEqual([])
    await pass(29_999)
    expect(await newly(0)).toEqual([])
    await pass(1)
    expect(await newly()).toEqual([[20_000]])
  })

  test('rests for half a minute when time changes nothing', async () => {
    const { world, settle, newly, takeLooks } = await aReconciler()
    await anAccount(world, { port: 20_000 })
    await settle()
    await newly(0)
    takeLooks()
    await pass(29_999)
    expect(await newly(0)).toEqual([])
    expect(takeLooks()).toBe(0)
  })

  test('runs when an account ends, and finds it by itself', async () => {
    const { world, settle, requested, newly } = await aReconciler()
    const ending = { ...months(world, 1), expireTime: world.clock.at + 7_000 }
    await anAccount(world, { port: 20_000, ...ending })
    await anAccount(world, { port: 20_001 })
    await settle()
    await newly(0)
    world.clock.add(6_999)
    await pass(6_999)
    expect(await newly(0)).toEqual([])
    world.clock.add(1)
    await pass(1)
    await eventually(() => requested.length > 0)
    expect(requested).toEqual([{ ports: [], closed: [expect.stringMatching(/^\d+:\d+$/)] }])
  })

  test('closes nothing that is to stay', async () => {
    const { world, settle, requested } = await aReconciler()
    const gone = await anAccount(world, { port: 20_000 })
    await anAccount(world, { port: 20_001 })
    await settle()
    await settle()
    await world.db.deleteFrom('account').where('id', '=', gone).execute()
    await settle()
    expect(requested.map(({ closed }) => closed)).toEqual([
      [],
      [],
      [],
      [expect.stringMatching(`:${gone}$`)],
    ])
  })

  test('of many named accounts reads 250 at a time, and each once', async () => {
    const { world, settle, wake, newly, takeLooks } = await aReconciler()
    const ids: number[] = []
    for (let at = 0; at < 251; at += 1) ids.push(await anAccount(world, { port: 20_000 + at }))
    await settle()
    await newly(0)
    takeLooks()
    wake(ids)
    await pass(50)
    expect((await newly(2)).map((ports) => ports.length)).toEqual([250, 1])
    expect(takeLooks()).toBe(2)
  })

  test('that is running is followed by another for accounts named meanwhile', async () => {
    const { world, settle, wake, newly } = await aReconciler()
    const one = await anAccount(world, { port: 20_000 })
    await settle()
    await newly(0)
    const looking = settle()
    wake([one])
    await looking
    expect(await newly()).toEqual([[20_000]])
    await pass(49)
    expect(await newly(0)).toEqual([])
    await pass(1)
    expect(await newly()).toEqual([[20_000]])
  })
})

describe('a look that fails', () => {
  test('is reported once, and made up for after 2 s at the same accounts', async () => {
    const { world, settle, wake, fail, logged, newly } = await aReconciler()
    const one = await anAccount(world, { port: 20_000 })
    await anAccount(world, { port: 20_001 })
    await settle()
    await newly(0)
    fail(1)
    wake([one])
    await pass(50)
    await eventually(() => logged.length > 0)
    const err = expect.objectContaining({ message: 'away' })
    expect(logged).toEqual([[{ err }, 'the ports could not be brought up to date']])
    await pass(1_999)
    expect(await newly(0)).toEqual([])
    await pass(1)
    expect(await newly()).toEqual([[20_000]])
  })

  test('at every account is made up for at every account', async () => {
    const { world, settle, fail, newly } = await aReconciler()
    await settle()
    await anAccount(world, { port: 20_000 })
    fail(1)
    await settle()
    expect(await newly(0)).toEqual([])
    await pass(2_000)
    expect(await newly()).toEqual([[20_000]])
  })

  test('is not reported once everything is to end', async () => {
    const { world, settle, stop, fail, logged } = await aReconciler()
    await anAccount(world)
    fail(1)
    const looking = settle()
    await Promise.all([stop(), looking])
    expect(logged).toEqual([])
  })
})

describe('once stopped', () => {
  test('nothing is reconciled any more', async () => {
    const { world, settle, wake, stop, newly } = await aReconciler()
    await anAccount(world, { port: 20_000 })
    wake()
    await stop()
    await pass(50)
    wake()
    await pass(60_000)
    await settle()
    expect(await newly(0)).toEqual([])
  })
})

describe('a port that cannot be opened', () => {
  test('is tried again twice a minute and reported once, until it opens', async () => {
    const { world, settle, wake, reasons, logged, newly } = await aReconciler()
    const ids: number[] = []
    for (const port of [20_000, 20_001, 20_002, 20_003, 20_004])
      ids.push(await anAccount(world, { port }))
    reasons.set(20_000, 'EACCES').set(20_001, 'over').set(20_002, 'method not supported')
    reasons.set(20_003, 'engine is off')
    await settle()
    expect((await newly())[0]).toHaveLength(5)
    const failed = expect.objectContaining({ port: 20_000, open: false, reason: 'EACCES' })
    expect(logged).toEqual([[{ count: 1, first: [failed] }, 'ports could not be opened']])
    for (const _half of [1, 2]) {
      await pass(29_900)
      wake([ids[1]!])
      await pass(50)
      expect(await newly()).toEqual([[20_001]])
      await pass(50)
      wake([ids[1]!])
      await pass(50)
      expect(await newly()).toEqual([[20_000, 20_001]])
    }
    expect(logged).toHaveLength(1)
    // Once it opened, it is news when it fails again.
    reasons.delete(20_000)
    await pass(30_000)
    expect(await newly()).toEqual([[20_000]])
    await pass(30_000)
    expect(await newly(0)).toEqual([])
    reasons.set(20_000, 'EACCES')
    await settle()
    expect(logged).toHaveLength(2)
  })

  test('is reported with two others at most, and how many there are', async () => {
    const { world, settle, reasons, logged } = await aReconciler()
    for (const port of [20_000, 20_001, 20_002, 20_003]) {
      reasons.set(port, 'EACCES')
      await anAccount(world, { port })
    }
    await settle()
    const [{ count, first }] = logged[0] as [{ count: number; first: PortState[] }]
    expect([count, first.map(({ port }) => port)]).toEqual([4, [20_000, 20_001, 20_002]])
  })

  test('because another had it is requested once more at the end of a look', async () => {
    const { world, settle, reasons, newly } = await aReconciler()
    await anAccount(world, { port: 20_000 })
    await anAccount(world, { port: 20_001 })
    reasons.set(20_000, 'port in use').set(20_001, 'EACCES')
    await settle()
    expect(await newly(2)).toEqual([[20_000, 20_001], [20_000]])
  })
})
