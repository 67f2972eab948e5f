import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Wire } from '../../../server/engine/wire.ts'
import { linkEngine } from '../../../server/engine/console/link.ts'
import type { Delta } from '../../../server/engine/console/marks.ts'
import type { Reading } from '../../../server/engine/protocol/messages.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import { desiredPort, startTestEngine } from '../../support/engine.ts'
import { anAccount, aNode, aServer } from '../../support/make.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { makeWorld } from '../../support/world.ts'

type ReceivedRequest = { id: number; ask: string; now?: number; closed?: string[] }

/** The wire of an engine that has these ports open and answers everything at once. */
function anEngine(ports: { key: string; port: number }[] = []) {
  const requested: ReceivedRequest[] = []
  let listener: (message: unknown) => void = () => {}
  let closed = () => {}
  const hello = { epoch: 'e', pid: 1, version: 'v', born: 1, isDraining: false, digest: 'd' }
  const lives = [{ epoch: 'e', counters: [] }]
  const wire: Wire = {
    onMessage: (next) => void (listener = next),
    onClose: (next) => void (closed = next),
    close: () => closed(),
    send(message) {
      const request = message as ReceivedRequest
      requested.push(request)
      const result = request.ask === 'hello' ? { ...hello, ports, lives } : []
      queueMicrotask(() => listener({ id: request.id, result }))
    },
  }
  let seq = 0
  const report = (...counters: Reading[]) =>
    listener({ report: { epoch: 'e', seq: (seq += 1), counters, ended: [], low: [] } })
  return { wire, requested, report }
}

describe('the clock of an engine', () => {
  test('is given the time again and again, as clocks jump and machines sleep', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { wire, requested } = anEngine()
    const link = linkEngine({ source: 'node:1', loadMarks: async () => new Map(), waitMs: 1_000 })
    onTestFinished(() => link.leave())
    link.attach(wire)
    await link.counters()
    vi.advanceTimersByTime(10_000)
    const given = () => requested.filter(({ ask }) => ask === 'time').map(({ now }) => now)
    expect(given()).toEqual([Date.now()])
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(10_000)
    expect(given().at(-1)).toBe(Date.now())
    link.leave()
    vi.advanceTimersByTime(60_000)
    expect(given()).toHaveLength(2)
  })

  test('is set by what it is given: a port ends at its expiry', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const engine = startTestEngine()
    const door = await desiredPort({ expireAt: Date.now() + 3_600_000 })
    expect(await engine.change([door], [])).toEqual([{ key: door.key, state: 'open' }])
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7_200_000)
    onTestFinished(() => now.mockRestore())
    vi.advanceTimersByTime(10_000)
    await eventually(() =>
      engine.states.some(({ key, state }) => key === door.key && state === 'error'),
    )
    expect(engine.states).toEqual([{ key: door.key, state: 'error', reason: 'expired' }])
  })

  test('is believed for a minute at most: what is reported has just passed', async () => {
    const { wire, report } = anEngine()
    const link = linkEngine({ source: 'node:1', loadMarks: async () => new Map(), waitMs: 1_000 })
    onTestFinished(() => link.leave())
    const deltas: Delta[] = []
    link.onReport((reported) => void deltas.push(...reported.deltas))
    link.attach(wire)
    await link.counters()
    const now = Date.now()
    report(['1:1', 1, 1, now - 86_400_000], ['1:2', 1, 1, now + 86_400_000], ['1:3', 1, 1, now - 5])
    await eventually(() => deltas.length === 3)
    const [behind, ahead, right] = deltas.map(({ at }) => at)
    expect(behind).toBeGreaterThanOrEqual(now - 60_000)
    expect(behind).toBeLessThan(now)
    expect(ahead).toBeGreaterThanOrEqual(now)
    expect(ahead).toBeLessThanOrEqual(Date.now())
    expect(right).toBe(now - 5)
  })
})

describe('a machine that was away while an account was closed', () => {
  /** A console with a node; links it with a port of this account open. */
  async function linked() {
    const world = await makeWorld({ env: { ENGINE: 'false' } })
    const { db } = world
    const nodeId = await aNode(world)
    const server = await aServer(world)
    await db.updateTable('server').set({ plane: 'node', nodeId }).execute()
    const account = await anAccount(world)
    let link: ((nodeId: number, wire: Wire) => void) | undefined
    const nodes = { onWire: (listener: typeof link) => void (link = listener) }
    const { now, config, log } = world.world
    const plane = startPlane({ db, now, config, log, nodes: nodes as never })
    onTestFinished(() => plane.stop())
    return {
      world,
      plane,
      account,
      key: `${server}:${account}`,
      link: (wire: Wire) => link?.(nodeId, wire),
    }
  }

  test('has it closed as soon as it links', async () => {
    const { world, plane, account, key, link } = await linked()
    await world.db.deleteFrom('account').where('id', '=', account).execute()
    await plane.settle()
    const { wire, requested } = anEngine([{ key, port: 50_000 }])
    link(wire)
    await eventually(() => requested.some(({ closed }) => closed?.includes(key)))
  })

  test('keeps what is wanted', async () => {
    const { plane, key, link } = await linked()
    await plane.settle()
    const { wire, requested } = anEngine([{ key, port: 50_000 }])
    link(wire)
    await eventually(() => requested.some(({ ask }) => ask === 'change'))
    expect(requested.flatMap(({ closed = [] }) => closed)).toEqual([])
  })
})
