import { afterEach, describe, expect, test, vi } from 'vitest'
import { openQuestions } from '../../../server/engine/console/questions.ts'
import { nodePlane } from '../../../server/fleet/plane/nodePlane.ts'
import { aFakeEngine } from '../../support/fakeEngine.ts'
import { aFakeFleet } from '../../support/fakeFleet.ts'
import { makeWorld } from '../../support/world.ts'

const SOON = { timeout: 5_000 }

afterEach(() => void vi.useRealTimers())

const byHand = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

describe('a node whose engine does not answer', () => {
  test('delays nobody else', async () => {
    const { world, places, start, link, anAccountOn } = await aFakeFleet(2)
    const [one, two] = places.map(({ server }) => server) as [number, number]
    const [first, second] = [await anAccountOn([one]), await anAccountOn([two])]
    const running = start()
    const silent = link(places[0]!.node, 'a')
    const other = link(places[1]!.node, 'b')
    await running.settle()
    const open = () => [[...silent.open], [...other.open]]
    await expect.poll(open, SOON).toEqual([[`${one}:${first}`], [`${two}:${second}`]])

    silent.engine.isSilent = true
    const before = silent.requested.length
    await world.db.updateTable('account').set({ password: 'b' }).where('id', '=', first).execute()
    running.wake([first])
    await expect.poll(() => silent.requested.length, SOON).toBeGreaterThan(before)
    await world.db.updateTable('account').set({ active: 0 }).where('id', '=', second).execute()
    const third = await anAccountOn([two])
    running.wake([second, third])
    await expect.poll(() => [...other.open], SOON).toEqual([`${two}:${third}`])
    // Also for requests in between, and for the full check after.
    running.wake()
    await world.db.deleteFrom('account').where('id', '=', third).execute()
    running.wake([third])
    await expect.poll(() => [...other.open], SOON).toEqual([])
    expect(silent.isEnded()).toBe(false)
  })

  test('times out, and is sent everything again when it is back', async () => {
    const { db } = await makeWorld()
    const { plane, attach, isOurs } = nodePlane(db, 'node:1')
    plane.onFlow(async () => {})
    const silent = aFakeEngine('a')
    attach(silent.wire)
    await expect.poll(() => plane.alive()).toBe(true)
    byHand()
    silent.engine.isSilent = true
    const port = { key: '1:1', port: 1, method: 'aes-256-gcm', password: 'x', budget: null }
    const changed = plane.change([port], [])
    await vi.advanceTimersByTimeAsync(29_999)
    expect(isOurs()).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(await changed).toMatchObject([{ key: '1:1', open: false, reason: 'engine away' }])
    expect([silent.isEnded(), isOurs()]).toEqual([true, false])
    expect(await plane.alive()).toBe(false)
    vi.useRealTimers()
    const back = aFakeEngine('a')
    attach(back.wire)
    await expect.poll(() => [...back.open]).toEqual(['1:1'])
    await expect.poll(() => plane.stateOf('1:1')?.open).toBe(true)
  })

  test('keeps no call waiting that wants to know something', async () => {
    const { db } = await makeWorld()
    const { plane, attach } = nodePlane(db, 'node:1')
    const silent = aFakeEngine('a')
    attach(silent.wire)
    await expect.poll(() => plane.alive()).toBe(true)
    byHand()
    silent.engine.isSilent = true
    const requested = [plane.clients('1:1'), plane.attempts!('1:1', 0), plane.kill('1:1')]
    const ends = Promise.allSettled(requested)
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})

describe('questions to an engine', () => {
  test('wait for their turn without being late, and for what has no order by themselves', async () => {
    byHand()
    const engine = aFakeEngine('a')
    engine.engine.isSilent = true
    const { ask, onEnd } = openQuestions(engine.wire, () => {})
    let hasEnded = false
    onEnd(() => (hasEnded = true))
    const trial = { host: 'h', port: 1, publicKey: '', privateKey: '', at: 0, timeoutMs: 1_000 }
    const slow = ask({ ask: 'probe', trial })
    const late = expect(slow).rejects.toThrow('engine away')
    const [first, second] = [ask({ ask: 'counters' }), ask({ ask: 'counters' })]
    await vi.advanceTimersByTimeAsync(14_000)
    await late
    engine.say({ id: 2, result: [] })
    await first
    await vi.advanceTimersByTimeAsync(14_999)
    expect(hasEnded).toBe(false)
    const over = expect(second).rejects.toThrow('engine away')
    await vi.advanceTimersByTimeAsync(1)
    await over
    expect([hasEnded, engine.isEnded()]).toEqual([true, true])
    await expect(ask({ ask: 'counters' })).rejects.toThrow('engine away')
  })
})
