import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Schema } from '#contract'
import type { Caller } from '../../../server/http/contract.ts'
import { selectDesired } from '../../../server/fleet/plane/desired.ts'
import { refusalsOf } from '../../../server/engine/wireguard/activatePeers.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { addMine, aTunnelCustomer, listMine, MINE, peersOf } from '../../support/wireguard.ts'
import { mainAdmin, type makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
const KEY = `${MINE}/{deviceId}/key` as const

const set = async (world: World, data: Schema<'AccountSetting'>) =>
  world.as(mainAdmin).PUT('/api/admin/setting/account', { body: { data } })

describe('the keys of a device', () => {
  const renew = (world: World, user: Caller, path: { accountId: number; deviceId: number }) =>
    world.as(user).POST(KEY, { params: { path } })

  test('are renewed for it alone, and shown once', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const { data: phone } = await addMine(world, user, accountId, 'Phone')
    const [own, before] = (await peersOf(world, accountId)) ?? []
    const path = { accountId, deviceId: phone!.id }
    const { data } = await renew(world, user, path)
    expect(data).toMatchObject({ id: phone!.id, name: 'Phone', isKept: false })
    const { publicKey, presharedKey, privateKey } = data!
    expect([publicKey, presharedKey]).not.toContain(phone!.publicKey)
    expect(presharedKey).not.toBe(phone!.presharedKey)
    expect(privateKey).toMatch(/^.{43}=$/)
    // Its address stays.
    expect(await peersOf(world, accountId)).toEqual([own, { ...before, publicKey, presharedKey }])
    expect((await listMine(world, user, accountId))?.[1]?.privateKey).toBeNull()
    expect((await renew(world, user, { ...path, deviceId: 99 })).response.status).toBe(404)
    await set(world, { keepDeviceKeys: true })
    const { data: kept } = await renew(world, user, path)
    expect((await listMine(world, user, accountId))?.[1]).toEqual(kept)
  })

  test('of a first device are shown once where the operator keeps none, and those kept stay', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const [kept] = (await listMine(world, user, accountId)) ?? []
    await set(world, { keepOwnKeys: false, macAccount: true })
    const second = await anAccount(world, { userId: user.id, port: 50_001 })
    const accountOf = async (id: number) => {
      const { data = [] } = await world.as(user).GET('/api/user/account')
      return data.find((one) => one.id === id)
    }
    // Older consoles make the configuration of what is stored.
    expect(await accountOf(accountId)).toMatchObject({ privateKey: kept!.privateKey })
    const unset = await accountOf(second)
    expect(unset).toMatchObject({ privateKey: '', key: unset!.publicKey })
    const [own] = (await listMine(world, user, second)) ?? []
    expect(own).toMatchObject({ privateKey: null, isKept: false, publicKey: unset!.publicKey })
    const { data } = await renew(world, user, { accountId: second, deviceId: 0 })
    expect(data).toMatchObject({ isKept: false, privateKey: expect.stringMatching(/^.{43}=$/) })
    const rows = await world.db.selectFrom('account').selectAll().where('id', '=', second).execute()
    expect(rows).toMatchObject([{ publicKey: data!.publicKey, privateKey: '' }])
    expect((await peersOf(world, second))?.[0]?.publicKey).toBe(data!.publicKey)
    // What was kept goes with the renewal.
    await renew(world, user, { accountId, deviceId: 0 })
    expect(await accountOf(accountId)).toMatchObject({ privateKey: '' })
    await set(world, { keepOwnKeys: true })
    await renew(world, user, { accountId, deviceId: 0 })
    expect((await accountOf(accountId))?.privateKey).toMatch(/^.{43}=$/)
  })
})

describe('the subscription of one device', () => {
  test('has the WireGuard servers with its keys, where they are kept', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    await set(world, { subscribe: true, keepDeviceKeys: true })
    await aServer(world, { name: 'Proxy', shift: 5 })
    const { data: phone } = await addMine(world, user, accountId, 'Phone')
    await set(world, { subscribe: true })
    const { data: tablet } = await addMine(world, user, accountId, 'Tablet')
    const path = { accountId }
    const token = await world.as(user).GET('/api/user/account/{accountId}/subscribe', {
      params: { path },
    })
    const read = async (type: string, device: number) => {
      const link = `/api/user/account/subscribe/${token.data!.subscribe}?type=${type}&device=${device}`
      const { statusCode, payload } = await world.app.inject({ url: link })
      return statusCode === 200 ? payload : statusCode
    }
    const { publicKey } = (await listMine(world, user, accountId))![0]!
    const { endpoints, outbounds } = JSON.parse(String(await read('singbox', phone!.id)))
    expect(endpoints).toEqual([
      {
        type: 'wireguard',
        tag: 'Tunnel',
        address: ['10.101.0.2/32', 'fd10:100::2:1/128'],
        private_key: phone!.privateKey,
        peers: [
          {
            address: '192.0.2.1',
            port: 51_820,
            public_key: expect.not.stringContaining(publicKey),
            pre_shared_key: phone!.presharedKey,
            allowed_ips: ['0.0.0.0/0', '::/0'],
          },
        ],
      },
    ])
    expect(outbounds.map(({ type }: { type: string }) => type)).not.toContain('shadowsocks')
    const { proxies } = parse(String(await read('mihomo', phone!.id)))
    expect(proxies).toMatchObject([
      {
        type: 'wireguard',
        ip: '10.101.0.2',
        ipv6: 'fd10:100::2:1',
        'private-key': phone!.privateKey,
        'pre-shared-key': phone!.presharedKey,
      },
    ])
    const own = JSON.parse(String(await read('singbox', 0)))
    expect(own.endpoints).toMatchObject([
      { address: ['10.100.196.217/32', 'fd10:100::1:c350/128'] },
    ])
    // One whose key is not kept, and one of nobody.
    expect(await read('singbox', tablet!.id)).toBe(404)
    expect(await read('singbox', 99)).toBe(404)
    await world.db.updateTable('account').set({ privateKey: '' }).execute()
    expect(await read('singbox', 0)).toBe(404)
    const all = await world.app.inject({
      url: `/api/user/account/subscribe/${token.data!.subscribe}?type=singbox`,
    })
    expect(JSON.parse(all.payload).endpoints).toEqual([])
    // Nor does one with a key of its own bid anybody to add a device, where there is nothing else.
    await world.db.deleteFrom('server').where('name', '=', 'Proxy').execute()
    const names = parse(String(await read('mihomo', phone!.id))).proxies
    expect(names.map(({ name }: { name: string }) => name)).toEqual(['Tunnel'])
  })
})

describe('a key that two accounts have', () => {
  test('is taken by one of them, and a new key lets both in', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const second = await anAccount(world, { userId: user.id, port: 50_001 })
    const refused = async () => {
      const wishes = await selectDesired(world.db, [accountId, second], world.clock.at)
      const ports = [accountId, second].flatMap((id) => wishes.get(id)?.ports ?? [])
      const accounts = ports.map(({ key, tunnel, peers = [] }) => ({ key, tunnel: tunnel!, peers }))
      return [...refusalsOf(accounts, new Map()).values()]
    }
    expect(await refused()).toEqual([])
    const [own] = (await peersOf(world, accountId)) ?? []
    // As after a restore by hand.
    await world.db.updateTable('account').set({ publicKey: own!.publicKey }).execute()
    expect(await refused()).toEqual(['key in use'])
    const params = { path: { accountId: second, deviceId: 0 } }
    await world.as(user).POST(KEY, { params })
    expect(await refused()).toEqual([])
    expect(await peersOf(world, accountId)).toEqual([own])
  })

  test('cannot be given to two devices', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    await addMine(world, user, accountId, 'Phone')
    const { id: _, ...row } = await world.db
      .selectFrom('device')
      .selectAll()
      .executeTakeFirstOrThrow()
    const twice = { ...row, name: 'Tablet', number: 2 }
    await expect(world.db.insertInto('device').values(twice).execute()).rejects.toThrow(/unique/i)
  })
})
