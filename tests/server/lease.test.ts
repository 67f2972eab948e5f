import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Lease, startLease } from '../../server/database/lease.ts'
import { emptyDatabase } from '../support/world.ts'

/** How long a holder may be silent, ms. */
const LIFE = 500
const log = { info: () => {}, warn: () => {}, error: () => {} }
type Database = Awaited<ReturnType<typeof emptyDatabase>>

function tryFor(db: Database, elapsed?: () => number) {
  const lease = startLease({ db, log }, 'work', { life: LIFE, ...(elapsed && { elapsed }) })
  onTestFinished(() => lease.stop())
  return lease
}

const held = (lease: Lease) =>
  vi.waitFor(() => expect(lease.isHeld()).toBe(true), { timeout: 9_000 })

test('one of many has it, and never two', async () => {
  const db = await emptyDatabase()
  const leases = Array.from({ length: 5 }, () => tryFor(db))
  await vi.waitFor(() => expect(leases.some((one) => one.isHeld())).toBe(true))
  for (let look = 0; look < 100; look += 1) {
    expect(leases.filter((one) => one.isHeld()).length).toBeLessThan(2)
    await sleep(10)
  }
})

test('who gives it back lets another have it at once', async () => {
  const db = await emptyDatabase()
  const first = tryFor(db)
  await held(first)
  const second = tryFor(db)
  await sleep(LIFE / 2)
  expect(second.isHeld()).toBe(false)
  await first.stop()
  expect(first.isHeld()).toBe(false)
  const began = performance.now()
  await held(second)
  expect(performance.now() - began).toBeLessThan(LIFE)
})

test('of one who died it is taken after its life, and not before', async () => {
  const db = await emptyDatabase()
  await db.insertInto('lease').values({ name: 'work', holder: 'dead', beat: 7 }).execute()
  const began = performance.now()
  const lease = tryFor(db)
  await held(lease)
  expect(performance.now() - began).toBeGreaterThanOrEqual(LIFE)
})

test('who cannot reach the database stops holding it before another may begin', async () => {
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
  const first = tryFor(db)
  await held(first)
  const second = tryFor(db)
  const real = Date.now()
  for (const jump of [3 * 86_400_000, -30 * 86_400_000]) {
    vi.spyOn(Date, 'now').mockReturnValue(real + jump)
    await sleep(LIFE * 1.5)
    expect([first.isHeld(), second.isHeld()]).toEqual([true, false])
  }
  vi.restoreAllMocks()
})
