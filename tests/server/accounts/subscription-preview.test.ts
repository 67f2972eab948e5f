import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Schema } from '#contract'
import { CARRIERS, carrierOrder } from '#rules/carriers.ts'
import { changeSetting, findSetting } from '../../../server/database/settings/store.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { everyRow } from '../../support/groups.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PREVIEW = '/api/admin/account/{accountId}/subscribe/preview'
const TOKEN = 'c0ffee'.padEnd(32, '0')

type World = Awaited<ReturnType<typeof makeWorld>>

/** Every row of every table, as text. */
const rowsOfAll = async (world: World) => JSON.stringify([...(await everyRow(world))])

/** An account on a server of each kind that there is, none of which is tried. */
async function everywhere() {
  const world = await makeWorld({ plane: openPlane() })
  const ids = {
    plain: await aServer(world, { name: 'A plain' }),
    newer: await aServer(world, { name: 'B newer', method: '2022-blake3-aes-128-gcm' }),
    tunnel: await aServer(world, {
      name: 'C tunnel',
      type: 'WireGuard',
      key: 'a'.repeat(43) + '=',
      net: '10.1.0.0/16',
      wgPort: 51_820,
    }),
    trojan: await aServer(world, { name: 'D trojan', type: 'Trojan', tjPort: 443 }),
  }
  const accountId = await anAccount(world, {
    port: 5000,
    password: '0123',
    subscribe: TOKEN,
    publicKey: 'b'.repeat(43) + '=',
  })
  return { world, ids, accountId }
}

const preview = async (world: World, accountId: number, type: Schema<'SubscriptionType'>) =>
  (await world.as(mainAdmin).GET(PREVIEW, { params: { path: { accountId }, query: { type } } }))
    .data!

describe('previewAccountSubscription', () => {
  test('says what an app gets, in its order, and why it does not get the rest', async () => {
    const { world, ids, accountId } = await everywhere()
    const clash = await preview(world, accountId, 'clash')
    expect(clash.entries).toEqual([
      { serverId: ids.trojan, name: 'D trojan', carrier: 'trojan' },
      { serverId: ids.plain, name: 'A plain', carrier: 'shadowsocks' },
    ])
    expect(clash.leftOut).toEqual([
      { serverId: ids.newer, name: 'B newer', reason: 'app' },
      // Its private key was never kept.
      { serverId: ids.tunnel, name: 'C tunnel', reason: 'noKey' },
    ])
    const { data } = await world.as(null).GET('/api/user/account/subscribe/{token}', {
      params: { path: { token: TOKEN }, query: { type: 'clash' } },
    })
    const profile = parse(String(data)) as { proxies: { name: string }[] }
    expect(profile.proxies.map(({ name }) => name)).toEqual(clash.entries.map(({ name }) => name))
  })

  test('says that an app will get keys that are not made yet, and makes none', async () => {
    const { world, ids } = await everywhere()
    const accountId = await anAccount(world, { port: 5001, password: '0123' })
    const before = await rowsOfAll(world)
    const tunnel = { serverId: ids.tunnel, name: 'C tunnel' }
    expect((await preview(world, accountId, 'mihomo')).entries).toContainEqual({
      ...tunnel,
      carrier: 'wireguard',
    })
    expect(await rowsOfAll(world)).toBe(before)
    const account = await findSetting(world.db, 'account')
    await changeSetting(world.db, 'account', { ...account, keepOwnKeys: false })
    expect((await preview(world, accountId, 'mihomo')).leftOut).toContainEqual({
      ...tunnel,
      reason: 'noKey',
    })
  })

  test('names the one server of an app that holds one', async () => {
    const { world, ids, accountId } = await everywhere()
    const more = await aServer(world, { name: 'A second' })
    const { entries, leftOut } = await preview(world, accountId, 'outline')
    expect(entries.map(({ serverId }) => serverId)).toEqual([ids.plain])
    expect(leftOut).toContainEqual({ serverId: more, name: 'A second', reason: 'app' })
  })

  test('leaves out what is down', async () => {
    const { world, ids, accountId } = await everywhere()
    const red = { state: 'red' as const, cause: 'silent' as const, since: 0, value: null }
    const { lights } = world.world
    const before = lights.of
    lights.of = (id) => (id === ids.trojan ? { ...before(id), handshake: red } : before(id))
    const { entries, leftOut } = await preview(world, accountId, 'clash')
    expect(entries.map(({ serverId }) => serverId)).toEqual([ids.plain])
    expect(leftOut).toContainEqual({ serverId: ids.trojan, name: 'D trojan', reason: 'down' })
  })

  test('is for admins of its group', async () => {
    const { world, accountId } = await everywhere()
    const query = { params: { path: { accountId }, query: { type: 'clash' as const } } }
    const other = await world.person({ type: 'admin', groupId: 2 })
    expect((await world.as(other).GET(PREVIEW, query)).response.status).toBe(403)
    const user = await world.person()
    expect((await world.as(user).GET(PREVIEW, query)).response.status).toBe(401)
  })
})

describe('the order of carriers', () => {
  test('is the one of the settings', async () => {
    const { world, accountId } = await everywhere()
    const names = async () =>
      (await preview(world, accountId, 'mihomo')).entries.map(({ carrier }) => carrier)
    expect(await names()).toEqual(['trojan', 'shadowsocks2022', 'shadowsocks'])
    const account = await findSetting(world.db, 'account')
    await changeSetting(world.db, 'account', { ...account, carriers: ['shadowsocks'] })
    expect(await names()).toEqual(['shadowsocks', 'trojan', 'shadowsocks2022'])
  })

  test('has each carrier once', () => {
    expect(carrierOrder()).toEqual([...CARRIERS])
    expect(carrierOrder(['shadowsocks', 'wireguard'])).toEqual([
      'shadowsocks',
      'wireguard',
      'trojan',
      'shadowsocks2022',
      'webSocket',
    ])
  })
})
