import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { findAccount } from '../../../server/accounts/store.ts'
import {
  addDevice,
  removeDevice,
  renameDevice,
  renewKey,
  type Scope,
} from '../../../server/accounts/devices/service.ts'
import { done, undone } from '../../support/jobs.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { addMine, aTunnelCustomer, listMine, MINE, OURS, peersOf } from '../../support/wireguard.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
const KEY = `${MINE}/{deviceId}/key` as const
const hasTools = !spawnSync('wg', ['--help']).error

const set = async (world: World, data: Schema<'AccountSetting'>) =>
  world.as(mainAdmin).PUT('/api/admin/setting/account', { body: { data } })
describe('listMyDevices', () => {
  test("begins with the account's own key", async () => {
    const { world, serverId, user, accountId } = await aTunnelCustomer()
    const { publicKey, privateKey } = (await world.as(user).GET('/api/user/account')).data![0]!
    expect(await listMine(world, user, accountId)).toEqual([
      {
        id: 0,
        name: '',
        publicKey,
        privateKey,
        isKept: true,
        presharedKey: null,
        createTime: world.clock.at,
        up: 0,
        down: 0,
        lastHandshake: null,
        isConnected: false,
        servers: [
          {
            serverId,
            name: 'Tunnel',
            address: '10.100.196.217',
            address6: 'fd10:100::1:c350',
            handshakeAt: null,
            endpoint: null,
          },
        ],
      },
    ])
  })

  test('is empty where no WireGuard server may carry the account', async () => {
    const world = await makeWorld()
    await aServer(world)
    const user = await world.person()
    expect(await listMine(world, user, await anAccount(world, { userId: user.id }))).toEqual([])
  })

  test('leaves out hidden servers, and further devices of servers that take one key', async () => {
    const { world, serverId, user, accountId } = await aTunnelCustomer()
    const key = 'fYOaOoGyB1YUZ8Tq0nXxH6cWbC1b3vK5uH0p2S6Q20Q='
    const net = { net: '10.7.0.0/16', key, wgPort: 51_820 }
    const agent = { type: 'WireGuard', plane: 'manager', driver: 'wireguard' } as const
    const agentId = await aServer(world, { name: 'Agent', ...agent, ...net })
    await addMine(world, user, accountId, 'Phone')
    const idsOf = (device?: Schema<'WireGuardDevice'>) => device?.servers.map((one) => one.serverId)
    const [own, phone] = (await listMine(world, user, accountId)) ?? []
    expect(idsOf(own)).toEqual([agentId, serverId])
    expect(idsOf(phone)).toEqual([serverId])
    await world.db
      .insertInto('tag')
      .values({ type: 'server', key: serverId, name: '#hide' })
      .execute()
    expect((await listMine(world, user, accountId))?.map(idsOf)).toEqual([[agentId], []])
    const params = { path: { accountId } }
    const { data } = await world.as(mainAdmin).GET(OURS, { params })
    expect(data?.map(idsOf)).toEqual([[agentId, serverId], [serverId]])
  })
})

describe('addMyDevice', () => {
  test('gives a device keys and addresses of its own', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const before = await peersOf(world, accountId)
    const { data } = await addMine(world, user, accountId, '  Phone ')
    expect(data).toMatchObject({
      name: 'Phone',
      privateKey: expect.stringMatching(/^.{43}=$/),
      presharedKey: expect.stringMatching(/^.{43}=$/),
      servers: [{ address: '10.101.0.2', address6: 'fd10:100::2:1' }],
    })
    const { id: deviceId, publicKey, presharedKey } = data!
    expect(await peersOf(world, accountId)).toEqual([
      ...before!,
      { deviceId, publicKey, presharedKey, addresses: ['10.101.0.2', 'fd10:100::2:1'] },
    ])
  })

  test.skipIf(!hasTools)('returns the private key that belongs to the public one', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const { data } = await addMine(world, user, accountId, 'Phone')
    const shown = execFileSync('wg', ['pubkey'], { input: data?.privateKey ?? '' }).toString()
    expect(shown.trim()).toBe(data?.publicKey)
  })

  test('returns the private key once, and keeps it nowhere', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const { data } = await addMine(world, user, accountId, 'Phone')
    const [, phone] = (await listMine(world, user, accountId)) ?? []
    expect(phone).toEqual({ ...data, privateKey: null, presharedKey: null })
    expect(phone?.isKept).toBe(false)
    const row = await world.db.selectFrom('device').selectAll().executeTakeFirstOrThrow()
    expect(row.privateKey).toBe('')
    // Servers need the second secret; it is sealed.
    expect(row.presharedKey).not.toContain(data?.presharedKey)
  })

  test('returns it again where the operator wants that, until the operator does not', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    await set(world, { keepDeviceKeys: true })
    const { data } = await addMine(world, user, accountId, 'Phone')
    expect((await listMine(world, user, accountId))?.[1]).toEqual(data)
    const row = await world.db.selectFrom('device').selectAll().executeTakeFirstOrThrow()
    expect(row.privateKey).not.toContain(data?.privateKey)
    await set(world, { keepDeviceKeys: false })
    await set(world, { keepDeviceKeys: true })
    expect((await listMine(world, user, accountId))?.[1]?.privateKey).toBeNull()
  })

  test('refuses one more than the setting allows, and none for the own key', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    for (let count = 0; count < 5; count += 1)
      expect((await addMine(world, user, accountId, `Phone ${count}`)).error).toBeUndefined()
    expect((await addMine(world, user, accountId, 'One more')).error).toBe('device limit')
    await set(world, { wireGuardDevices: 6 })
    expect((await addMine(world, user, accountId, 'One more')).error).toBeUndefined()
    await set(world, { wireGuardDevices: 0 })
    expect((await addMine(world, user, accountId, 'Another')).error).toBe('device limit')
  })

  test('refuses a name the account has, in any Unicode form', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    await addMine(world, user, accountId, 'Caf\u00e9')
    expect((await addMine(world, user, accountId, ' Cafe\u0301 ')).error).toBe('device name taken')
    const second = await anAccount(world, { userId: user.id })
    expect((await addMine(world, user, second, 'Caf\u00e9')).error).toBeUndefined()
  })

  test.each([
    [65_023, undefined],
    [65_024, 'no address'],
  ])('on port %d is refused with %j', async (port, word) => {
    const { world, user, accountId } = await aTunnelCustomer({}, port)
    expect((await addMine(world, user, accountId, 'Phone')).error).toBe(word)
  })

  test('takes the lowest number that is free, and refuses when none is', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const ids: number[] = []
    for (const name of ['a', 'b', 'c'])
      ids.push((await addMine(world, user, accountId, name)).data!.id)
    const path = { accountId, deviceId: ids[1]! }
    await world.as(user).DELETE(`${MINE}/{deviceId}`, { params: { path } })
    const numbers = async () => {
      const rows = await world.db.selectFrom('device').select(['name', 'number']).execute()
      return Object.fromEntries(rows.map(({ name, number }) => [name, number]))
    }
    await addMine(world, user, accountId, 'd')
    expect(await numbers()).toEqual({ a: 1, d: 2, c: 3 })
    const rest = Array.from({ length: 65_020 }, (_, at) => ({
      accountId,
      name: `n${at}`,
      number: at + 4,
      publicKey: `k${at}`,
      presharedKey: '',
      privateKey: '',
      createTime: 0,
    }))
    for (let at = 0; at < rest.length; at += 1000)
      await world.db
        .insertInto('device')
        .values(rest.slice(at, at + 1000))
        .execute()
    const other = await anAccount(world, { userId: user.id })
    expect((await addMine(world, user, other, 'late')).error).toBe('no address')
  })

  test('never exceeds the limit nor gives a number twice when many come at once', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const second = await anAccount(world, { userId: user.id })
    const sent = Array.from({ length: 12 }, (_, at) =>
      addMine(world, user, at % 2 ? accountId : second, `Phone ${at}`),
    )
    const answers = await Promise.all(sent)
    const words = answers.map(({ error }) => error)
    expect(words.filter((word) => word === undefined)).toHaveLength(10)
    expect(words.filter((word) => word === 'device limit')).toHaveLength(2)
    const rows = await world.db.selectFrom('device').select(['accountId', 'number']).execute()
    expect(rows.map(({ number }) => number).toSorted((a, b) => a! - b!)).toEqual(
      Array.from({ length: 10 }, (_, at) => at + 1),
    )
    expect(Map.groupBy(rows, (row) => row.accountId).get(accountId)).toHaveLength(5)
  })
})

describe('renameMyDevice', () => {
  test('changes the name and nothing else', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const { data } = await addMine(world, user, accountId, 'Phone')
    await addMine(world, user, accountId, 'Tablet')
    const before = await peersOf(world, accountId)
    const rename = async (name: string, deviceId = data!.id) => {
      const params = { path: { accountId, deviceId } }
      const reply = await world.as(user).PUT(`${MINE}/{deviceId}`, { params, body: { name } })
      return [reply.response.status, reply.error]
    }
    expect(await rename('Old phone')).toEqual([200, undefined])
    expect((await listMine(world, user, accountId))?.map(({ name }) => name)).toEqual([
      '',
      'Old phone',
      'Tablet',
    ])
    expect(await peersOf(world, accountId)).toEqual(before)
    expect(await rename('Tablet')).toEqual([403, 'device name taken'])
    expect(await rename('Old phone')).toEqual([200, undefined])
    expect((await rename('Nobody', data!.id + 100))[0]).toBe(404)
    expect((await rename(' '))[0]).toBe(400)
  })
})

describe('removeMyDevice', () => {
  test('cuts off that device, and disturbs no other', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const { data: phone } = await addMine(world, user, accountId, 'Phone')
    await addMine(world, user, accountId, 'Tablet')
    const before = await peersOf(world, accountId)
    const remove = async () => {
      const params = { path: { accountId, deviceId: phone!.id } }
      return (await world.as(user).DELETE(`${MINE}/{deviceId}`, { params })).response.status
    }
    expect([await remove(), await remove()]).toEqual([200, 404])
    const rest = before?.filter(({ deviceId }) => deviceId !== phone?.id)
    expect(await peersOf(world, accountId)).toEqual(rest)
  })
})

describe('renewMyKey', () => {
  test('replaces the own key, and no other', async () => {
    const { world, user, accountId, path } = await aTunnelCustomer()
    await addMine(world, user, accountId, 'Phone')
    const [own, phone] = (await peersOf(world, accountId)) ?? []
    const { data } = await world.as(user).POST(KEY, { params: { path: { ...path, deviceId: 0 } } })
    expect(data).toMatchObject({
      id: 0,
      isKept: true,
      privateKey: expect.stringMatching(/^.{43}=$/),
    })
    expect(data?.publicKey).not.toBe(own?.publicKey)
    expect(await peersOf(world, accountId)).toEqual([{ ...own, publicKey: data?.publicKey }, phone])
  })

  test('is refused for a port without an address', async () => {
    const { world, user, path } = await aTunnelCustomer({}, 65_024)
    const reply = await world.as(user).POST(KEY, { params: { path: { ...path, deviceId: 0 } } })
    expect(reply.error).toBe('no address')
  })
})

describe('the devices of an account', () => {
  test('have the ports of that account alone follow', async () => {
    const { world, accountId } = await aTunnelCustomer()
    const woken: unknown[] = []
    const parts = { ...world.world, wake: (ids?: readonly number[]) => void woken.push(ids) }
    const find: Scope['find'] = async (db) => (await findAccount(db, accountId))!
    const scope = { accountId, isOwn: true, find }
    const { id } = await addDevice(parts, scope, 'Phone')
    await renameDevice(parts, scope, { id, name: 'Tablet' })
    expect(woken).toEqual([[accountId]])
    await removeDevice(parts, scope, id)
    await renewKey(parts, scope, 0)
    expect(woken).toEqual([[accountId], [accountId], [accountId]])
  })

  test('are deleted with it, and restored when its deletion is undone', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    await addMine(world, user, accountId, 'Phone')
    const flow = { accountId, deviceId: 0, up: 1, down: 2, lastSeen: 3 }
    await world.db.insertInto('deviceFlow').values(flow).execute()
    const before = await peersOf(world, accountId)
    const job = await done(world, { of: 'account', ids: [accountId] }, { kind: 'delete' })
    expect(await world.db.selectFrom('device').selectAll().execute()).toEqual([])
    expect(await world.db.selectFrom('deviceFlow').selectAll().execute()).toEqual([])
    await undone(world, job.id)
    expect(await peersOf(world, accountId)).toEqual(before)
    expect(await world.db.selectFrom('deviceFlow').selectAll().execute()).toEqual([flow])
  })

  test('stay with the previous owner when it gets another one', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    await addMine(world, user, accountId, 'Phone')
    const path = { userId: user.id, accountId }
    await world.as(mainAdmin).DELETE('/api/admin/user/{userId}/{accountId}', { params: { path } })
    expect(await world.db.selectFrom('device').selectAll().execute()).toEqual([])
    expect(await peersOf(world, accountId)).toHaveLength(1)
  })
})
