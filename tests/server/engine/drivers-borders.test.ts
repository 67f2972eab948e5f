import { describe, expect, test } from 'vitest'
import type { DesiredPort } from '../../../server/engine/plane.ts'
import { openSpan } from '../../../server/engine/drivers/agentSpan.ts'
import { openDesiredPorts } from '../../../server/engine/drivers/desiredPorts.ts'
import { hasPassword, openLedger } from '../../../server/engine/drivers/ledger.ts'
import type { Reading } from '../../../server/engine/drivers/program.ts'

/** One gigabit for a millisecond, bytes. */
const MS = 125_000

const reading = (counters: Record<number, number>, more: Partial<Reading> = {}): Reading => ({
  counters: new Map(Object.entries(counters).map(([port, bytes]) => [Number(port), bytes])),
  isWhole: false,
  ...more,
})

describe('the ledger of a node', () => {
  function aLedger() {
    const ledger = openLedger('server:7')
    ledger.begin({ port: 1, key: '7:1', password: 'pw' })
    const take = (found: Reading, more: Partial<Parameters<typeof ledger.take>[1]> = {}) => {
      const { deltas, spikes } = ledger.take(found, { elapsedMs: 1, at: 9, ...more })
      return { bytes: deltas.map(({ down }) => down), spikes, deltas }
    }
    return { ...ledger, take }
  }

  test('bills all that can have passed, and of more than that only this, and never later', () => {
    const { take, isChanged, stored, total } = aLedger()
    expect(take(reading({ 1: MS }))).toMatchObject({ bytes: [MS], spikes: [] })
    stored()
    const raw = 2 * MS + 1
    expect(take(reading({ 1: raw }))).toMatchObject({
      bytes: [MS],
      spikes: [{ port: 1, bytes: MS + 1, counted: MS }],
    })
    expect(isChanged()).toBe(true)
    // What was impossible stays out, also once there was time enough for it.
    for (let again = 0; again < 3; again += 1)
      expect(take(reading({ 1: raw }), { elapsedMs: 1_000_000 })).toMatchObject({
        bytes: [],
        spikes: [],
      })
    expect(take(reading({ 1: raw + 5 }))).toMatchObject({ bytes: [5], spikes: [] })
    expect(total('7:1')).toBe(2 * MS + 5)
  })

  test('bills nothing of a spike without any time, and a part of a byte as one', () => {
    const { take } = aLedger()
    expect(take(reading({ 1: 7 }), { elapsedMs: 0 })).toMatchObject({
      bytes: [],
      spikes: [{ port: 1, bytes: 7, counted: 0 }],
    })
    expect(take(reading({ 1: 9 }), { elapsedMs: 1 / MS / 2 })).toMatchObject({
      bytes: [1],
      spikes: [{ port: 1, bytes: 2, counted: 1 }],
    })
    expect(take(reading({ 1: 10 }))).toMatchObject({ bytes: [1], spikes: [] })
  })

  test('goes on after a spike over a new start, by what was stored', () => {
    const { take, stored } = aLedger()
    take(reading({ 1: 3 * MS }))
    const [port] = stored()
    const next = openLedger('server:7')
    next.resume(port!, MS)
    expect(next.take(reading({ 1: 3 * MS + 2 }), { elapsedMs: 9, at: 9 })).toMatchObject({
      deltas: [{ down: 2, mark: { down: MS + 2 } }],
      spikes: [],
    })
  })

  test('believes a fall the second time, or of a port about to close at once', () => {
    const { take, fallen, at } = aLedger()
    take(reading({ 1: 100 }))
    const { epoch } = at(1)!
    // As high as before is no fall.
    expect(fallen(reading({ 1: 100 }), new Set([1]))).toEqual([])
    expect(fallen(reading({ 1: 99 }))).toEqual([])
    expect(fallen(reading({ 1: 99 }), new Set([2]))).toEqual([])
    expect(fallen(reading({ 1: 99 }), new Set([1]))).toHaveLength(1)
    expect(take(reading({ 1: 99 })).bytes).toEqual([])
    expect(at(1)!.epoch).toBe(epoch)
    expect(fallen(reading({ 1: 99 }))).toHaveLength(1)
    // It was a mistake, and the next one is the first again.
    expect(take(reading({ 1: 101 })).bytes).toEqual([1])
    expect(take(reading({ 1: 50 })).bytes).toEqual([])
    const again = take(reading({ 1: 60 }))
    expect(again.bytes).toEqual([60])
    expect(at(1)!.epoch).not.toBe(epoch)
    expect(again.deltas[0]?.mark).toMatchObject({
      source: 'server:7',
      epoch: at(1)!.epoch,
      down: 60,
    })
    expect(take(reading({ 1: 5 }), { last: new Set([1]) }).bytes).toEqual([5])
    // Its password is still the one that it began with.
    expect([hasPassword(at(1)!, 'pw'), hasPassword(at(1)!, 'other')]).toEqual([true, false])
  })

  test('takes what a reading leaves out for nothing only where it names everything', () => {
    const { take } = aLedger()
    take(reading({ 1: 100 }))
    for (let again = 0; again < 3; again += 1) expect(take(reading({})).bytes).toEqual([])
    expect(take(reading({ 1: 101 })).bytes).toEqual([1])
    expect(take(reading({}, { isWhole: true })).bytes).toEqual([])
    expect(take(reading({}, { isWhole: true })).bytes).toEqual([])
    expect(take(reading({ 1: 3 }, { isWhole: true })).bytes).toEqual([3])
  })

  test('bills of a table that lost its rows only what came since the reading before', () => {
    const { take } = aLedger()
    const whole = { isWhole: true }
    take(reading({ 1: 100 }, whole))
    take(reading({ 1: 40 }, whole))
    expect(take(reading({ 1: 45 }, whole), { fresh: new Map([[1, 5]]) }).bytes).toEqual([5])
    expect(take(reading({ 1: 46 }, whole)).bytes).toEqual([1])
  })

  test('goes on where the span of its counters begins later', () => {
    const { take, moveOn, at } = aLedger()
    take(reading({ 1: 100 }))
    moveOn(
      new Map([
        [1, 70],
        [2, 9],
      ]),
    )
    expect(at(1)).toMatchObject({ offset: -70, reported: 100 })
    expect(take(reading({ 1: 30 })).bytes).toEqual([])
    expect(take(reading({ 1: 31 })).bytes).toEqual([1])
  })

  test('finds a key at the newer of its ports, and no more at one that ended', () => {
    const { begin, ofKey, end, at, isChanged, stored } = aLedger()
    begin({ port: 2, key: '7:1', password: 'pw' }, 50)
    expect(ofKey('7:1')?.port).toBe(2)
    end(1)
    expect([ofKey('7:1')?.port, at(1)]).toEqual([2, undefined])
    end(2)
    expect(ofKey('7:1')).toBeUndefined()
    stored()
    end(2)
    expect(isChanged()).toBe(false)
  })
})

describe('the span of an agent', () => {
  const MINUTE = 60_000
  /** An agent that carried a byte at each of these moments. */
  function anAgent(moments: number[], { from, at = 0 }: { from?: number; at?: number } = {}) {
    const clock = { at }
    const requested: { startTime: number; endTime: number; clear: boolean }[] = []
    const span = openSpan({
      ...(from !== undefined && { from }),
      nodeNow: async () => clock.at,
      request: async (command) => {
        const { options } = command as { options: (typeof requested)[number] }
        requested.push(options)
        const { startTime, endTime } = options
        const sumFlow = moments.filter((one) => one >= startTime && one <= endTime).length
        return [{ port: 1, sumFlow }]
      },
    })
    const read = async (isFinal = false) => (await span.read({ isFinal })).counters.get(1)
    return { ...span, readOne: read, clock, requested }
  }

  test('begins with its first reading, half a minute ago, and never goes back', async () => {
    const now = 100 * MINUTE
    const settled = now - 30_000
    const { readOne, from, clock } = anAgent([settled - 1, settled, settled + 1, settled + 2], {
      at: now,
    })
    expect([await readOne(), from()]).toEqual([1, settled])
    clock.at += 1
    expect(await readOne()).toBe(2)
    clock.at -= 50_000
    expect(await readOne()).toBe(2)
    // The last time what was carried a moment ago counts as well.
    clock.at = settled + 2 - 1_000
    expect(await readOne(true)).toBe(3)
    clock.at += 1
    expect([await readOne(true), from()]).toEqual([3, settled])
  })

  test('reads nothing of a span that has not begun', async () => {
    const { read, clock } = anAgent([0], { from: 60_000, at: 89_999 })
    expect(await read()).toMatchObject({ counters: new Map(), to: 59_999, isWhole: true })
    clock.at += 1
    expect(await read()).toMatchObject({ counters: new Map([[1, 0]]), to: 60_000 })
  })

  test('moves on once it is ten minutes long, and counts its border once', async () => {
    const from = 100 * MINUTE
    const end = from + 10 * MINUTE - 90_000
    const moments = [from - 1, from, end - 1, end, end + 1, end + 2]
    const agent = anAgent(moments, { from, at: from + 10 * MINUTE - 1 })
    expect([await agent.advance(), agent.from()]).toEqual([undefined, from])
    agent.clock.at += 1
    const before = await (async () => {
      agent.clock.at += 30_000
      const all = await agent.readOne()
      agent.clock.at -= 30_000
      return all
    })()
    expect(before).toBe(5)
    const gone = await agent.advance()
    expect([gone?.get(1), agent.from()]).toEqual([3, end + 1])
    // What went and what is left are all there was, no more and no less.
    expect(await agent.readOne()).toBe(2)
    await agent.clear()
    expect(agent.requested.at(-1)).toEqual({ startTime: 0, endTime: end, clear: true })
    expect(await agent.advance()).toBeUndefined()
  })

  test('tells what came after a moment that was read, and nothing after the last', async () => {
    const agent = anAgent([10, 11, 12, 13], { from: 0, at: 30_012 })
    expect(await agent.readOne()).toBe(3)
    const since = async (moment: number) => (await agent.since(moment)).get(1) ?? 0
    expect([await since(9), await since(10), await since(11), await since(12)]).toEqual([
      3, 2, 1, 0,
    ])
    expect(await since(99)).toBe(0)
  })

  test('that has not begun is neither moved nor cleared', async () => {
    const { advance, clear, requested, from } = anAgent([], { at: 100 * MINUTE })
    expect(await advance()).toBeUndefined()
    await clear()
    expect([requested, from()]).toEqual([[], undefined])
  })
})

describe('the ports a node program is to have open', () => {
  const port = (changes: Partial<DesiredPort> = {}): DesiredPort => ({
    key: '7:1',
    port: 1,
    method: 'm',
    password: 'p',
    budget: null,
    ...changes,
  })

  function desired(changes: Partial<DesiredPort> = {}, total = 1_000) {
    const sum = { bytes: total }
    const ports = openDesiredPorts((key) => (key === '7:1' ? sum.bytes : 0))
    ports.add(port(changes))
    return { ...ports, sum, endedAt: (now: number) => [ports.endAt(now), ports.of('7:1')?.ended] }
  }

  test('close with the very last byte of a budget, once', () => {
    const { sum, endedAt } = desired({ budget: 10 })
    sum.bytes = 1_009
    expect(endedAt(0)).toEqual([false, undefined])
    sum.bytes = 1_010
    expect(endedAt(0)).toEqual([true, 'over'])
    expect(endedAt(0)).toEqual([false, 'over'])
    expect(desired({ budget: 0 }).endedAt(0)).toEqual([true, 'over'])
    const endless = desired()
    endless.sum.bytes = Number.MAX_SAFE_INTEGER
    expect(endless.endedAt(Number.MAX_SAFE_INTEGER)).toEqual([false, undefined])
    const more = desired({ budget: 10 })
    more.sum.bytes = 1_011
    expect(more.endedAt(0)).toEqual([true, 'over'])
  })

  test('close at their end, which counts before a budget', () => {
    const { endedAt } = desired({ expireAt: 50, budget: 0 })
    expect(endedAt(50)).toEqual([true, 'expired'])
    const { endedAt: later } = desired({ expireAt: 50 })
    expect([later(49), later(50), later(51)]).toEqual([
      [false, undefined],
      [true, 'expired'],
      [false, 'expired'],
    ])
  })

  test('close each for itself', () => {
    const { add, endAt, all } = desired({ expireAt: 50 })
    add(port({ key: '7:2', port: 2 }))
    expect(endAt(60)).toBe(true)
    expect(all().map(({ key, ended }) => [key, ended])).toEqual([
      ['7:1', 'expired'],
      ['7:2', undefined],
    ])
  })

  test('ask for more from the mark they have, on either side of it', () => {
    const { sum, isLow } = desired({ budget: 10, lowAt: 4 })
    const lowWith = (bytes: number) => {
      sum.bytes = bytes
      return isLow('7:1')
    }
    expect([1_000, 1_005, 1_006, 1_010, 1_011].map(lowWith)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
    expect([desired({ budget: 0 }).isLow('7:1'), desired({ lowAt: 9 }).isLow('7:1')]).toEqual([
      false,
      false,
    ])
    expect(isLow('7:9')).toBe(false)
  })

  test('differ by port, method, password, and by having ended', () => {
    const { add, sum, endAt, of, remove, isUnwanted } = desired({ budget: 5 })
    expect(add(port({ budget: 7, expireAt: 9 }))).toBe(false)
    for (const change of [{ port: 2 }, { method: 'n' }, { password: 'q' }]) {
      expect(add(port(change))).toBe(true)
      expect(add(port(change))).toBe(false)
      add(port())
    }
    add(port({ budget: 5 }))
    sum.bytes += 5
    endAt(0)
    // A budget counts from what has passed by then.
    expect(add(port({ budget: 5 }))).toBe(true)
    expect(of('7:1')).toMatchObject({ overAt: 1_010 })
    expect(isUnwanted('7:1')).toBe(false)
    remove('7:1')
    expect([of('7:1'), isUnwanted('7:1'), isUnwanted('7:2')]).toEqual([undefined, true, false])
    expect(add(port())).toBe(true)
    expect(isUnwanted('7:1')).toBe(false)
  })
})
