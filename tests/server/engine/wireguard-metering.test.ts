import { describe, expect, onTestFinished, test } from 'vitest'
import { GONE_DEVICES } from '../../../server/accounts/goneDevices.ts'
import type { CounterMark, FlowDelta } from '../../../server/engine/plane.ts'
import { deviceIn, idsIn } from '../../../server/engine/portKey.ts'
import { openRates } from '../../../server/fleet/health/rates.ts'
import { ingest } from '../../../server/accounts/metering/ingest.ts'
import { startQueue } from '../../../server/accounts/metering/queue.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import { anAccount, aNode, aServer, months } from '../../support/make.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { aTunnelPlane, aTunnelServer, OURS } from '../../support/wireguard.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

async function anAccountWithPhone() {
  const { plane } = aTunnelPlane()
  const world = await makeWorld({ plane })
  const serverId = await aTunnelServer(world)
  const accountId = await anAccount(world, { flow: 1_000 })
  const params = { path: { accountId } }
  const { data } = await world.as(mainAdmin).POST(OURS, { params, body: { name: 'Phone' } })
  return { world, serverId, accountId, deviceId: data!.id }
}

let batches = 0
const keep = (world: World, deltas: FlowDelta[]) =>
  ingest(
    world.db,
    { id: `batch ${(batches += 1)}`, deltas },
    { now: world.clock.at, timeZone: 'UTC' },
  )
const mark = (up: number, down: number, source = 'engine'): CounterMark => ({
  source,
  epoch: 'life',
  up,
  down,
})
const flowOf = ({ db }: World) =>
  db.selectFrom('deviceFlow').selectAll().orderBy('accountId').orderBy('deviceId').execute()

describe('one quota over WireGuard and Shadowsocks', () => {
  test.each(['tunnel', 'proxy'] as const)(
    'is charged by the multiplier of each, and its last byte on the %s closes both',
    async (last) => {
      const { plane, carry, open, ports } = aTunnelPlane()
      const world = await makeWorld({ plane })
      const running = startPlane({ ...world.world, plane })
      onTestFinished(() => running.stop())
      const tunnelId = await aTunnelServer(world, { scale: 2 })
      const proxyId = await aServer(world, { scale: 4, shift: 1 })
      const terms = { ...months(world, 1), flow: 1_000, multiServerFlow: 1 as const }
      const accountId = await anAccount(world, terms)
      const [tunnel, proxy] = [`${tunnelId}:${accountId}`, `${proxyId}:${accountId}`]
      const budgets = () => [tunnel, proxy].map((key) => ports.get(key)?.budget)
      await running.settle()
      expect(budgets()).toEqual([500, 250])
      await carry(tunnel, 300)
      // Reported beside it, and charged to nobody.
      await carry(`${tunnel}:0`, 300)
      await carry(proxy, 50)
      await running.settle()
      // 800 are used.
      expect(budgets()).toEqual([100, 50])
      await (last === 'tunnel' ? carry(tunnel, 100) : carry(proxy, 50))
      await eventually(() => open().length === 0)
      const params = { path: { accountId } }
      const { data } = await world.as(mainAdmin).GET('/api/admin/account/{accountId}', { params })
      expect(data).toMatchObject({
        flowUsed: 1_000,
        connections: [{ state: 'over' }, { state: 'over' }],
      })
    },
  )
})

describe('traffic of devices', () => {
  test('is recognised by a key of three parts', () => {
    expect(['1:2', '1:2:0', '1:2:17'].map(deviceIn)).toEqual([undefined, 0, 17])
    expect(idsIn('1:2:17')).toEqual({ serverId: 1, accountId: 2 })
  })

  test('is added to the device, and charged to nobody', async () => {
    const { world, serverId, accountId, deviceId } = await anAccountWithPhone()
    const { at } = world.clock
    const key = `${serverId}:${accountId}`
    const over = await keep(world, [
      { key, up: 30, down: 300, at },
      { key: `${key}:0`, up: 10, down: 100, at: at - 2 },
      { key: `${key}:${deviceId}`, up: 20, down: 200, at: at - 1 },
    ])
    expect(over).toEqual([])
    expect(await flowOf(world)).toEqual([
      { accountId, deviceId: 0, up: 10, down: 100, lastSeen: at - 2 },
      { accountId, deviceId, up: 20, down: 200, lastSeen: at - 1 },
    ])
    const usage = await world.db.selectFrom('usage').select(['bytes']).execute()
    const hours = await world.db.selectFrom('flowHour').select(['up', 'down']).execute()
    const server = await world.db.selectFrom('serverFlow').select(['up', 'down']).execute()
    expect([usage, hours, server]).toEqual([
      [{ bytes: 330 }],
      [{ up: 30, down: 300 }],
      [{ up: 30, down: 300 }],
    ])
    // More than the quota, and none of it charged.
    expect(await keep(world, [{ key: `${key}:0`, up: 0, down: 9_000, at }])).toEqual([])
    expect(await world.db.selectFrom('usage').select('bytes').execute()).toEqual([{ bytes: 330 }])
  })

  test('rises with the marks of its counter, once however often it is reported', async () => {
    const { world, serverId, accountId, deviceId } = await anAccountWithPhone()
    const { at } = world.clock
    const key = `${serverId}:${accountId}:${deviceId}`
    const first = { key, up: 5, down: 50, at, mark: mark(5, 50) }
    await keep(world, [first])
    await keep(world, [first])
    await keep(world, [{ key, up: 1, down: 10, at: at + 1, mark: mark(6, 60) }])
    // Late, and lower than what is known.
    await keep(world, [{ ...first, at: at - 9 }])
    expect(await flowOf(world)).toEqual([
      { accountId, deviceId, up: 6, down: 60, lastSeen: at + 1 },
    ])
  })

  test('of a device that is gone, or of another account, is its account’s without a device', async () => {
    const { world, serverId, accountId, deviceId } = await anAccountWithPhone()
    const other = await anAccount(world)
    const { at } = world.clock
    const deltas = [
      `${serverId}:${other}:${deviceId}`,
      `${serverId}:${accountId}:${deviceId + 7}`,
      `${serverId}:${other + 7}:0`,
    ].map((key) => ({ key, up: 1, down: 1, at }))
    const key = `${serverId}:${accountId}`
    await keep(world, [...deltas, { key, up: 1, down: 2, at }])
    const gone = { deviceId: GONE_DEVICES, up: 1, down: 1, lastSeen: at }
    expect(await flowOf(world)).toEqual([
      { ...gone, accountId },
      { ...gone, accountId: other },
    ])
    expect(await world.db.selectFrom('usage').select('bytes').execute()).toEqual([{ bytes: 3 }])
  })

  test('of a server that the node does not carry is not believed', async () => {
    const { world, serverId, accountId, deviceId } = await anAccountWithPhone()
    const nodeId = await aNode(world)
    const key = `${serverId}:${accountId}:${deviceId}`
    const said = mark(5, 50, `node:${nodeId}`)
    await keep(world, [{ key, up: 5, down: 50, at: world.clock.at, mark: said }])
    expect(await flowOf(world)).toEqual([])
  })

  test('passes the queue beside that of its account', async () => {
    const { world, serverId, accountId, deviceId } = await anAccountWithPhone()
    const queue = startQueue(world.world, () => {})
    const key = `${serverId}:${accountId}`
    const { at } = world.clock
    queue.add([{ key, up: 0, down: 8, at }])
    queue.add([{ key: `${key}:${deviceId}`, up: 0, down: 8, at }])
    // What is still to be stored is taken off a budget once.
    expect(queue.pending().get(key)).toBe(8)
    expect(await queue.drain(10_000)).toBe(true)
    expect((await flowOf(world)).map(({ down }) => down)).toEqual([8])
  })

  test('is shown with the device, and when it was there last', async () => {
    const { world, serverId, accountId, deviceId } = await anAccountWithPhone()
    const { at } = world.clock
    const key = `${serverId}:${accountId}:${deviceId}`
    await keep(world, [{ key, up: 7, down: 70, at: at - 1_000 }])
    const params = { path: { accountId } }
    const { data } = await world.as(mainAdmin).GET(OURS, { params })
    const [own, phone] = data ?? []
    expect(own).toMatchObject({ up: 0, down: 0, lastHandshake: null })
    // No server has a handshake any more.
    expect(phone).toMatchObject({ up: 7, down: 70, lastHandshake: at - 1_000, isConnected: false })
    await world.as(mainAdmin).DELETE(`${OURS}/{deviceId}`, {
      params: { path: { accountId, deviceId } },
    })
    const gone = { accountId, deviceId: GONE_DEVICES, up: 7, down: 70, lastSeen: at - 1_000 }
    expect(await flowOf(world)).toEqual([gone])
  })

  test('is not twice in the rate of a server', () => {
    const rates = openRates(() => 1_000_000)
    rates.add([
      { key: '1:2', up: 15, down: 150, at: 0 },
      { key: '1:2:0', up: 15, down: 150, at: 0 },
    ])
    expect(rates.of(1)).toEqual({ up: 1, down: 10 })
  })

  test('is added up right when several batches come at once', async () => {
    const { world, serverId, accountId, deviceId } = await anAccountWithPhone()
    const { at } = world.clock
    const key = `${serverId}:${accountId}:${deviceId}`
    const others = Array.from({ length: 8 }, (_, epoch) => ({
      key,
      up: 1,
      down: 10,
      at,
      mark: { ...mark(1, 10), epoch: `life ${epoch}` },
    }))
    await Promise.all(others.map((delta) => keep(world, [delta])))
    expect(await flowOf(world)).toMatchObject([{ up: 8, down: 80 }])
  })
})
