/** @module-tag long */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePortRange, pickPort } from '#rules/ports.ts'
import { findFreePort } from '../../../server/accounts/freePorts.ts'
import { selectShifted, selectTakenPorts } from '../../../server/accounts/ports.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

/** Where the console listens, far from all these ports. */
const consolePort = 8080

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
        port,
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        async (held, shifts, pairs, own, chance) => {
          await db.deleteFrom('account').execute()
          await db.deleteFrom('server').execute()
          for (const one of held) await anAccount(world, { port: one })
          // Accounts of another port space do not conflict.
          await anAccount(world, { port: 110, portSpace: 1 })
          for (const shift of shifts) await aServer(world, { shift })
          const ranges = parsePortRange(pairs.map(([a, b]) => `${a}-${b}`).join(','))
          const taken = new Set<number>()
          const shifted = await selectShifted(db, own)
          for (const range of ranges)
            for (const one of await selectTakenPorts(db, range, shifted)) taken.add(one)
          for (const shift of shifts)
            expect(await selectTakenPorts(db, { start: 1, end: 200 }, shifted)).toContain(
              own - shift,
            )
          expect(await findFreePort(db, ranges, { consolePort: own })).toBe(pickPort(ranges, taken))
          const drawn = await findFreePort(db, ranges, { consolePort: own, random: () => chance })
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
      const random = () => (at + 0.5) / 300
      const port = (await findFreePort(world.db, ranges, { consolePort, random }))!
      drawn.set(port, (drawn.get(port) ?? 0) + 1)
    }
    expect([...drawn.keys()]).toEqual(free)
    for (const times of drawn.values()) expect(times).toBeGreaterThan(80)
  })

  test('finds none where ranges are empty or end before they start', async () => {
    const { db } = await makeWorld()
    const ranges = [{ start: 9, end: 8 }]
    expect(await findFreePort(db, [], { consolePort })).toBeUndefined()
    expect(await findFreePort(db, ranges, { consolePort })).toBeUndefined()
    expect(await findFreePort(db, ranges, { consolePort, random: Math.random })).toBeUndefined()
  })

  test('leaves the port of the console alone, where a server of this machine would open it', async () => {
    const world = await makeWorld()
    const ranges = [{ start: 8080, end: 8080 }]
    const find = () => findFreePort(world.db, ranges, { consolePort })
    await aServer(world, { plane: 'manager', port: 6001, password: 'agent' })
    expect(await find()).toBe(8080)
    await aServer(world, { shift: 10 })
    expect(await find()).toBe(8080)
    await aServer(world)
    expect(await find()).toBeUndefined()
  })
})
