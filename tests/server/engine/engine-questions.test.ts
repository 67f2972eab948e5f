import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openQuestions } from '../../../server/engine/console/questions.ts'
import type { Report } from '../../../server/engine/protocol/messages.ts'
import { aFakeEngine } from '../../support/fakeEngine.ts'

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
