import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { attachEngine } from '../../../server/engine/console/attachEngine.ts'
import type { TrafficReport } from '../../../server/engine/console/engineLink.ts'
import { linkEngine } from '../../../server/engine/console/link.ts'
import type { KnownLives } from '../../../server/engine/console/marks.ts'
import { justPassed, untilNow } from '../../../server/engine/console/link.ts'
import type { Report } from '../../../server/engine/protocol/messages.ts'
import { aFakeEngine } from '../../support/fakeEngine.ts'
import { door, type Engine, aLink, asked, quiet } from '../../support/linkedEngines.ts'

describe('what an engine reports', () => {
  const life = (epoch: string, ...counters: unknown[]) => ({ epoch, counters }) as never
  const said = (engine: Engine, epoch: string, changes: Partial<Report>) =>
    engine.say({ report: { epoch, seq: 1, counters: [], ended: [], low: [], ...changes } })

  test('is what passed since it was stored, in this life and earlier ones', async () => {
    const known: KnownLives = new Map([['z', new Map([['1:1', { up: 4, down: 4 }]])]])
    const asks: string[][] = []
    const loadMarks = async (epochs: readonly string[]) => (asks.push([...epochs]), known)
    const { attach, reports } = aLink({ loadMarks })
    const lives = [life('a', ['1:1', 1, 2, 5]), life('z', ['1:1', 5, 4, 6])]
    const engine = attach('a', { lives })
    await vi.waitFor(() => expect(reports).toHaveLength(1))
    expect(reports[0]).toMatchObject({
      deltas: [
        { key: '1:1', up: 1, down: 2, at: 5, mark: { source: 'engine', epoch: 'a' } },
        { key: '1:1', up: 1, down: 0, at: 6, mark: { epoch: 'z' } },
      ],
      states: [],
    })
    expect(asks[0]).toEqual(['a', 'z'])
    expect(engine.isEnded()).toBe(false)
  })

  test('is passed on with who is short of budget, and what has closed of itself', async () => {
    const { attach, change, reports } = aLink()
    const engine = attach('a')
    await quiet(engine)
    await change([door(1), door(2)], [])
    const now = Date.now()
    said(engine, 'a', {
      counters: [
        ['1:1', 1, 0, now],
        ['1:2', 0, 1, now],
      ],
      ended: [['1:2', 'over']],
      low: ['1:1', '1:9'],
    })
    expect(reports).toMatchObject([
      {
        deltas: [{ key: '1:1', isLow: true }, { key: '1:2' }],
        states: [{ key: '1:2', state: 'error', reason: 'over' }],
      },
    ])
    expect(reports[0]!.deltas[1]).not.toHaveProperty('isLow')
    // What has closed is ordered again when somebody wants it.
    await change([door(1), door(2)], [])
    expect(asked(engine, 'change')[1]?.orders?.map(({ key }) => key)).toEqual(['1:2'])
    // Nothing is no news.
    said(engine, 'a', {})
    expect(reports).toHaveLength(1)
  })

  test('of earlier lives is deleted there once it is booked, and of this one never', async () => {
    const known: KnownLives = new Map([
      ['a', new Map([['1:1', { up: 1, down: 2 }]])],
      ['z', new Map([['1:1', { up: 5, down: 4 }]])],
    ])
    const lives = [
      life('a', ['1:1', 1, 2, 5]),
      life('z', ['1:1', 5, 4, 6]),
      life('y', ['1:1', 1, 0, 6]),
    ]
    const { attach } = aLink({ loadMarks: async () => known })
    const engine = attach('a', { lives })
    await vi.waitFor(() => expect(asked(engine, 'settle')).toHaveLength(1))
    expect(asked(engine, 'settle')).toMatchObject([{ epochs: ['z'] }])
    await quiet(engine)
    expect(asked(engine, 'settle')).toHaveLength(1)
  })

  test('of an older engine closes nothing here', async () => {
    const { attach, change, reports } = aLink()
    const old = attach('a')
    await quiet(old)
    const young = attach('b', { born: 2 })
    await quiet(young)
    await change([door(1)], [])
    said(old, 'a', { counters: [['1:1', 1, 0, Date.now()]], ended: [['1:1', 'over']] })
    expect(reports).toMatchObject([{ deltas: [{ up: 1 }], states: [] }])
  })

  test('waits for whoever listens late, in its order', async () => {
    const link = linkEngine({ source: 's', loadMarks: async () => new Map(), waitMs: 0 })
    onTestFinished(() => link.leave())
    const lives = [life('a', ['1:1', 1, 0, 5])]
    const engine = aFakeEngine('a', { lives, ports: [{ key: '1:1', port: 1 }] })
    link.attach(engine.wire)
    await quiet(engine)
    said(engine, 'a', { counters: [['1:1', 3, 0, 5]] })
    const reports: TrafficReport[] = []
    link.onReport((report) => reports.push(report))
    expect(reports.map(({ deltas }) => deltas.map(({ up }) => up))).toEqual([[1], [], [2]])
    expect(reports[1]?.adopted).toEqual([{ key: '1:1', port: 1 }])
  })

  test('has a time that can be: not later than now, nor older than a report can be', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    onTestFinished(() => void vi.useRealTimers())
    const times = [0, 939_999, 940_001, 1_000_000, 1_000_001]
    expect(times.map((at) => justPassed({ at }).at)).toEqual([
      940_000, 940_000, 940_001, 1_000_000, 1_000_000,
    ])
    expect(times.map((at) => untilNow({ at, key: 'k' }))).toEqual(
      [0, 939_999, 940_001, 1_000_000, 1_000_000].map((at) => ({ at, key: 'k' })),
    )
  })
})

describe('an engine that is attached', () => {
  const report = (epoch: string, seq: number) => ({
    report: { epoch, seq, counters: [], ended: [], low: [] },
  })

  test('has its reports wait until all it said before is booked', async () => {
    const engine = aFakeEngine('a')
    const got: number[] = []
    const failed: unknown[] = []
    engine.say(report('other', 1))
    engine.say(report('a', 2))
    const attached = await attachEngine(
      engine.wire,
      ({ seq }) => got.push(seq),
      (error) => failed.push(error),
    )
    engine.say(report('a', 3))
    expect(got).toEqual([])
    attached.begin()
    // What came before its greeting, of another life, is nobody's.
    expect(got).toEqual([2, 3])
    engine.say(report('a', 4))
    attached.begin()
    expect([got, failed]).toEqual([[2, 3, 4], []])
    engine.say(report('other', 5))
    expect([got, String(failed[0])]).toEqual([[2, 3, 4], 'Error: a report of another'])
    expect(engine.isEnded()).toBe(true)
  })

  test('may report a thousand times before, and no more', async () => {
    const engine = aFakeEngine('a')
    const failed: unknown[] = []
    const got: Report[] = []
    const attached = await attachEngine(
      engine.wire,
      (one) => got.push(one),
      (error) => failed.push(error),
    )
    for (let seq = 0; seq < 1_000; seq += 1) engine.say(report('a', seq))
    expect(failed).toEqual([])
    engine.say(report('a', 1_000))
    expect(String(failed[0])).toBe('Error: too many reports')
    attached.begin()
    expect(got).toHaveLength(1_000)
  })

  test('is sent the time every ten seconds, until it is gone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 5_000 })
    onTestFinished(() => void vi.useRealTimers())
    const engine = aFakeEngine('a')
    await attachEngine(engine.wire, () => {})
    expect(engine.requested).toMatchObject([{ ask: 'hello', now: 5_000 }])
    await vi.advanceTimersByTimeAsync(9_999)
    expect(engine.requested).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await quiet(engine)
    expect(engine.requested[1]).toMatchObject({ ask: 'time', now: 15_000 })
    engine.wire.close()
    await vi.advanceTimersByTimeAsync(60_000)
    await quiet(engine)
    expect(engine.requested).toHaveLength(2)
  })
})
