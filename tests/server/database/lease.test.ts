import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Lease, startLease } from '../../../server/database/lease.ts'
import { type Mark, setMark } from '../../../server/database/moveMark.ts'
import { watchMove } from '../../../server/database/moveWatch.ts'
import { emptyDatabase } from '../../support/world.ts'

/** How long a holder may be silent, ms. */
const LIFE = 500
const log = { info: () => {}, warn: () => {}, error: () => {} }
type Database = Awaited<ReturnType<typeof emptyDatabase>>

function tryFor(db: Database, elapsed?: () => number, life = LIFE) {
  const lease = startLease({ db, log }, 'work', { life, ...(elapsed && { elapsed }) })
  onTestFinished(() => lease.stop())
  return lease
}

const held = (lease: Lease) => vi.waitFor(() => expect(lease.isHeld()).toBe(true), { interval: 10 })

test('one of many has it, and never two', async () => {
  const db = await emptyDatabase()
  const leases = Array.from({ length: 5 }, () => tryFor(db))
  await vi.waitFor(() => expect(leases.some((one) => one.isHeld())).toBe(true))
  for (let look = 0; look < 100; look += 1) {
    expect(leases.filter((one) => one.isHeld()).length).toBeLessThan(2)
    await sleep(10)
  }
})

test('one that is released can be taken at once', async () => {
  const db = await emptyDatabase()
  const life = 10 * LIFE
  const first = tryFor(db, undefined, life)
  await held(first)
  const second = tryFor(db, undefined, life)
  await sleep(LIFE / 2)
  expect(second.isHeld()).toBe(false)
  await first.stop()
  expect(first.isHeld()).toBe(false)
  const began = performance.now()
  await held(second)
  expect(performance.now() - began).toBeLessThan(life)
})

test('of a dead holder it can be taken after it expires, and not before', async () => {
  const db = await emptyDatabase()
  await db.insertInto('lease').values({ name: 'work', holder: 'dead', beat: 7 }).execute()
  const began = performance.now()
  const lease = tryFor(db)
  await held(lease)
  expect(performance.now() - began).toBeGreaterThanOrEqual(LIFE)
})

test('a holder without the database stops before another may begin', async () => {
  const db = await emptyDatabase()
  let isCut = false
  const cut = db.withPlugin({
    transformQuery({ node }) {
      if (isCut) throw new Error('away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const [first, second] = [tryFor(cut), tryFor(db)]
  const other = (await vi.waitFor(() => {
    expect(first.isHeld() || second.isHeld()).toBe(true)
    return first.isHeld()
  }))
    ? second
    : undefined
  if (!other) await second.stop()
  await held(first)
  const next = other ?? tryFor(db)
  isCut = true
  while (!next.isHeld()) {
    expect(first.isHeld() && next.isHeld()).toBe(false)
    await sleep(5)
  }
  expect(first.isHeld()).toBe(false)
})

test('no jump of the time of day makes two holders, or none', async () => {
  const db = await emptyDatabase()
  const life = 3 * LIFE
  const leases = [tryFor(db, undefined, life), tryFor(db, undefined, life)]
  const holders = () => leases.filter((one) => one.isHeld()).length
  const real = Date.now()
  for (const jump of [3 * 86_400_000, -30 * 86_400_000]) {
    vi.spyOn(Date, 'now').mockReturnValue(real + jump)
    const until = performance.now() + life
    while (performance.now() < until) {
      expect(holders()).toBeLessThan(2)
      await sleep(10)
    }
    // On a busy machine a holder may have missed its beat for a moment; by the clock's jump none may.
    await vi.waitFor(() => expect(holders()).toBe(1), { timeout: 2 * life, interval: 10 })
  }
  vi.restoreAllMocks()
})

test('a holder whose clock is slow has stopped before another may begin', async () => {
  const db = await emptyDatabase()
  let isCut = false
  const cut = db.withPlugin({
    transformQuery({ node }) {
      if (isCut) throw new Error('away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const life = 3 * LIFE
  const slow = startLease({ db: cut, log }, 'work', {
    life,
    elapsed: () => performance.now() / 1.6,
  })
  onTestFinished(() => slow.stop())
  await held(slow)
  const next = tryFor(db, undefined, life)
  await sleep(LIFE)
  isCut = true
  while (!next.isHeld()) {
    expect(slow.isHeld() && next.isHeld()).toBe(false)
    await sleep(5)
  }
  expect(slow.isHeld()).toBe(false)
})

test('a transaction of a process that has lost it fails, and one of the holder is waited for', async () => {
  const db = await emptyDatabase()
  const lease = tryFor(db)
  await held(lease)
  expect(await db.transaction().execute((tx) => lease.hold(tx))).toBe(true)
  await db.updateTable('lease').set({ holder: 'another' }).execute()
  expect(await db.transaction().execute((tx) => lease.hold(tx))).toBe(false)
  await vi.waitFor(() => expect([lease.isHeld(), lease.isElsewhere()]).toEqual([false, true]))
})

describe('a console that was cut off while its database was moved', () => {
  const place = 'postgres://new/shop'
  const mark: Mark = { id: 'move', role: 'source', state: 'done', place, time: 0 }

  test('does nothing alone any more', async () => {
    const db = await emptyDatabase()
    const lease = tryFor(db)
    await held(lease)
    await db.transaction().execute((tx) => setMark(tx, mark))
    await expect.poll(() => lease.isHeld()).toBe(false)
  })

  test('ends with the reason, once, and one whose database stays does not', async () => {
    const db = await emptyDatabase()
    const said: string[] = []
    const config = { databaseUrl: 'postgres://old/shop' }
    const watch = watchMove({ db, log, config }, (reason) => said.push(reason), 10)
    onTestFinished(() => watch.stop())
    await db.transaction().execute((tx) => setMark(tx, { ...mark, role: 'target' }))
    await sleep(50)
    expect(said).toEqual([])
    await db.transaction().execute((tx) => setMark(tx, mark))
    await expect
      .poll(() => said)
      .toEqual([expect.stringContaining('was moved to postgres://new/shop')])
    await sleep(50)
    expect(said).toHaveLength(1)
  })
})
