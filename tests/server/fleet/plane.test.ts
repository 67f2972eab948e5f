import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import { removeExpiredAccounts } from '../../../server/fleet/plane/lifecycle.ts'
import { startTarget } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { eventually, visit } from '../../support/shadowsocks.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAY = 86_400_000

/** A console with the real reconciler, over a plane without sockets. */
async function aRunningWorld() {
  const fake = aPlane()
  const world = await makeWorld({ plane: fake.plane })
  const running = startPlane({ ...world.world, plane: fake.plane })
  onTestFinished(() => running.stop())
  return { ...fake, ...running, world }
}

describe('startPlane', () => {
  test('follows the console', async () => {
    const { world, settle, open, wake, applied } = await aRunningWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    await settle()
    expect(open()).toEqual([`${server}:${account}`])

    const before = applied.length
    await world.db.deleteFrom('account').execute()
    for (let times = 0; times < 10; times += 1) wake()
    await eventually(() => open().length === 0)
    await after(150)
    expect(applied.length).toBe(before + 1)
  })

  test('opens nothing before it is started', async () => {
    const { world, applied, wake } = await aRunningWorld()
    await aServer(world)
    await anAccount(world)
    await after(150)
    expect(applied).toEqual([])
    wake()
    await eventually(() => applied.length === 1)
  })

  test('closes the other servers when a shared quota is used up, and opens all next cycle', async () => {
    const { world, settle, open, carry } = await aRunningWorld()
    const one = await aServer(world)
    await aServer(world, { shift: 1 })
    const account = await anAccount(world, { ...months(world, 2), flow: 100, multiServerFlow: 1 })
    await settle()
    expect(open()).toHaveLength(2)
    await carry(`${one}:${account}`, 60)
    await carry(`${one}:${account}`, 40)
    await eventually(() => open().length === 0)
    world.clock.add(30 * DAY)
    await settle()
    expect(open()).toHaveLength(2)
  })

  test('computes budgets from all that was carried, stored or not', async () => {
    const { world, settle, applied, carry } = await aRunningWorld()
    const server = await aServer(world)
    const account = await anAccount(world, { ...months(world, 1), flow: 100 })
    await settle()
    await carry(`${server}:${account}`, 30)
    await settle()
    expect(applied.at(-1)).toMatchObject([{ budget: 70 }])
  })

  test('counts traffic in the cycle an edit has made current', async () => {
    const { world, settle, applied, carry } = await aRunningWorld()
    const server = await aServer(world)
    const account = await anAccount(world, { ...months(world, 2), flow: 100 })
    await settle()
    await carry(`${server}:${account}`, 30)
    await settle()
    await world.db
      .updateTable('account')
      .set({ cycleStart: world.clock.at - DAY })
      .execute()
    await settle()
    expect(applied.at(-1)).toMatchObject([{ budget: 70 }])
  })

  test('leaves the ports of a paused server as they are', async () => {
    const { world, settle, open } = await aRunningWorld()
    const server = await aServer(world)
    const before = await anAccount(world)
    const gone = await anAccount(world)
    await settle()
    await world.as(mainAdmin).PUT('/api/admin/tag', { body: { key: server, tags: ['#pause'] } })
    await anAccount(world)
    await world.db.updateTable('account').set({ active: 0 }).where('id', '=', before).execute()
    await world.db.deleteFrom('account').where('id', '=', gone).execute()
    await settle()
    expect(open()).toEqual([`${server}:${before}`])
  })

  test('opens the ports of a paused server once after a start', async () => {
    const { world, settle, open } = await aRunningWorld()
    const server = await aServer(world)
    await world.as(mainAdmin).PUT('/api/admin/tag', { body: { key: server, tags: ['#pause'] } })
    const account = await anAccount(world)
    await settle()
    await anAccount(world)
    await settle()
    expect(open()).toEqual([`${server}:${account}`])
  })

  test('tries again when the plane fails', async () => {
    const { world, settle, open, fail, wake } = await aRunningWorld()
    await aServer(world)
    await anAccount(world)
    fail(1)
    await settle()
    expect(open()).toEqual([])
    wake()
    await eventually(() => open().length === 1)
  })

  test('keeps the last report when it stops', async () => {
    const { world, carry, stop } = await aRunningWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    await carry(`${server}:${account}`, 7)
    await stop()
    const rows = await world.db.selectFrom('usage').select('bytes').execute()
    expect(rows).toEqual([{ bytes: 7 }])
  })
})

describe('removeExpiredAccounts', () => {
  test('removes accounts whose delay is over, with what belongs to them', async () => {
    const world = await makeWorld()
    const now = world.clock.at
    const over = { type: 3, cycleStart: now - 31 * DAY, cycles: 1, expireTime: now - DAY }
    const doomed = await anAccount(world, { ...over, autoRemove: 1, autoRemoveDelay: DAY - 1 })
    const waiting = await anAccount(world, { ...over, autoRemove: 1, autoRemoveDelay: DAY })
    const stored = await anAccount(world, over)
    const endless = await anAccount(world, { autoRemove: 1 })
    await world.db
      .insertInto('usage')
      .values({ accountId: doomed, serverId: 1, cycleFrom: 0, bytes: 1, lastSeen: 0 })
      .execute()
    expect(await removeExpiredAccounts(world.db, now)).toEqual([doomed])
    const ids = await world.db.selectFrom('account').select('id').orderBy('id').execute()
    expect(ids.map(({ id }) => id)).toEqual([waiting, stored, endless])
    expect(await world.db.selectFrom('usage').selectAll().execute()).toEqual([])
  })
})

describe('the engine of this machine', () => {
  test('never opens the port of the console, and says so', async () => {
    const port = await freePort()
    const world = await makeWorld({ env: { ENGINE_HOST: '127.0.0.1', PORT: String(port) } })
    const running = startPlane({ ...world.world, plane: undefined, now: Date.now })
    onTestFinished(() => running.stop())
    const server = await aServer(world)
    const account = await anAccount(world, { port })
    await running.settle()
    const failed = { key: `${server}:${account}`, port, open: false, reason: 'port in use' }
    expect(running.plane.states()).toEqual([failed])
  })

  test('carries a customer until the quota is used up, and every byte is counted', async () => {
    const env = { ENGINE_HOST: '127.0.0.1', ENGINE_ALLOW_TARGETS: '127.0.0.0/8' }
    const world = await makeWorld({ env })
    const running = startPlane({ ...world.world, plane: undefined, now: Date.now })
    const server = await aServer(world)
    const port = await freePort()
    const times = { type: 3, cycleStart: Date.now() - DAY, cycles: 1 }
    const expireTime = Date.now() + 29 * DAY
    const flow = 300_000
    const account = await anAccount(world, { ...times, expireTime, port, flow, password: 'pw' })
    await running.settle()
    expect(running.plane.states()).toEqual([{ key: `${server}:${account}`, port, open: true }])
    expect(await running.plane.alive()).toBe(true)

    const target = await startTarget((socket) => socket.pipe(socket))
    const door = { port, method: 'aes-256-gcm', password: 'pw' }
    const payload = randomBytes(100_000)
    const guest = await visit(door, target, payload)
    await guest.until(payload.length)
    expect(await running.plane.clients(`${server}:${account}`)).toEqual(['127.0.0.1'])
    guest.write(payload)
    await guest.rest()
    await eventually(() => running.plane.states().length === 0)
    await running.stop()

    const total = async (table: 'flow5min' | 'flowHour' | 'flowDay' | 'serverFlow') =>
      (await world.db.selectFrom(table).select(['up', 'down']).execute()).reduce(
        (sum, { up, down }) => sum + up + down,
        0,
      )
    const { bytes } = await world.db.selectFrom('usage').select('bytes').executeTakeFirstOrThrow()
    expect(bytes).toBeGreaterThanOrEqual(flow)
    for (const table of ['flow5min', 'flowHour', 'flowDay', 'serverFlow'] as const)
      expect(await total(table), table).toBe(bytes)
  })
})
