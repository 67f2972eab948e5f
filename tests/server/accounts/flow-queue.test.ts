/** @module-tag long */
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startQueue } from '../../../server/accounts/metering/queue.ts'
import type { FlowDelta } from '../../../server/engine/plane.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { makeWorld } from '../../support/world.ts'

/** A queue for one account of so much quota; `break` takes away one of its tables. */
async function aQueue(flow = 0) {
  const world = await makeWorld()
  const server = await aServer(world)
  const account = await anAccount(world, { ...months(world, 1), flow })
  world.clock.add(60_000)
  const errors: unknown[][] = []
  const log = { ...world.log, error: (...line: unknown[]) => void errors.push(line) }
  const over: (readonly number[])[] = []
  const queue = startQueue({ ...world.world, log }, (accounts) => void over.push(accounts))
  const key = `${server}:${account}`
  const carry = (bytes: number, terms: Partial<FlowDelta> = {}) =>
    queue.add([{ key, up: bytes, down: 0, at: world.clock.at, ...terms }])
  const rename = (from: string, to: string) =>
    world.db.schema.alterTable(from).renameTo(to).execute()
  const stored = async () =>
    (await world.db.selectFrom('usage').select(['bytes', 'lastSeen']).execute())[0]
  const seams = {
    break: () => rename('serverFlow', 'away'),
    mend: () => rename('away', 'serverFlow'),
  }
  return { world, account, key, errors, over, carry, stored, ...seams, ...queue }
}

describe('traffic on its way to the database', () => {
  test('is stored repeatedly, whenever some arrives', async () => {
    const { carry, drain, stored, pending } = await aQueue()
    for (const sum of [3, 6, 9]) {
      carry(3)
      expect(await drain(10_000)).toBe(true)
      expect(pending()).toEqual(new Map())
      expect(await stored()).toMatchObject({ bytes: sum })
    }
  })

  test('reports whose quota is used up, and nobody else', async () => {
    const { account, carry, drain, over } = await aQueue(10)
    carry(9)
    await drain(10_000)
    expect(over).toEqual([])
    carry(1)
    await drain(10_000)
    expect(over).toEqual([[account]])
  })

  test('counts as of now where its time is missing or in the future', async () => {
    const { world, carry, drain, stored } = await aQueue()
    const now = world.clock.at
    carry(1, { at: now - 2 })
    await drain(10_000)
    expect(await stored()).toEqual({ bytes: 1, lastSeen: now - 2 })
    carry(1, { at: now + 1 })
    await drain(10_000)
    expect(await stored()).toEqual({ bytes: 2, lastSeen: now })
    world.clock.add(10)
    for (const at of [0, -1]) carry(1, { at })
    await drain(10_000)
    expect(await stored()).toEqual({ bytes: 4, lastSeen: now + 10 })
    const slots = await world.db.selectFrom('flow5min').select(['bucket', 'up']).execute()
    expect(slots).toEqual([{ bucket: now - 60_000, up: 4 }])
  })

  test('waits as one sum for each port and five minutes, which counts as pending', async () => {
    const { world, key, carry, drain, mend, pending, stored, ...queue } = await aQueue()
    await queue.break()
    const now = world.clock.at
    // The first is being stored when the others come.
    carry(1)
    carry(2, { at: now - 1, down: 4 })
    carry(8, { at: now - 2 })
    carry(16, { at: now })
    carry(32, { key: `${key}9` })
    expect(pending()).toEqual(
      new Map([
        [key, 31],
        [`${key}9`, 32],
      ]),
    )
    await mend()
    expect(await drain(10_000)).toBe(true)
    expect(pending().size).toBe(0)
    expect(await stored()).toEqual({ bytes: 31, lastSeen: now })
  })

  test('is not complete as long as a part of it is not stored', async () => {
    const { world, drain, ...queue } = await aQueue()
    const deltas = Array.from({ length: 2_000 }, (_, at): FlowDelta => {
      return { key: `1:${at + 1_000}`, up: 1, down: 1, at: world.clock.at }
    })
    queue.add(deltas)
    expect(await drain(0)).toBe(false)
    expect(await drain(20_000)).toBe(true)
    const rows = await world.db.selectFrom('flowHour').select('up').execute()
    expect(rows).toHaveLength(2_000)
  })

  test('is tried again after longer and longer pauses, and each failure is reported', async () => {
    const { carry, drain, errors, mend, stored, ...queue } = await aQueue()
    await queue.break()
    const began = performance.now()
    carry(5)
    await eventually(() => errors.length === 4)
    // After 100, 200 and 400 ms.
    expect(performance.now() - began).toBeGreaterThanOrEqual(690)
    const err = expect.objectContaining({ message: expect.stringContaining('serverFlow') })
    expect(errors[0]).toEqual([{ err }, 'traffic could not be kept and is tried again'])
    await mend()
    expect(await drain(10_000)).toBe(true)
    expect(await stored()).toMatchObject({ bytes: 5 })
    expect(errors).toHaveLength(4)
  })

  test('lets work see the same totals, and is stored after it, even if it fails', async () => {
    const { carry, drain, meanwhile, stored, pending } = await aQueue()
    const seen: unknown[] = []
    const work = meanwhile(async () => {
      seen.push(pending().size, await stored())
      await after(30)
      seen.push(pending().size, await stored())
      throw new Error('the work failed')
    })
    carry(7)
    await expect(work).rejects.toThrow('the work failed')
    expect(seen).toEqual([1, undefined, 1, undefined])
    expect(await drain(10_000)).toBe(true)
    expect(await stored()).toMatchObject({ bytes: 7 })
    expect(await meanwhile(async () => 'done')).toBe('done')
  })

  test('is none at first, and then there is nothing to wait for', async () => {
    const { drain, carry, errors, pending } = await aQueue()
    const began = performance.now()
    expect(await drain(10_000)).toBe(true)
    expect(performance.now() - began).toBeLessThan(5_000)
    carry(0, { key: '9:9' })
    expect(pending()).toEqual(new Map([['9:9', 0]]))
    expect(await drain(10_000)).toBe(true)
    expect(errors).toEqual([])
  })
})

describe('a reading that cannot be booked', () => {
  test('is set aside, stored, and does not delay others', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const accounts: number[] = []
    for (let at = 0; at < 8; at += 1) accounts.push(await anAccount(world))
    const errors: unknown[][] = []
    const log = { ...world.log, error: (...line: unknown[]) => void errors.push(line) }
    const held: string[] = []
    const queue = startQueue(
      { ...world.world, log },
      () => {},
      ({ key }) => void held.push(key),
    )
    const read = (id: number, up: unknown) =>
      ({ key: `${server}:${id}`, up, down: 0, at: world.clock.at }) as FlowDelta
    const [first = 0, poisoned = 0, ...others] = accounts
    queue.add([read(first, 3), read(poisoned, Number.NaN), ...others.map((id) => read(id, 5))])
    const usage = async () =>
      (await world.db.selectFrom('usage').select(['accountId', 'bytes']).execute())
        .map(({ accountId, bytes }) => [accountId, bytes])
        .toSorted(([a = 0], [b = 0]) => a - b)
    const all = [[first, 3], ...others.map((id) => [id, 5])]
    await expect.poll(usage, { timeout: 20_000 }).toEqual(all)
    // What comes later is stored as well, and shows whose fault it is.
    const later = async () => {
      queue.add([read(first, 1)])
      await queue.drain(200)
      return held
    }
    await expect.poll(later, { timeout: 20_000 }).toEqual([`${server}:${poisoned}`])
    expect(await queue.drain(10_000)).toBe(true)
    const [row] = await world.db.selectFrom('heldReading').selectAll().execute()
    expect(row).toMatchObject({ time: world.clock.at, source: '' })
    expect(JSON.parse(row!.reading)).toMatchObject({ key: `${server}:${poisoned}` })
    expect(errors.at(-1)?.[1]).toBe('a reading could not be booked and is set aside')
  })

  test('is never one that only the database refuses', async () => {
    const { carry, drain, errors, mend, stored, world, ...queue } = await aQueue()
    await queue.break()
    carry(5)
    await eventually(() => errors.length >= 6)
    await mend()
    expect(await drain(20_000)).toBe(true)
    expect(await stored()).toMatchObject({ bytes: 5 })
    expect(await world.db.selectFrom('heldReading').selectAll().execute()).toEqual([])
  })
})
