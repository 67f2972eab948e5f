import { expect, onTestFinished, test, vi } from 'vitest'
import type { Plane } from '../../../server/engine/plane.ts'
import { ownedPlane } from '../../../server/fleet/plane/owned.ts'
import { aPlane } from '../../support/plane.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const PORT = { key: '1:1', port: 50_000, method: 'm', password: 'p', budget: null }

/** A carrier whose lease a test moves about. */
function aCarrier() {
  const lease = { held: false, elsewhere: true }
  const opened: Plane[] = []
  const left: number[] = []
  const owned = ownedPlane({
    lease: { isHeld: () => lease.held, isElsewhere: () => lease.elsewhere },
    open() {
      const at = opened.length
      const plane = { ...aPlane().plane, leave: async () => void left.push(at) }
      opened.push(plane)
      return plane
    },
    opened: () => {},
    log,
  })
  onTestFinished(() => owned.plane.close())
  return { ...owned, lease, opened, left }
}

test('what others command is not opened, and opens with the lease', async () => {
  const { plane, lease, opened, isOurs } = aCarrier()
  expect(await plane.change([PORT], [])).toEqual([
    { key: '1:1', port: 50_000, open: false, reason: 'engine is off' },
  ])
  expect([opened.length, isOurs()]).toEqual([0, false])
  Object.assign(lease, { held: true, elsewhere: false })
  await vi.waitFor(() => expect(isOurs()).toBe(true))
  expect(await plane.change([PORT], [])).toEqual([{ key: '1:1', port: 50_000, open: true }])
})

test('it is kept while the owner cannot be checked, and given up once another has it', async () => {
  const { lease, opened, left, isOurs } = aCarrier()
  Object.assign(lease, { held: true, elsewhere: false })
  await vi.waitFor(() => expect(isOurs()).toBe(true))
  lease.held = false
  // Two looks, each half a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect([isOurs(), left]).toEqual([true, []])
  lease.elsewhere = true
  await vi.waitFor(() => expect([isOurs(), left]).toEqual([false, [0]]))
  // Its cached state is outdated by the time it is back.
  Object.assign(lease, { held: true, elsewhere: false })
  await vi.waitFor(() => expect(opened).toHaveLength(2))
})
