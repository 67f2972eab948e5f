import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePortRange, pickPort } from '#rules/ports.ts'
import { findFreePort } from '../../server/accounts/freePorts.ts'
import { selectTakenPorts } from '../../server/accounts/ports.ts'
import { anAccount, aServer } from '../support/make.ts'
import { makeWorld } from '../support/world.ts'

describe('findFreePort', () => {
  test('finds what reading every taken port finds, wherever servers shift ports to', async () => {
    const world = await makeWorld()
    const { db } = world
    const port = fc.integer({ min: 100, max: 120 })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(port, { maxLength: 21 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
        fc.array(fc.tuple(port, port), { minLength: 1, maxLength: 3 }),
        async (held, shifts, pairs) => {
          await db.deleteFrom('account').execute()
          await db.deleteFrom('server').execute()
          for (const one of held) await anAccount(world, { port: one })
          // Accounts of another space are in nobody's way.
          await anAccount(world, { port: 110, portSpace: 1 })
          for (const shift of shifts) await aServer(world, { shift })
          const ranges = parsePortRange(pairs.map(([a, b]) => `${a}-${b}`).join(','))
          const taken = new Set<number>()
          for (const { start, end } of ranges)
            for (const one of await selectTakenPorts(db, start, end)) taken.add(one)
          expect(await findFreePort(db, ranges)).toBe(pickPort(ranges, taken))
          const drawn = await findFreePort(db, ranges, Math.random)
          const isFull = pickPort(ranges, taken) === undefined
          expect(drawn === undefined).toBe(isFull)
          if (drawn === undefined) return
          expect(taken.has(drawn)).toBe(false)
          expect(ranges.some(({ start, end }) => drawn >= start && drawn <= end)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('draws each free port alike, also when nearly all are taken', async () => {
    const world = await makeWorld()
    for (let port = 101; port <= 198; port += 1) await anAccount(world, { port })
    const ranges = parsePortRange('100-200')
    const free = [100, 199, 200]
    const drawn = new Map(free.map((port) => [port, 0]))
    for (let at = 0; at < 300; at += 1) {
      // Never drawn in the first tries, and then by what is left.
      const port = (await findFreePort(world.db, ranges, () => (at + 0.5) / 300))!
      drawn.set(port, (drawn.get(port) ?? 0) + 1)
    }
    expect([...drawn.keys()]).toEqual(free)
    for (const times of drawn.values()) expect(times).toBeGreaterThan(80)
  })

  test('finds none where ranges are empty or end before they start', async () => {
    const { db } = await makeWorld()
    expect(await findFreePort(db, [])).toBeUndefined()
    expect(await findFreePort(db, [{ start: 9, end: 8 }])).toBeUndefined()
    expect(await findFreePort(db, [{ start: 9, end: 8 }], Math.random)).toBeUndefined()
  })
})
