import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openArrivals } from '../../server/traffic/engine/console/arrivals.ts'
import { attachEngine } from '../../server/traffic/engine/console/attachEngine.ts'
import { startDeadline } from '../../server/traffic/engine/console/deadline.ts'
import { openDesiredPorts } from '../../server/traffic/engine/console/desiredPorts.ts'
import { openDoubting } from '../../server/traffic/engine/console/doubting.ts'
import type { LinkParts, TrafficReport } from '../../server/traffic/engine/console/engineLink.ts'
import type { Lease } from '../../server/traffic/engine/console/leases.ts'
import { linkEngine } from '../../server/traffic/engine/console/link.ts'
import type { KnownLives } from '../../server/traffic/engine/console/marks.ts'
import { openQuestions } from '../../server/traffic/engine/console/questions.ts'
import { justPassed, untilNow } from '../../server/traffic/engine/console/reportedTime.ts'
import { digestOf } from '../../server/traffic/engine/protocol/digest.ts'
import type { DesiredPort, Report } from '../../server/traffic/engine/protocol/messages.ts'
import { aFakeEngine } from '../support/fakeEngine.ts'

const door = (id: number, changes: Partial<DesiredPort> = {}): DesiredPort => {
  const key = `1:${id}`
  return { key, port: id, method: 'aes-256-gcm', password: 'p', budget: null, ...changes }
}
const opens = (...ports: DesiredPort[]) => ports.map(({ key }) => ({ key, state: 'open' }))

type Engine = ReturnType<typeof aFakeEngine>

/** A link with what it reported, and what it was given. */
function aLink(parts: Partial<LinkParts> = {}) {
  const failed: unknown[] = []
  const link = linkEngine({
    source: 'engine',
    loadMarks: async () => new Map(),
    waitMs: 60_000,
    failed: (error) => void failed.push(error),
    ...parts,
  })
  const reports: TrafficReport[] = []
  link.onReport((report) => reports.push(report))
  onTestFinished(() => link.leave())
  const attach = (which: string | Engine, changes: Parameters<typeof aFakeEngine>[1] = {}) => {
    const engine = typeof which === 'string' ? aFakeEngine(which, changes) : which
    link.attach(engine.wire)
    return engine
  }
  return { ...link, attach, reports, failed }
}

const asked = ({ requested }: Engine, what: string) => requested.filter(({ ask }) => ask === what)
/** Until an engine was greeted and given what it had to be given. */
async function quiet(engine: Engine) {
  await vi.waitFor(() => expect(asked(engine, 'hello')).toHaveLength(1))
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

describe('a link to an engine', () => {
  test('orders what differs, once, and says how each port is', async () => {
    const { attach, change, apply, isLinked } = aLink()
    expect(isLinked()).toBe(false)
    const engine = attach('a')
    await quiet(engine)
    expect(isLinked()).toBe(true)
    const [one, two] = [door(1), door(2, { budget: 5 })]
    expect(await change([one, two], ['1:9'])).toEqual(opens(one, two))
    const orders = () => asked(engine, 'change').map(({ orders: some, closed }) => [some, closed])
    const { budget: _, ...first } = one
    const { budget: __, ...second } = two
    const sent = [
      { ...first, until: null },
      { ...second, until: 5 },
    ]
    expect(orders()).toEqual([[sent, ['1:9']]])
    // The same is not ordered again, and is as it was.
    expect(await change([one, two], [])).toEqual(opens(one, two))
    expect(orders()).toHaveLength(1)
    expect(await change([door(1, { password: 'q' }), two], [])).toEqual(opens(one, two))
    expect(orders()[1]).toEqual([[{ ...sent[0], password: 'q' }], []])
    await change([door(2, { budget: 6 })], [])
    expect(orders()[2]).toEqual([[{ ...sent[1], until: 6 }], []])
    // What was closed is ordered when it is wanted again.
    await change([], ['1:1'])
    await change([door(1, { password: 'q' })], [])
    expect(orders().slice(3)).toEqual([
      [[], ['1:1']],
      [[{ ...sent[0], password: 'q' }], []],
    ])
    await apply([two])
    expect(orders().at(-1)).toEqual([[sent[1]], ['1:1']])
  })

  test('says what was refused, and orders it again', async () => {
    const { attach, change } = aLink()
    const engine = attach('a')
    await quiet(engine)
    const refused = { key: '1:1', state: 'error', reason: 'port in use' }
    engine.engine.answers.change = () => [refused]
    for (let time = 1; time < 3; time += 1) {
      expect(await change([door(1)], [])).toEqual([refused])
      expect(asked(engine, 'change')).toHaveLength(time)
    }
  })

  test('waits for an engine for so long, and orders what it missed', async () => {
    const { attach, change, reports } = aLink({ waitMs: 0 })
    await expect(change([door(1)], ['1:2'])).rejects.toThrow('engine away')
    const engine = attach('a', { ports: [{ key: '1:2', port: 2 }] })
    await vi.waitFor(() => expect([...engine.open]).toEqual(['1:1']))
    expect(asked(engine, 'change').map(({ closed }) => closed)).toEqual([['1:2'], []])
    // Nobody could say so when it was ordered.
    await vi.waitFor(() => expect(reports).toEqual([{ deltas: [], states: opens(door(1)) }]))
    engine.wire.close()
    const next = attach('b')
    await vi.waitFor(() => expect([...next.open]).toEqual(['1:1']))
    await quiet(next)
    // This time it opened as before.
    expect(reports).toHaveLength(1)
  })

  test('answers what is asked before an engine comes, with the one that comes', async () => {
    const { attach, clients, change } = aLink()
    const both = Promise.all([clients('1:1'), change([door(1)], [])])
    const ending = attach('z', { isDraining: true, born: 9 })
    await quiet(ending)
    // One that drains is there, and is none to ask.
    expect(asked(ending, 'clients')).toEqual([])
    const engine = aFakeEngine('a')
    engine.engine.answers.clients = () => ['1.1.1.1']
    attach(engine)
    expect(await both).toEqual([['1.1.1.1'], opens(door(1))])
    expect([...engine.open]).toEqual(['1:1'])
  })

  test('asks the successor of an engine that goes, and says so where there is none', async () => {
    const { attach, clients, isLinked } = aLink({ waitMs: 300 })
    const [old, young] = [attach('a'), attach('b', { born: 2 })]
    await quiet(old)
    await quiet(young)
    young.engine.isSilent = true
    const answer = clients('1:1')
    await vi.waitFor(() => expect(asked(young, 'clients')).toHaveLength(1))
    expect(asked(old, 'clients')).toEqual([])
    young.wire.close()
    expect(await answer).toEqual([])
    expect(asked(old, 'clients')).toHaveLength(1)
    old.wire.close()
    expect(isLinked()).toBe(false)
    await expect(clients('1:1')).rejects.toThrow('engine away')
  })

  test('goes on with one that is open as desired, and adopts what nobody decided on', async () => {
    const first = aLink()
    const engine = first.attach('a')
    await first.change([door(1, { budget: 7 })], ['1:2'])
    engine.wire.close()
    const digest = digestOf([door(1)])
    const ports = [
      { key: '1:1', port: 1 },
      { key: '1:3', port: 3 },
    ]
    const same = first.attach('b', { digest, ports })
    await quiet(same)
    expect(asked(same, 'change')).toEqual([])
    expect(first.reports).toEqual([{ deltas: [], states: [], adopted: [{ key: '1:3', port: 3 }] }])
    // It is known to be open there, also for the next order.
    await first.change([door(1, { budget: 7 })], [])
    expect(asked(same, 'change')).toEqual([])
    same.wire.close()
    const closes = first.attach('c', { digest: 'x', ports: [...ports, { key: '1:2', port: 2 }] })
    await vi.waitFor(() => expect([...closes.open]).toEqual(['1:1']))
    const closed = asked(closes, 'change').map((one) => one.closed)
    expect(closed).toEqual([['1:2'], []])
  })

  test('orders thousands a thousand at a time', async () => {
    const { attach, change } = aLink({ waitMs: 0 })
    const many = Array.from({ length: 2_001 }, (_, at) => door(at + 1))
    await change(many, []).catch(() => {})
    const engine = attach('a')
    await vi.waitFor(() => expect(engine.open.size).toBe(2_001))
    const sizes = asked(engine, 'change').map(({ orders }) => orders?.length)
    expect(sizes).toEqual([1_000, 1_000, 1])
  })

  test('gives the youngest the ports, and lets older ones end once all is ordered', async () => {
    const { attach, change, settled } = aLink()
    const old = attach('a', { born: 1 })
    await quiet(old)
    const young = attach('b', { born: 3 })
    await quiet(young)
    const middle = attach('c', { born: 2 })
    await quiet(middle)
    await change([door(1)], [])
    // Older ones are given the same: their clients are still there.
    await vi.waitFor(() => expect([...old.open, ...middle.open]).toEqual(['1:1', '1:1']))
    expect([old, young, middle].map((one) => asked(one, 'drain').length)).toEqual([0, 0, 0])
    settled()
    settled()
    await quiet(old)
    expect([old, young, middle].map((one) => asked(one, 'drain').length)).toEqual([1, 0, 1])
    // One that drains has no more to say once the youngest is gone.
    young.wire.close()
    const last = attach('d', { born: 4 })
    await vi.waitFor(() => expect([...last.open]).toEqual(['1:1']))
    const late = attach('e', { born: 0 })
    await vi.waitFor(() => expect(asked(late, 'drain')).toHaveLength(1))
  })

  test('has the youngest of the others go on where the one that had the ports is gone', async () => {
    const { attach, change, clients } = aLink()
    const engines = [attach('a', { born: 5 }), attach('b', { born: 2 }), attach('c', { born: 3 })]
    for (const engine of engines) await quiet(engine)
    await change([door(1)], [])
    const [first, second, third] = engines as [Engine, Engine, Engine]
    first.wire.close()
    await quiet(third)
    third.engine.answers.clients = () => ['3.3.3.3']
    expect(await clients('1:1')).toEqual(['3.3.3.3'])
    expect(asked(second, 'clients')).toEqual([])
  })

  test('closes a port at once with every engine, for good', async () => {
    const { attach, change, kill } = aLink()
    const [old, young] = [attach('a'), attach('b', { born: 2 })]
    await quiet(old)
    await quiet(young)
    await change([door(1)], [])
    await kill('1:1')
    for (const engine of [old, young]) expect(asked(engine, 'kill')).toMatchObject([{ key: '1:1' }])
    young.wire.close()
    old.wire.close()
    const next = attach('c', { ports: [{ key: '1:1', port: 1 }], digest: 'x' })
    await vi.waitFor(() => expect(asked(next, 'change')).toMatchObject([{ closed: ['1:1'] }]))
  })

  test('does not take a port for closed by an engine that went meanwhile', async () => {
    const { attach, kill } = aLink()
    const engine = attach('a')
    await quiet(engine)
    engine.engine.isSilent = true
    const killed = kill('1:1')
    await vi.waitFor(() => expect(asked(engine, 'kill')).toHaveLength(1))
    engine.wire.close()
    const next = attach('b')
    await killed
    expect(asked(next, 'kill')).toMatchObject([{ key: '1:1' }])
  })

  test('is ended by what no engine of ours says, and goes on with the next', async () => {
    const { attach, failed, isLinked } = aLink()
    const liar = attach('a', { epoch: 7 } as never)
    await vi.waitFor(() => expect(liar.isEnded()).toBe(true))
    expect([failed.length, isLinked()]).toEqual([1, false])
    await quiet(attach('b'))
    expect(isLinked()).toBe(true)
  })

  test('is refused without a word of it where the database is away', async () => {
    const { attach, failed } = aLink({ loadMarks: () => Promise.reject(new Error('away')) })
    const engine = attach('a')
    await vi.waitFor(() => expect(engine.isEnded()).toBe(true))
    expect(failed).toEqual([])
  })
})

describe('what is asked of an engine', () => {
  const trial = { host: 'h', port: 1, publicKey: 'k', privateKey: 'k', at: 0, timeoutMs: 1 }
  const wanted = { listenPort: 1, net: '10.0.0.0/8', serverId: 3 }
  const counter = { up: 1, down: 2, lastSeen: 3, ips: 4 }
  const attempt = { reason: 'replay', at: 1, count: 2, address: '1.1.1.1' } as const
  const device = { deviceId: 1, up: 2, down: 3 }

  test('is asked in its words, and answered in ours', async () => {
    const link = aLink()
    const engine = link.attach('a')
    await quiet(engine)
    const { answers } = engine.engine
    Object.assign(answers, {
      counters: () => [['1:1', counter]],
      clients: () => ['1.1.1.1'],
      attempts: () => [attempt],
      outcomes: () => [],
      probe: () => ({ ok: true, ms: 1 }),
      peers: () => [device],
      tunnel: () => ({ state: 'ready', used: [] }),
    })
    expect(await link.counters()).toEqual(new Map([['1:1', counter]]))
    expect(await link.clients('1:1')).toEqual(['1.1.1.1'])
    expect(await link.attempts('1:1', 7)).toEqual([attempt])
    expect(await link.outcomes()).toEqual([])
    expect(await link.probe(trial)).toEqual({ ok: true, ms: 1 })
    expect(await link.peers('1:1')).toEqual([device])
    expect(await link.checkTunnel(wanted)).toEqual({ state: 'ready', used: [] })
    expect(engine.requested.slice(1).map(({ id: _, ...question }) => question)).toEqual([
      { ask: 'counters' },
      { ask: 'clients', key: '1:1' },
      { ask: 'attempts', key: '1:1', since: 7 },
      { ask: 'outcomes' },
      { ask: 'probe', trial },
      { ask: 'peers', key: '1:1' },
      { ask: 'tunnel', ...wanted },
    ])
  })

  test('is nothing where it is of an earlier release', async () => {
    const link = aLink()
    const engine = link.attach('a')
    await quiet(engine)
    for (const ask of ['outcomes', 'peers', 'tunnel']) engine.engine.answers[ask] = () => undefined
    expect([await link.outcomes(), await link.peers('1:1')]).toEqual([undefined, []])
    await expect(link.checkTunnel(wanted)).rejects.toThrow('tunnels are not known')
  })
})

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

describe('a link that is left', () => {
  test('refuses what waits, ends its wires, and takes in no other engine', async () => {
    const { attach, leave, clients } = aLink()
    const waits = clients('1:1')
    leave()
    await expect(waits).rejects.toThrow('engine closed')
    await expect(clients('1:1')).rejects.toThrow('engine closed')
    const late = attach('a')
    await vi.waitFor(() => expect(late.isEnded()).toBe(true))
    const other = aLink()
    const engine = other.attach('a')
    await quiet(engine)
    other.leave()
    expect([engine.isEnded(), asked(engine, 'close')]).toEqual([true, []])
  })

  test('ends its engines where it is to, once, and waits until they are gone', async () => {
    const gone: number[] = []
    let go = () => {}
    const { attach, end, clients } = aLink({
      gone: (pid) => new Promise((resolve) => (gone.push(pid), (go = resolve))),
    })
    const engine = attach('a', { pid: 77 })
    await quiet(engine)
    let hasEnded = false
    const ending = Promise.all([end(), end()]).then(() => (hasEnded = true))
    await vi.waitFor(() => expect(asked(engine, 'close')).toHaveLength(1))
    await quiet(engine)
    expect([gone, hasEnded, engine.isEnded()]).toEqual([[77], false, false])
    go()
    await ending
    expect(engine.isEnded()).toBe(true)
    await expect(clients('1:1')).rejects.toThrow('engine closed')
  })

  test('waits for the end of the wire where it sees no process', async () => {
    const { attach, end } = aLink()
    const engine = attach('a')
    await quiet(engine)
    let hasEnded = false
    const ending = end().then(() => (hasEnded = true))
    await quiet(engine)
    expect(hasEnded).toBe(false)
    engine.wire.close()
    await ending
    expect(asked(engine, 'close')).toHaveLength(1)
  })
})

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

describe('questions to an engine', () => {
  const byHand = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
  }
  const silent = () => {
    const engine = aFakeEngine('a')
    engine.engine.isSilent = true
    const failed: unknown[] = []
    const reports: Report[] = []
    const questions = openQuestions(
      engine.wire,
      (report) => void reports.push(report),
      (error) => failed.push(error),
    )
    return { ...engine, ...questions, failed, reports }
  }

  test.each([
    ['counters', 15_000],
    ['clients', 15_000],
    ['look', 15_000],
    ['hello', 30_000],
    ['change', 30_000],
    ['apply', 30_000],
  ])('are given up with their engine: %s after %d ms', async (ask, ms) => {
    byHand()
    const engine = silent()
    const question = { ask, now: 1, key: '1:1', orders: [], closed: [] } as never
    const over = expect(engine.ask(question)).rejects.toThrow('engine away')
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(engine.isEnded()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await over
    expect(engine.isEnded()).toBe(true)
  })

  test.each([
    [{ ask: 'probe', trial: { timeoutMs: 700 } }, 10_700],
    [{ ask: 'peers', key: '1:1' }, 10_000],
    [{ ask: 'tunnel', listenPort: 1, net: '' }, 10_000],
  ])('that take long are given up alone: %j after %d ms', async (question, ms) => {
    byHand()
    const engine = silent()
    let isOver = false
    const over = engine.ask(question as never).catch(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await over
    expect([isOver, engine.isEnded()]).toEqual([true, false])
    // Its late answer is nobody's, and no fault.
    engine.say({ id: 1, result: [] })
    expect(engine.failed).toEqual([])
  })

  test('that are answered hold nobody up, and the next has a time of its own', async () => {
    byHand()
    const engine = silent()
    const trial = { host: 'h', port: 1, publicKey: '', privateKey: '', at: 0, timeoutMs: 500 }
    const slow = engine.ask({ ask: 'probe', trial })
    const [first, second] = [engine.ask({ ask: 'counters' }), engine.ask({ ask: 'counters' })]
    await vi.advanceTimersByTimeAsync(10_000)
    engine.say({ id: 1, result: { ok: true, ms: 1 } })
    engine.say({ id: 2, result: [] })
    expect([await slow, await first]).toEqual([{ ok: true, ms: 1 }, []])
    await vi.advanceTimersByTimeAsync(14_999)
    expect(engine.isEnded()).toBe(false)
    engine.say({ id: 3, result: [] })
    expect(await second).toEqual([])
    // Nothing is waited for any more, neither in turn nor out of it.
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(engine.isEnded()).toBe(false)
    const last = engine.ask({ ask: 'peers', key: '1:1' }).catch(() => 'over')
    const after = engine.ask({ ask: 'counters' }).catch(() => 'over')
    engine.end()
    expect([await last, await after, vi.getTimerCount()]).toEqual(['over', 'over', 0])
    expect(engine.isEnded()).toBe(true)
  })

  test('have ids of their own, and are answered by them', async () => {
    const engine = silent()
    const answers = [engine.ask({ ask: 'clients', key: 'a' }), engine.ask({ ask: 'counters' })]
    await vi.waitFor(() => expect(engine.requested).toHaveLength(2))
    expect(engine.requested).toEqual([
      { id: 1, ask: 'clients', key: 'a' },
      { id: 2, ask: 'counters' },
    ])
    engine.say({ id: 2, result: [] })
    engine.say({ id: 1, result: ['1.1.1.1'] })
    engine.say({ id: 1, result: ['2.2.2.2'] })
    expect(await Promise.all(answers)).toEqual([['1.1.1.1'], []])
    expect(engine.isEnded()).toBe(false)
  })

  test('end with the wire, and those who care are told first, or at once where they come late', async () => {
    const engine = silent()
    const order: string[] = []
    engine.onEnd(() => order.push('end'))
    const slow = engine.ask({ ask: 'peers', key: '1:1' }).catch(() => order.push('slow'))
    const quick = engine.ask({ ask: 'counters' }).catch(() => order.push('quick'))
    engine.wire.close()
    await Promise.all([slow, quick])
    expect(order).toEqual(['end', 'slow', 'quick'])
    engine.onEnd(() => order.push('late'))
    engine.end()
    expect(order).toEqual(['end', 'slow', 'quick', 'late'])
    await expect(engine.ask({ ask: 'counters' })).rejects.toThrow('engine away')
    expect(engine.failed).toEqual([])
  })

  test('are over after a message nobody means, and what comes then is dropped', async () => {
    const engine = silent()
    const report = { epoch: 'a', seq: 1, counters: [], ended: [], low: [] }
    engine.say({ report })
    engine.say({ id: 'x' })
    engine.say({ report })
    expect([engine.reports, engine.failed.length]).toEqual([[report], 1])
    expect(engine.isEnded()).toBe(true)
  })
})
