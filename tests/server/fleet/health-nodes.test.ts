import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Probe } from '../../../server/engine/plane.ts'
import { makeAttempt } from '../../../server/fleet/health/attempt.ts'
import { openBoard } from '../../../server/fleet/health/board.ts'
import { makeLook } from '../../../server/fleet/health/looking.ts'
import { anAccount, aNode, aServer } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { makeWorld } from '../../support/world.ts'

const SHARED = 'open on all nodes'
const SECRET = 'open on one node alone'

/** Nodes with a server each, of which the first is tried from the others; what they were asked. */
async function aFleet(count: number) {
  const { plane } = aPlane()
  const world = await makeWorld({ plane, env: { SITE: 'http://localhost' } })
  const servers: number[] = []
  for (let at = 0; at < count; at += 1) {
    const nodeId = await aNode(world)
    servers.push(await aServer(world, { plane: 'node', nodeId, host: '127.0.0.1', shift: at }))
  }
  const [tried = 0] = servers
  const requested: [string, Probe][] = []
  plane.alive = async () => true
  plane.probe = async (carrier, probe) => {
    requested.push([carrier, probe as Probe])
    return { ok: true, ms: 1, reply: 'ok' }
  }
  const open = async (serverId: number, accountId: number) => {
    const key = `${serverId}:${accountId}`
    await plane.change([{ key, port: 1, method: '', password: '', budget: null }], [])
  }
  const row = await world.db
    .selectFrom('server')
    .selectAll()
    .where('id', '=', tried)
    .executeTakeFirstOrThrow()
  const attempt = makeAttempt(world.world)
  const states = () => plane.states().filter(({ key }) => key.startsWith(`${tried}:`))
  return { world, plane, servers, tried, requested, open, row, attempt, states }
}

describe('a trial from another node', () => {
  test('is made with the password of an account that is open there as well', async () => {
    const { world, servers, tried, requested, open, row, attempt, states } = await aFleet(2)
    const other = servers[1]!
    const secret = await anAccount(world, { password: SECRET, server: JSON.stringify([tried]) })
    await open(tried, secret)
    // The node itself reports everything as open.
    await open(other, secret)
    expect((await attempt(row, states())).node).toBeUndefined()
    expect(requested).toEqual([])
    const shared = await anAccount(world, { password: SHARED })
    await open(tried, shared)
    expect((await attempt(row, states())).node).toBeUndefined()
    await open(other, shared)
    for (let times = 0; times < 10; times += 1)
      expect((await attempt(row, states())).node).toMatchObject({ ok: true })
    expect(new Set(requested.map(([, { password }]) => password))).toEqual(new Set([SHARED]))
  })

  test('is tried with several, and one success is enough', async () => {
    const { world, plane, servers, requested, open, row, attempt, states } = await aFleet(5)
    const account = await anAccount(world)
    for (const server of servers) await open(server, account)
    const ask = plane.probe!
    plane.probe = async (carrier, probe) => {
      const answer = await ask(carrier, probe)
      return requested.length < 3 ? { ok: false, ms: 1, reason: 'silent' } : answer
    }
    expect((await attempt(row, states())).node).toMatchObject({ ok: true })
    expect(new Set(requested.map(([carrier]) => carrier)).size).toBe(3)
    plane.probe = async () => ({ ok: false, ms: 1, reason: 'silent' })
    expect((await attempt(row, states())).node).toMatchObject({ ok: false, reason: 'silent' })
  })

  test('that is never answered stops no light', async () => {
    const { world, plane, servers, open } = await aFleet(2)
    const account = await anAccount(world)
    for (const server of servers) await open(server, account)
    let waits = 0
    plane.probe = () => {
      waits += 1
      return new Promise(() => {})
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const board = openBoard(() => world.clock.at)
    const attempt = makeAttempt(world.world)
    const look = makeLook({ ...world.world, board, attempt, pulseOf: () => ({}) })
    let isDone = false
    void look().then(() => (isDone = true))
    await vi.waitFor(() => expect(waits).toBe(2))
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      expect(isDone).toBe(true)
    }, 20_000)
    for (const server of servers) expect(board.of(server).agent.state).toBe('green')
  })
})
