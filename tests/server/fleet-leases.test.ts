import { describe, expect, test } from 'vitest'
import { openLending } from '../../server/traffic/engine/lending.ts'
import { aFakeFleet } from '../support/fakeFleet.ts'
import { months } from '../support/make.ts'

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

test('what a carrier was lent counts until it cannot be used any more', () => {
  let now = 0
  const lending = openLending(() => now)
  const left = () => lending.left((key) => (key === '1:1' ? 30 : 0))
  lending.ordered('1:1', 50)
  lending.taken('1:1', 50)
  lending.ordered('1:2', 7)
  lending.ordered('1:3', undefined)
  expect(left()).toEqual([])
  lending.away()
  expect(left()).toEqual([
    { key: '1:1', bytes: 20 },
    { key: '1:2', bytes: 7 },
  ])
  // Whether it has used less is not known.
  lending.ordered('1:1', 40)
  lending.closed('1:2')
  expect(left()).toEqual([{ key: '1:1', bytes: 20 }])
  lending.taken('1:1', 40)
  expect(left()).toEqual([{ key: '1:1', bytes: 10 }])
  now += 7 * 86_400_000 + 1
  expect(left()).toEqual([])
})
