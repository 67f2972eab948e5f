import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { embeddedPlane } from '../../../server/fleet/plane/carriers.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import type { FlowDelta } from '../../../server/engine/plane.ts'
import { engineFolder, enginePids, startTarget } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { eventually, visit } from '../../support/shadowsocks.ts'
import { makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

const echo = () => startTarget((socket) => socket.pipe(socket))

/** The engine of this machine, which may reach it; returns what was carried. */
async function aMachine() {
  const consolePort = await freePort()
  const dir = engineFolder()
  const plane = embeddedPlane({
    dir,
    host: '127.0.0.1',
    allowTargets: ['127.0.0.0/8'],
    sitePort: 1,
    consolePort,
  })
  onTestFinished(() => plane.close())
  const deltas: FlowDelta[] = []
  plane.onFlow(async (received) => void deltas.push(...received))
  const door = { key: '1:1', port: await freePort(), method: 'aes-256-gcm', password: 'pw' }
  return { plane, dir, deltas, door: { ...door, budget: null as number | null }, consolePort }
}

describe('the plane of this machine', () => {
  test('reports what passed, who came and why a port is closed', async () => {
    const { plane, deltas, door } = await aMachine()
    const { key, port } = door
    const open = { key, port, open: true }
    expect(await plane.change([{ ...door, budget: 10 }], [])).toEqual([open])
    expect([plane.states(), plane.stateOf(key)]).toEqual([[open], open])
    const target = await echo()
    const guest = await visit(door, target, Buffer.from('abc'))
    await guest.until(3)
    expect(await plane.counters()).toEqual(new Map([[key, { up: 3, down: 3 }]]))
    expect(await plane.clients(key)).toEqual(['127.0.0.1'])
    guest.write(Buffer.from('defg'))
    await guest.rest()
    await eventually(() => plane.stateOf(key)?.open === false)
    expect(plane.states()).toEqual([{ key, port, open: false, reason: 'over' }])
    expect(deltas.reduce((sum, { up, down }) => sum + up + down, 0)).toBe(10)
    expect(await plane.change([], [key])).toEqual([])
    expect([plane.states(), plane.stateOf(key)]).toEqual([[], undefined])
  })

  test('closes a port that the console itself listens on, and says why', async () => {
    const { plane, door, consolePort } = await aMachine()
    const other = { ...door, key: '1:2', port: await freePort() }
    await plane.change([door, other], [])
    const moved = { key: door.key, port: consolePort, open: false, reason: 'port in use' }
    const stays = { key: other.key, port: other.port, open: true }
    expect(await plane.change([{ ...door, port: consolePort }, other], [])).toEqual([stays, moved])
    expect(plane.states()).toEqual([moved, stays])
    await expect(visit(door, await echo())).rejects.toThrow('ECONNREFUSED')
  })

  test('kills one port at once and leaves the others', async () => {
    const { plane, door } = await aMachine()
    const other = { ...door, key: '1:2', port: await freePort() }
    await plane.change([door, other], [])
    const target = await echo()
    const guest = await visit(door, target, Buffer.from('a'))
    await guest.until(1)
    await plane.kill(door.key)
    await guest.rest()
    expect(plane.states()).toEqual([{ key: other.key, port: other.port, open: true }])
    await expect(visit(door, target)).rejects.toThrow('ECONNREFUSED')
    await (await visit(other, target, Buffer.from('b'))).until(1)
  })

  test('is alive until it is closed, which waits for what was carried', async () => {
    const { plane, door } = await aMachine()
    await plane.change([door], [])
    expect(await plane.alive()).toBe(true)
    let stored = 0
    plane.onFlow(async (deltas) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      stored += deltas.reduce((sum, { up, down }) => sum + up + down, 0)
    })
    await (await visit(door, await echo(), Buffer.from('abc'))).until(3)
    await plane.close()
    expect(stored).toBe(6)
    expect(plane.states()).toEqual([])
    expect(await plane.alive()).toBe(false)
  })

  test('is not alive while its engine does not answer', async () => {
    const { plane, dir } = await aMachine()
    await plane.counters()
    const [pid = 0] = enginePids(dir)
    process.kill(pid, 'SIGSTOP')
    const began = performance.now()
    expect(await plane.alive()).toBe(false)
    process.kill(pid, 'SIGCONT')
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_990)
    expect(await plane.alive()).toBe(true)
  })

  test('is no engine where the settings say so', async () => {
    const world = await makeWorld({ env: { ENGINE: 'false' } })
    const running = startPlane({ ...world.world, plane: undefined })
    onTestFinished(() => running.stop())
    await aServer(world)
    await anAccount(world, { port: 20_000 })
    await running.settle()
    expect(running.plane.states()).toMatchObject([{ port: 20_000, reason: 'engine is off' }])
  })
})

describe('what is done by the clock', () => {
  afterEach(() => void vi.useRealTimers())

  async function aClock() {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    })
    const fake = aPlane()
    const world = await makeWorld({ plane: fake.plane })
    const errors: unknown[][] = []
    const log = { ...world.log, error: (...line: unknown[]) => void errors.push(line) }
    const running = startPlane({ ...world.world, log, plane: fake.plane })
    onTestFinished(() => running.stop())
    const serverId = await aServer(world)
    const old = { serverId, bucket: world.clock.at - 401 * DAY, up: 1, down: 1 }
    await world.db.insertInto('serverFlow').values(old).execute()
    const rows = async (table: 'serverFlow' | 'account') =>
      (await world.db.selectFrom(table).selectAll().execute()).length
    return { ...fake, ...running, world, errors, rows }
  }

  test('removes accounts that are over each minute, and closes their ports', async () => {
    const { world, settle, open, rows } = await aClock()
    const over = { ...months(world, 1), autoRemove: 1 as const, autoRemoveDelay: 0 }
    await anAccount(world, { ...over, expireTime: world.clock.at + 5 })
    await settle()
    expect(open()).toHaveLength(1)
    world.clock.add(6)
    await vi.advanceTimersByTimeAsync(MINUTE - 1)
    expect(await rows('account')).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await eventually(async () => (await rows('account')) === 0)
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(50)
      return open().length === 0
    })
  })

  test('removes old traffic each hour', async () => {
    const { rows } = await aClock()
    await vi.advanceTimersByTimeAsync(60 * MINUTE - 1)
    expect(await rows('serverFlow')).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await eventually(async () => (await rows('serverFlow')) === 0)
  })

  test('ends with everything else, and a good end is no error', async () => {
    const { world, stop, errors, rows } = await aClock()
    const over = { ...months(world, 1), autoRemove: 1 as const, autoRemoveDelay: 0 }
    await anAccount(world, { ...over, expireTime: world.clock.at - 1 })
    await stop()
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect([await rows('account'), await rows('serverFlow')]).toEqual([1, 1])
    expect(errors).toEqual([])
  })
})
