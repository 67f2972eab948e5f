import { describe, expect, test, vi } from 'vitest'
import { digestOf } from '../../../server/engine/protocol/digest.ts'
import { aFakeEngine } from '../../support/fakeEngine.ts'
import { door, opens, type Engine, aLink, asked, quiet } from '../../support/linkedEngines.ts'

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
