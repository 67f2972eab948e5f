import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkEngine } from '../../server/traffic/engine/link.ts'
import { answerTo, reportOf } from '../../server/traffic/engine/meant.ts'
import { factsIn, findNode } from '../../server/traffic/nodes/store.ts'
import { aFakeEngine, aHelloOf } from '../support/fakeEngine.ts'
import { aFakeFleet } from '../support/fakeFleet.ts'

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

  test('about ports is taken of those it was asked about', () => {
    const order = { key: '1:1', port: 1, method: '', password: '', until: null }
    const asked = { ask: 'change' as const, orders: [order], closed: [] }
    expect(answerTo(asked, [{ key: '1:1', state: 'open' }])).toHaveLength(1)
    expect(() => answerTo(asked, [{ key: '2:1', state: 'open' }])).toThrow('nobody asked')
    expect(() => answerTo(asked, [{ key: '1:1', state: 'new' }])).toThrow('not meant')
    expect(() => answerTo(asked, undefined)).toThrow('not meant')
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
  ])('loses its link, is marked, and stops nobody: %j', async (said) => {
    const { world, places, start, link, lines } = await aFakeFleet(1)
    start()
    const node = places[0]!.node
    const engine = link(node, 'a')
    await expect.poll(() => engine.asked.length, SOON).toBeGreaterThan(0)
    engine.say(said)
    expect(engine.isEnded()).toBe(true)
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { what: { nodeId: node }, text: 'a node said what cannot be' },
    ])
    const lie = async () => factsIn((await findNode(world.db, node))!).lie
    await expect.poll(lie, SOON).toBe(world.clock.at)
  })

  test('answers what it was not asked, and is given up', async () => {
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

test('an engine that goes in the middle of a change leaves an heir that cannot be told', async () => {
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
