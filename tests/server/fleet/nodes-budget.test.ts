import { describe, expect, test } from 'vitest'
import type { LinkBudget } from '../../../server/engine/nodeLinks.ts'
import { openBucket } from '../../../server/base/bucket.ts'
import { openFaultLog, openStrangerLog } from '../../../server/http/limits/strangerLog.ts'
import { openDoubting } from '../../../server/engine/console/doubting.ts'
import { answerTo, reportOf } from '../../../server/engine/console/replies.ts'
import { newIdentity } from '../../../server/fleet/nodes/channel/keys.ts'
import { keepNodeFacts } from '../../../server/fleet/nodes/accept.ts'
import { findNodeIdentity } from '../../../server/fleet/nodes/identity.ts'
import { openLinkBudgets, OverBudget } from '../../../server/fleet/nodes/linkBudget.ts'
import { openPulse } from '../../../server/fleet/nodes/pulse.ts'
import { aHelloOf } from '../../support/fakeEngine.ts'
import { aHello } from '../../support/links.ts'
import { aNode } from '../../support/make.ts'
import { call } from '../../support/nodes.ts'
import { listening } from '../../support/strangers.ts'
import { mainAdmin } from '../../support/world.ts'

/** A clock that a test sets, ms. */
function aClock() {
  const clock = { at: 0 }
  return { clock, elapsed: () => clock.at }
}

test('an allowance is spent at once, and comes back with time', () => {
  const { clock, elapsed } = aClock()
  const bucket = openBucket({ burst: 10, perSecond: 2 }, elapsed)
  expect([bucket.take(11), bucket.take(10), bucket.take()]).toEqual([false, true, false])
  clock.at += 499
  expect(bucket.take()).toBe(false)
  clock.at += 1
  expect([bucket.take(), bucket.take()]).toEqual([true, false])
  clock.at += 60_000
  expect([bucket.take(10), bucket.take()]).toEqual([true, false])
})

describe('the budget of a node', () => {
  const small = { bytes: 50, values: 5 }
  test.each<[string, number, (budget: LinkBudget) => void]>([
    ['messages', 5_000, ({ message }) => message(small)],
    ['bytes', 96, ({ message }) => message({ bytes: 1e6, values: 1 })],
    ['values', 60, ({ message }) => message({ bytes: 1, values: 1e5 })],
    ['messages of its agent', 120, ({ own }) => own()],
    ['descriptions of its machine', 10, ({ facts }) => facts()],
    ['connections of engines', 120, ({ lane }) => lane()],
  ])('is so many %s, and no more, over links', (what, most, spend) => {
    const { clock, elapsed } = aClock()
    const budgets = openLinkBudgets(elapsed)
    for (let time = 0; time < most; time += 1) spend(budgets.of(7))
    expect(() => spend(budgets.of(7))).toThrow(OverBudget)
    expect(() => spend(budgets.of(7))).toThrow(`too many ${what}`)
    // Another node has its own.
    spend(budgets.of(8))
    clock.at += 10_000
    spend(budgets.of(7))
  })

  test('is a third of it for a machine with 100,000 accounts, of which 2,000 are busy', () => {
    const { clock, elapsed } = aClock()
    const { message } = openLinkBudgets(elapsed).of(7)
    const keys = Array.from({ length: 100_000 }, (_, at) => `1:${at + 1}`)
    const readings = keys.map((key): [string, number, number, number] => [key, 1e9, 1e10, 1.7e12])
    const ports = keys.map((key, at) => ({ key, port: at % 65_536 }))
    const hello = aHelloOf('a', { ports, lives: [{ epoch: 'a', counters: readings }] })
    const states = keys.map((key) => ({ key, state: 'open' }))
    const send = (said: unknown, times = 1) => {
      const text = JSON.stringify({ engine: 1, message: said })
      const values = text.split(/[,[{]/).length
      for (let time = 0; time < times; time += 1) message({ bytes: text.length, values })
    }
    // Three times what it says when it links: its greeting, and what it opened.
    for (let time = 0; time < 3; time += 1) {
      send({ id: 1, result: hello })
      send({ id: 2, result: states })
    }
    const report = { epoch: 'a', seq: 1, counters: readings.slice(0, 2_000), ended: [], low: [] }
    for (let second = 0; second < 600; second += 1) {
      clock.at += 1_000
      send({ report }, 3)
    }
  })
})

describe('a node that says more than any of ours', () => {
  async function aLinkedNode() {
    const world = await listening()
    const lines: object[] = []
    world.world.log.warn = ((what: object) => void lines.push(what)) as never
    keepNodeFacts(world.world)
    const identity = newIdentity()
    const node = await aNode(world, { publicKey: identity.publicKey })
    const { publicKey } = await findNodeIdentity(world.world)
    const at = { url: `http://127.0.0.1:${world.port}`, consoleKey: publicKey }
    const machine = await call(at, { identity, node })
    const lieTime = async () =>
      (await world.as(mainAdmin).GET('/api/admin/node')).data?.[0]?.lieTime
    return { world, machine, lines, lieTime, again: () => call(at, { identity, node }) }
  }

  test.each<[string, (machine: Awaited<ReturnType<typeof call>>) => void]>([
    ['of its machine', ({ send }) => many(40, () => send({ facts: aHello().facts }))],
    ['of pongs', ({ send }) => many(400, () => send({ pong: 1, time: 1 }))],
    ['of engines', ({ open }) => many(400, () => open().close())],
    [
      'at once',
      ({ send }) =>
        send({ pong: 1, time: 1, more: Array.from({ length: 3_000_000 }, () => 0) } as never),
    ],
    ['too deep', ({ send }) => send(JSON.parse('['.repeat(50) + ']'.repeat(50)) as never)],
  ])('is cut and named, and may link again: %s', async (_what, say) => {
    const { world, machine, lines, lieTime, again } = await aLinkedNode()
    say(machine)
    await expect.poll(() => machine.state.isEnded).toBe(true)
    await expect.poll(lieTime).toBe(world.clock.at)
    expect(lines).toMatchObject([{ nodeId: machine.node }])
    expect(await world.isServed()).toBe(true)
    expect((await again()).node).toBe(machine.node)
  })
})

const many = (count: number, work: () => void) => {
  for (let time = 0; time < count; time += 1) work()
}

describe('an engine that is doubted', () => {
  const delta = (key: string) => ({
    key,
    up: 1,
    down: 1,
    at: 1,
    mark: { source: 'node:1', epoch: 'a', up: 1, down: 1 },
  })
  const strange = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => delta(`1:${from + at}`))

  test('counts for so many ports nobody ordered, and no more', () => {
    const wanted = new Set<string>()
    const { take } = openDoubting(
      () => {},
      (key) => wanted.has(key),
    )
    for (let from = 0; from < 100_000; from += 10_000) take(strange(from, 10_000))
    // The same again is nothing new.
    take(strange(0, 10_000))
    expect(() => take(strange(100_000, 1))).toThrow('nobody ordered')
    // Those that were ordered since are none.
    for (const { key } of strange(0, 50_000)) wanted.add(key)
    expect(take(strange(100_000, 1))).toHaveLength(1)
    expect(() => take(strange(200_000, 50_000))).toThrow('nobody ordered')
  })

  test('has as many ports as a machine has, and no more', () => {
    const ports = (count: number) => Array.from({ length: count }, () => ({ key: '1:1', port: 1 }))
    const hello = (count: number) =>
      answerTo({ ask: 'hello', now: 0 }, aHelloOf('a', { ports: ports(count) }))
    expect(hello(1_048_576)).toBeTruthy()
    expect(() => hello(1_048_577)).toThrow('not meant')
    const low = (count: number) =>
      reportOf({
        epoch: 'a',
        seq: 1,
        counters: [],
        ended: [],
        low: Array.from({ length: count }, () => '1:1'),
      })
    expect(low(1_048_576).low).toHaveLength(1_048_576)
    expect(() => low(1_048_577)).toThrow('not meant')
  })
})

test('a clock is one that a date can have', () => {
  const pulse = openPulse()
  expect(pulse.end(pulse.begin(), 8.64e15)).toBe(true)
  for (const time of [8.65e15, -1e308, 1e308, Infinity])
    expect(pulse.end(pulse.begin(), time)).toBe(false)
  expect(Math.abs(pulse.measured()?.skewMs ?? Infinity)).toBeLessThanOrEqual(8.64e15)
})

describe('lines that anybody can cause', () => {
  test('are one a minute for a client, and few in all', () => {
    const { clock, elapsed } = aClock()
    const lines: object[] = []
    const write = openStrangerLog(
      { warn: (what: object) => void lines.push(what) } as never,
      elapsed,
    )
    many(100, () => write('192.0.2.1', {}, 'x'))
    expect(lines).toHaveLength(1)
    for (let at = 2; at < 250; at += 1) write(`192.0.2.${at}`, {}, 'x')
    expect(lines).toHaveLength(20)
    clock.at += 60_000
    write('192.0.2.1', {}, 'x')
    expect(lines.at(-1)).toEqual({ client: '192.0.2.1', leftOut: 229 })
  })

  test('also of faults in the server', () => {
    const lines: object[] = []
    const failed = openFaultLog(
      { error: (what: object) => void lines.push(what) } as never,
      () => 0,
    )
    many(100, () => failed(new Error('x')))
    expect(lines).toHaveLength(20)
  })
})
