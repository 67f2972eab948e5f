import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkEngine } from '../../../server/engine/console/link.ts'
import { answerTo, reportOf } from '../../../server/engine/console/replies.ts'
import type { Database } from '../../../server/database/database.ts'
import { limitRate } from '../../../server/engine/console/doubting.ts'
import { factsIn, findNode } from '../../../server/fleet/nodes/store.ts'
import { aFakeEngine, aHelloOf } from '../../support/fakeEngine.ts'
import { aFakeFleet } from '../../support/fakeFleet.ts'

type Place = { node: number; server: number }

const SOON = { timeout: 5_000 }
const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)

beforeEach(() => void process.on('unhandledRejection', note))
afterEach(() => {
  process.off('unhandledRejection', note)
  expect(unhandled.splice(0)).toEqual([])
})

const life = { epoch: 'a', counters: [['1:1', 1, 2, 3]] }
const report = { ...life, seq: 1, ended: [['1:1', 'over']], low: ['1:1'] }

describe('what an engine says', () => {
  test('is taken where one of ours would say it', () => {
    expect(reportOf(report)).toEqual(report)
    const hello = aHelloOf('a', { ports: [{ key: '1:1', port: 7 }], lives: [life as never] })
    expect(answerTo({ ask: 'hello', now: 0 }, hello)).toEqual(hello)
    expect(reportOf({ ...report, counters: [['1:1:0', 0, 0, 1.5]] }).counters).toEqual([
      ['1:1:0', 0, 0, 2],
    ])
  })

  test.each([
    {},
    null,
    [],
    { ...report, counters: [null] },
    { ...report, counters: undefined },
    { ...report, ended: undefined },
    { ...report, ended: [['1:1']] },
    { ...report, low: [7] },
    { ...report, seq: -1 },
    { ...report, epoch: 'a\u0000' },
    { ...report, epoch: 'x'.repeat(101) },
    ...[['x', 1], ['1', 2], [-1, 2], [1.5, 2], [2 ** 53, 2], [null, 1], [1]].map((bytes) => ({
      ...report,
      counters: [['1:1', ...bytes, 0]],
    })),
    ...['1', 'x:1', '1:x', '1:1:', '1:1:1:1', '', 7].map((key) => ({
      ...report,
      counters: [[key, 1, 1, 0]],
    })),
    { ...report, counters: [['1:1', 1, 1, 'soon']] },
  ])('is refused where none would: %j', (said) => {
    expect(() => reportOf(said)).toThrow('not')
  })

  test('is accepted only for the requested ports', () => {
    const order = { key: '1:1', port: 1, method: '', password: '', until: null }
    const requested = { ask: 'change' as const, orders: [order], closed: [] }
    expect(answerTo(requested, [{ key: '1:1', state: 'open' }])).toHaveLength(1)
    expect(() => answerTo(requested, [{ key: '2:1', state: 'open' }])).toThrow('nobody asked')
    expect(() => answerTo(requested, [{ key: '1:1', state: 'new' }])).toThrow('not meant')
    expect(() => answerTo(requested, undefined)).toThrow('not meant')
  })
})

describe('a node that lies', () => {
  test.each([
    { report: {} },
    { report: { ...report, epoch: 'of another' } },
    { report: { ...report, counters: [null] } },
    { id: 'x' },
    null,
    7,
  ])('loses its link, is marked, and affects nobody else: %j', async (said) => {
    const { world, places, start, link, lines } = await aFakeFleet(1)
    start()
    const node = places[0]!.node
    const engine = link(node, 'a')
    await expect.poll(() => engine.requested.length, SOON).toBeGreaterThan(0)
    engine.say(said)
    expect(engine.isEnded()).toBe(true)
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { what: { nodeId: node }, text: 'a node said what cannot be' },
    ])
    const lie = async () => factsIn((await findNode(world.db, node))!).lie
    await expect.poll(lie, SOON).toBe(world.clock.at)
  })

  test('answers without a request, and is dropped', async () => {
    const { places, start, link, anAccountOn } = await aFakeFleet(1)
    const [{ node, server }] = places as [(typeof places)[0]]
    await anAccountOn([server])
    const running = start()
    const engine = link(node, 'a')
    engine.engine.answers.change = () => [{ key: '99:99', state: 'open' }]
    await running.settle()
    await expect.poll(engine.isEnded, SOON).toBe(true)
    expect(running.plane.stateOf('99:99')).toBeUndefined()
  })
})

describe('a node that counts', () => {
  const usageOf = (world: { db: Database }) => async () =>
    (await world.db.selectFrom('usage').select(['accountId', 'serverId', 'bytes']).execute()).map(
      ({ accountId, serverId, bytes }) => [`${serverId}:${accountId}`, bytes],
    )

  test('is believed about ports it was sent, and about no others', async () => {
    const { world, places, start, link, lines, anAccountOn } = await aFakeFleet(2)
    const [one, two] = places as [Place, Place]
    const own = await anAccountOn([one.server])
    const strange = await anAccountOn([two.server])
    const idle = await anAccountOn([one.server], { active: 0 })
    const running = start()
    const engine = link(one.node, 'a')
    await running.settle()
    await expect.poll(() => [...engine.open], SOON).toEqual([`${one.server}:${own}`])
    engine.report(
      [`${one.server}:${strange}`, 1e9, 0, 1],
      [`${two.server}:${strange}`, 1e9, 0, 1],
      [`${one.server}:${idle}`, 1e9, 0, 1],
      [`${one.server}:999`, 1e9, 0, 1],
      [`${one.server}:${own}`, 5, 0, 1],
    )
    const usage = usageOf(world)
    await expect.poll(usage, SOON).toEqual([[`${one.server}:${own}`, 5]])
    expect(engine.isEnded()).toBe(false)
    const reported = lines.filter(({ text }) => text === 'a node said what cannot be')
    // Once, however many there are.
    expect(reported).toHaveLength(1)
    const lie = async () => factsIn((await findNode(world.db, one.node))!).lie
    await expect.poll(lie, SOON).toBe(world.clock.at)
  })

  test('is believed about what has closed since, also where another console requested it', async () => {
    const { world, places, start, link, anAccountOn } = await aFakeFleet(2)
    const [one, two] = places as [Place, Place]
    const account = await anAccountOn([one.server])
    const key = `${one.server}:${account}`
    const first = start()
    const engine = link(one.node, 'a')
    await first.settle()
    await expect.poll(() => [...engine.open], SOON).toEqual([key])
    const list = JSON.stringify([two.server])
    await world.db.updateTable('account').set({ server: list }).execute()
    await first.settle()
    engine.report([key, 5, 0, 1])
    const usage = usageOf(world)
    await expect.poll(usage, SOON).toEqual([[key, 5]])
    await first.stop()
    const second = start()
    link(one.node, 'a', { lives: [{ epoch: 'a', counters: [[key, 7, 0, 1]] }] })
    await second.settle()
    await expect.poll(usage, SOON).toEqual([[key, 7]])
  })

  test('is billed for what passed before its server was deleted', async () => {
    const { world, places, start, link, anAccountOn } = await aFakeFleet(1)
    const [{ node, server }] = places as [Place]
    const account = await anAccountOn([server])
    const running = start()
    const engine = link(node, 'a')
    await running.settle()
    await expect.poll(() => engine.open.size, SOON).toBe(1)
    await world.db.deleteFrom('server').execute()
    await running.settle()
    engine.report([`${server}:${account}`, 5, 4, 1])
    await expect.poll(usageOf(world), SOON).toEqual([[`${server}:${account}`, 9]])
  })

  test('says what is open on its own servers alone', async () => {
    const { world, places, start, link, anAccountOn } = await aFakeFleet(2)
    const [one, two] = places as [Place, Place]
    const gone = await anAccountOn([two.server])
    const running = start()
    const ports = Array.from({ length: 50 }, (_, at) => ({
      key: `${two.server}:${at + 500}`,
      port: 9,
    }))
    const liar = link(one.node, 'a', { ports })
    const key = `${two.server}:${gone}`
    const honest = link(two.node, 'b', { ports: [{ key, port: 9 }] })
    honest.open.add(key)
    await expect.poll(() => running.plane.stateOf(key)?.open, SOON).toBe(true)
    await world.db.updateTable('account').set({ active: 0 }).execute()
    await running.settle()
    // It closes stray ports there, regardless of another's report.
    await expect.poll(() => [...honest.open], SOON).toEqual([])
    expect(running.plane.states()).toEqual([])
    const closed = () => liar.requested.flatMap(({ closed: keys = [] }) => keys)
    await expect.poll(() => closed().length, SOON).toBe(50)
  })

  test('cannot have carried more than a line does in the time', async () => {
    let now = 0
    const cut: number[] = []
    const pace = limitRate(
      (_key, bytes) => void cut.push(bytes),
      () => now,
    )
    const took = (up: number, key = '1:1') => {
      const mark = { source: 'node:1', epoch: 'a', up, down: 0 }
      const { up: counted, isCut = false } = pace.take({ key, up, down: 0, at: 0, mark })
      return [counted, isCut]
    }
    pace.begin(1_000)
    expect(took(1e15)).toEqual([11_000 * 1_250_000, true])
    expect(took(1)).toEqual([0, true])
    now += 8
    expect([took(10_000_000), took(1)]).toEqual([
      [10_000_000, false],
      [0, true],
    ])
    expect(took(12_000_000_000, '1:2')).toEqual([12_000_000_000, false])
    expect(cut[0]).toBe(1e15 - 11_000 * 1_250_000)
  })

  test('is not billed for more, now or later', async () => {
    const { world, places, start, link, anAccountOn } = await aFakeFleet(1)
    const [{ node, server }] = places as [Place]
    const key = `${server}:${await anAccountOn([server])}`
    const running = start()
    const engine = link(node, 'a')
    await running.settle()
    await expect.poll(() => engine.open.size, SOON).toBe(1)
    engine.report([key, 1e15, 0, 1])
    const usage = usageOf(world)
    const bytes = async () => Number((await usage())[0]?.[1] ?? 0)
    await expect.poll(bytes, SOON).toBeGreaterThan(0)
    expect(await bytes()).toBeLessThan(60_000 * 1_250_000)
    const before = await bytes()
    engine.report([key, 1e15 + 7, 0, 1])
    await expect.poll(bytes, SOON).toBe(before + 7)
  })
})

test('an engine that goes in the middle of a change leaves a successor that cannot be recognised', async () => {
  const link = linkEngine({ source: 'node:1', loadMarks: async () => new Map(), waitMs: 0 })
  const port = { key: '1:1', port: 1, method: 'aes-256-gcm', password: 'x', budget: null }
  await link.change([port], []).catch(() => {})
  const old = aFakeEngine('a')
  const young = aFakeEngine('b', { born: 2 })
  link.attach(old.wire)
  await expect.poll(() => [...old.open]).toEqual(['1:1'])
  link.attach(young.wire)
  await expect.poll(() => [...young.open]).toEqual(['1:1'])
  const changed = link.change([{ ...port, password: 'y' }], [])
  young.wire.close()
  old.wire.close()
  await expect(changed).rejects.toThrow('engine away')
})
