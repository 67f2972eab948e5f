import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openArrivals } from '../../../server/engine/console/link.ts'
import { startDeadline } from '../../../server/engine/console/questions.ts'
import { openDesiredPorts } from '../../../server/engine/console/desiredPorts.ts'
import { openDoubting } from '../../../server/engine/console/doubting.ts'
import type { LinkParts } from '../../../server/engine/console/engineLink.ts'
import type { Lease } from '../../../server/engine/console/leases.ts'
import { digestOf } from '../../../server/engine/protocol/digest.ts'
import { door, aLink, asked, quiet } from '../../support/linkedEngines.ts'

describe('an engine that is doubted', () => {
  function doubted(rows: Lease[] = [], changes: Partial<NonNullable<LinkParts['doubts']>> = {}) {
    const kept = new Map(rows.map((row) => [row.key, row]))
    const back: string[][] = []
    const cut: [string, number][] = []
    const link = aLink({
      doubts: {
        mayHave: async () => (key) => key.startsWith('1:'),
        lastBooked: async () => undefined,
        cut: (key, bytes) => void cut.push([key, bytes]),
        leases: {
          load: async () => [...kept.values()],
          save: async (more) => more.forEach((row) => kept.set(row.key, row)),
          remove: async (keys) => keys.forEach((key) => kept.delete(key)),
        },
        back: (keys) => void back.push(keys),
        ...changes,
      },
    })
    return { ...link, kept, back, cut }
  }

  test('has ports of its own servers adopted, and others closed', async () => {
    const { attach, reports } = doubted()
    const ports = [
      { key: '1:1', port: 1 },
      { key: '2:1', port: 2 },
    ]
    const engine = attach('a', { ports, digest: 'x' })
    await vi.waitFor(() => expect(asked(engine, 'change')).toHaveLength(1))
    expect(asked(engine, 'change')).toMatchObject([{ orders: [], closed: ['2:1'] }])
    expect(reports).toEqual([{ deltas: [], states: [], adopted: [ports[0]] }])
  })

  test('is back where it was lent something, and only the first of a machine is', async () => {
    const lease = { key: '1:1', epoch: 'a', until: 5, lastsMs: 1 }
    const { attach, back } = doubted([lease])
    const engine = attach('a')
    await vi.waitFor(() => expect(back).toEqual([['1:1']]))
    await quiet(attach('b', { born: 2 }))
    expect(back).toHaveLength(1)
    expect(engine.isEnded()).toBe(false)
    const none = doubted()
    await quiet(none.attach('a'))
    expect(none.back).toEqual([])
  })

  test('keeps what it is lent on record before it is ordered, and no more once it is closed', async () => {
    const { attach, change, kept } = doubted()
    const engine = attach('a')
    await quiet(engine)
    engine.engine.answers.change = ({ orders = [] }) => {
      expect(kept.get('1:1')).toEqual({ key: '1:1', epoch: 'a', until: 9, lastsMs: 50 })
      return orders.map(({ key }) => ({ key, state: 'open' }))
    }
    await change([door(1, { budget: 9, leaseMs: 50 })], [])
    expect(asked(engine, 'change')).toHaveLength(1)
    delete engine.engine.answers.change
    await change([], ['1:1'])
    await vi.waitFor(() => expect([...kept]).toEqual([]))
  })

  test('is believed what can have passed since something of it was booked', async () => {
    const hour = 3_600_000
    const lastBooked = async () => Date.now() - hour
    const perMs = 1_250_000
    const counters = [['1:1', 2 * hour * perMs, 0, 5]]
    const lives = [{ epoch: 'a', counters }] as never
    const { attach, reports, cut } = doubted([], { lastBooked })
    attach('a', { lives })
    await vi.waitFor(() => expect(reports.length).toBeGreaterThan(0))
    const [delta] = reports[0]!.deltas
    expect(delta?.isCut).toBe(true)
    expect(delta!.up).toBeGreaterThan(hour * perMs)
    expect(delta!.up).toBeLessThan(hour * perMs + 60_000 * perMs)
    expect(cut).toEqual([['1:1', 2 * hour * perMs - delta!.up]])
    // Nothing of another was ever booked, so that nobody knows for how long it counted.
    const never = doubted()
    never.attach('a', { lives })
    await vi.waitFor(() => expect(never.reports.length).toBeGreaterThan(0))
    expect(never.cut).toEqual([])
  })

  test('names those that were ordered, and no more than can be of others', () => {
    const wanted = new Set(['1:1'])
    const { take, begin } = openDoubting(
      () => {},
      (key) => wanted.has(key),
    )
    begin()
    const mark = { source: 's', epoch: 'a', up: 0, down: 0 }
    const of = (key: string) => ({ key, up: 0, down: 0, at: 0, mark })
    expect(take([of('1:1'), of('1:2')])).toEqual([{ ...of('1:1'), isOrdered: true }, of('1:2')])
    const strange = Array.from({ length: 99_999 }, (_, at) => of(`2:${at}`))
    expect(take(strange)).toHaveLength(99_999)
    // One of them was ordered since, which makes room for one more.
    wanted.add('1:2')
    expect(take([of('3:1')])).toHaveLength(1)
    expect(() => take([of('3:2')])).toThrow('too many ports nobody ordered')
    // What was ordered takes no room.
    for (let at = 0; at < 3; at += 1) wanted.add(`4:${at}`)
    const other = openDoubting(
      () => {},
      (key) => wanted.has(key),
    )
    expect(other.take([...strange, of('3:1'), of('4:0'), of('4:1')])).toHaveLength(100_002)
  })
})

describe('the parts of a link', () => {
  test('the desired ports know what was ever ordered, and what is no news', () => {
    const granted = new Set<string>()
    const { note, has, all, some, isDecided, wasWanted, digest } = openDesiredPorts({
      grant: (ports) => ports.forEach(({ key, budget }) => granted.add(`${key} ${budget}`)),
      isGranted: ({ key, budget }) => granted.has(`${key} ${budget}`),
    })
    const [one, two] = [door(1, { budget: 5, lowAt: 2 }), door(2)]
    expect([...note([one, two], ['1:3'])]).toEqual(['1:1', '1:2'])
    expect([...note([one, two], [])]).toEqual([])
    // How soon it asks is of its budget, and no term.
    expect([...note([{ ...one, lowAt: 3 }], [])]).toEqual([])
    expect([...note([{ ...one, budget: 6 }], [])]).toEqual(['1:1'])
    expect([...note([{ ...one, budget: 6, maxConnections: 3 }], [])]).toEqual(['1:1'])
    expect([all().length, some(['1:2', '1:9']), has('1:2')]).toEqual([2, [two], true])
    expect(digest()).toBe(digestOf([{ ...one, maxConnections: 3 }, two]))
    note([], ['1:2'])
    expect([all().length, has('1:2'), some(['1:2'])]).toEqual([1, false, []])
    expect(['1:1', '1:2', '1:3', '1:4'].map(isDecided)).toEqual([true, true, true, false])
    // One that was only closed was never wanted here; a device is as its account.
    const keys = ['1:1', '1:2', '1:3', '1:1:7', '1:3:7', '1', '11:1', '1:11:7']
    expect(keys.map(wasWanted)).toEqual([true, true, false, true, false, false, false, false])
  })

  test('an arrival is waited for until its time is over', async () => {
    const arrivals = openArrivals()
    expect(await arrivals.next(performance.now())).toBe(false)
    const [first, second] = [1, 2].map(() => arrivals.next(performance.now() + 60_000))
    arrivals.announce()
    expect(await Promise.all([first, second])).toEqual([true, true])
    expect(await arrivals.next(performance.now() + 20)).toBe(false)
  })

  test('a deadline comes after two halves, unless it is called off in either', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const late: string[] = []
    startDeadline(100, () => late.push('one'))
    const offs = [
      startDeadline(100, () => late.push('two')),
      startDeadline(100, () => late.push('3')),
    ]
    offs[0]!()
    await vi.advanceTimersByTimeAsync(60)
    offs[1]!()
    await vi.advanceTimersByTimeAsync(39)
    expect(late).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(late).toEqual(['one'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(late).toEqual(['one'])
  })
})
