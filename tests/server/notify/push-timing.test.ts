import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onEvent, signalEvent } from '../../../server/messaging/events/signal.ts'
import { sendDuePushes, startPushing } from '../../../server/notify/push/sender.ts'
import { makeWorld } from '../../support/world.ts'

/** A site whose database counts how often it was queried for something to push. */
async function watched() {
  const { world } = await makeWorld()
  const errors: unknown[][] = []
  const seen = { looks: 0, open: 0, isBroken: false }
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"pushedTime"')) {
        seen.looks += 1
        if (seen.isBroken) throw new Error('broken')
      }
      seen.open += 1
      return node
    },
    async transformResult({ result }) {
      seen.open -= 1
      return result
    },
  })
  const log = { ...world.log, error: (...said: unknown[]) => void errors.push(said) }
  const pushing = startPushing({ ...world, db, log })
  /** Lets so long pass, and what was begun end. */
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    for (let turn = 0; turn < 20 || seen.open > 0; turn += 1) await setImmediate()
    const { looks } = seen
    seen.looks = 0
    return looks
  }
  return { world, db, seen, errors, pushing, pass }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

// PostgreSQL's connections use the clock that is stopped here.
const onEmbedded = process.env.TEST_DATABASE_URL ? describe.skip : describe

onEmbedded('while pushing', () => {
  test('it is looked every five seconds for what is due', async () => {
    const { pushing, pass } = await watched()
    expect(await pass(4_999)).toBe(0)
    expect(await pass(1)).toBe(1)
    expect(await pass(4_999)).toBe(0)
    expect(await pass(1)).toBe(1)
    await pushing.stop()
  })

  test('it is looked soon after the signal, and again once a longer transaction has ended', async () => {
    const { pushing, pass } = await watched()
    signalEvent()
    expect(await pass(19)).toBe(0)
    expect(await pass(1)).toBe(1)
    expect(await pass(279)).toBe(0)
    expect(await pass(1)).toBe(1)
    expect(await pass(1_199)).toBe(0)
    expect(await pass(1)).toBe(1)
    expect(await pass(3_499)).toBe(0)
    await pushing.stop()
  })

  test('a look that is requested during another is left out', async () => {
    const { pushing, pass } = await watched()
    expect(await pass(25_000)).toBe(1)
    expect(await pass(5_000)).toBe(1)
    await pushing.stop()
  })

  test('a look that fails is reported, and the next one comes', async () => {
    const { seen, errors, pushing, pass } = await watched()
    seen.isBroken = true
    expect(await pass(5_000)).toBe(1)
    expect(errors).toEqual([[{ err: new Error('broken') }, 'push notifications failed']])
    seen.isBroken = false
    expect(await pass(5_000)).toBe(1)
    expect(errors).toHaveLength(1)
    await pushing.stop()
  })
})

onEmbedded('once it is stopped', () => {
  test('nothing is looked for any more: not later, not for an earlier signal, not for a new one', async () => {
    const { pushing, pass } = await watched()
    const before = vi.getTimerCount()
    signalEvent()
    expect(vi.getTimerCount()).toBe(before + 3)
    const stopped = pushing.stop()
    expect(vi.getTimerCount()).toBe(before - 1)
    await stopped
    const after = vi.getTimerCount()
    signalEvent()
    expect(vi.getTimerCount()).toBe(after)
    expect(await pass(60_000)).toBe(0)
  })

  test('the work under way has ended', async () => {
    const { seen, pushing } = await watched()
    vi.advanceTimersByTime(5_000)
    let isOver = false
    const stopped = pushing.stop().then(() => (isOver = true))
    expect(isOver).toBe(false)
    await stopped
    const { looks } = seen
    await setImmediate()
    expect(seen.looks).toBe(looks)
  })

  test('others still get the signal', async () => {
    const { pushing } = await watched()
    let signals = 0
    const leave = onEvent(() => (signals += 1))
    await pushing.stop()
    signalEvent()
    leave()
    signalEvent()
    expect(signals).toBe(1)
  })
})

test('a sender that is stopped looks once and sends nothing', async () => {
  const { world, db, seen, pushing } = await watched()
  const event = { kind: 'signUp', userId: null, subjectId: null, data: '{}' } as const
  const rows = Array.from({ length: 60 }, (_, at) => ({ ...event, effect: `stop:${at}` }))
  await world.db
    .insertInto('event')
    .values(rows.map((row) => ({ ...row, createTime: world.now() })))
    .execute()
  expect(await sendDuePushes({ ...world, db }, { isStopped: () => true })).toBe(0)
  expect(seen.looks).toBe(1)
  expect(await sendDuePushes({ ...world, db })).toBe(0)
  expect(seen.looks).toBe(3)
  await pushing.stop()
})
