import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { fromBase64 } from '#rules/base64.ts'
import { seal } from '../../../server/database/sealed.ts'
import { findSecret } from '../../../server/database/secret/secret.ts'
import { resealAll } from '../../../server/database/secret/reseal.ts'
import { trojanKey } from '../../../server/engine/trojanKey.ts'
import type { PortState } from '../../../server/engine/plane.ts'
import { aCustomer, call, fetched, keysOn, ordered, rowsOf } from '../../support/deviceKeys.ts'
import { aNewServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { addMine, aTunnelServer, listMine, MINE, OURS } from '../../support/wireguard.ts'
import { mainAdmin } from '../../support/world.ts'

const DAY = 86_400_000

describe('an app that says which device it is on', () => {
  test('gets a key of its own, the same each time, which the server is ordered to let in', async () => {
    const { world, user, id, trojanId, plainId } = await aCustomer(2)
    const phone = { hwid: 'phone', model: 'iPhone 15', system: 'iOS' }
    const first = await fetched(world, phone)
    expect(first.said).toEqual(['true', null, null])
    expect(first.password).toMatch(/^[\w-]{32}$/)
    const plainKey = ({ text }: typeof first) => {
      const [, access = ''] = /^ss:\/\/([^#]*)/m.exec(text) ?? []
      return /:(.*)@/.exec(fromBase64(access) ?? '')?.[1]
    }
    expect(plainKey(first)).toBe(first.password)
    expect((await fetched(world, phone)).password).toBe(first.password)
    const laptop = await fetched(world, { hwid: 'laptop' })
    expect(new Set([first.password, laptop.password, 'own']).size).toBe(3)
    const [a, b] = await rowsOf(world)
    expect(await keysOn(world, trojanId)).toEqual([
      { deviceId: a!.id, password: trojanKey(`5000:${first.password}`) },
      { deviceId: b!.id, password: trojanKey(`5000:${laptop.password}`) },
    ])
    expect(await keysOn(world, plainId)).toEqual([
      { deviceId: a!.id, password: first.password },
      { deviceId: b!.id, password: laptop.password },
    ])
    // A program of somebody else on a machine knows one key.
    await world.db
      .updateTable('server')
      .set({ plane: 'manager' })
      .where('id', '=', plainId)
      .execute()
    expect(await keysOn(world, plainId)).toEqual([])
    expect(plainKey(await fetched(world, phone))).toBe('own')
    const shown = await listMine(world, user, id)
    expect(shown?.map(({ name, proxy }) => [name, proxy?.app])).toEqual([
      ['', ''],
      ['App', ''],
      ['iPhone 15', 'iPhone 15 · iOS'],
    ])
    // Neither the name by which it was found nor its key is in the database as it is.
    const stored = JSON.stringify(await rowsOf(world))
    for (const secret of ['phone', first.password!]) expect(stored).not.toContain(`"${secret}"`)
  })

  test('changes nothing without a limit, without a name and with one that no app has', async () => {
    const { world } = await aCustomer(0)
    expect(await fetched(world, { hwid: 'phone' })).toMatchObject({
      password: 'own',
      said: [null, null, null],
    })
    const other = await aCustomer(2)
    for (const hwid of [undefined, '', ' ', 'a b', 'x'.repeat(65), 'é'.repeat(3)]) {
      const { password, said } = await fetched(other.world, hwid === undefined ? {} : { hwid })
      expect([password, said]).toEqual(['own', ['true', null, null]])
    }
    expect([await rowsOf(world), await rowsOf(other.world)]).toEqual([[], []])
    expect((await fetched(other.world, { hwid: 'x'.repeat(64) })).password).not.toBe('own')
  })

  test('with a wrong link makes nothing', async () => {
    const { world } = await aCustomer(2)
    const { status } = await fetched(world, { hwid: 'phone' }, 'd'.repeat(32))
    expect([status, await rowsOf(world)]).toEqual([403, []])
  })

  test('has the limit of its account before that of its plan', async () => {
    const { world } = await aCustomer(1, { deviceLimit: 0 })
    expect((await fetched(world, { hwid: 'phone' })).password).toBe('own')
    const own = await aCustomer(0, { deviceLimit: 1 })
    expect((await fetched(own.world, { hwid: 'phone' })).password).not.toBe('own')
  })

  test('gets the account’s own key where the server is of an earlier release, or not known', async () => {
    const states: (PortState | undefined)[] = [
      { key: '', port: 0, open: true, ownKeyOnly: true },
      { key: '', port: 0, open: false, reason: 'engine away' },
      undefined,
    ]
    for (const state of states) {
      const { world } = await aCustomer(2, { plane: { ...openPlane(), stateOf: () => state } })
      expect((await fetched(world, { hwid: 'phone' })).password).toBe('own')
      expect(await rowsOf(world)).toHaveLength(1)
    }
  })

  test('on a shared port of Shadowsocks 2022 has the key of the server and its own', async () => {
    const { world } = await aCustomer(2)
    const body = aNewServer({ method: '2022-blake3-aes-128-gcm', ssPort: 8_388 })
    const { data } = await world.as(mainAdmin).POST('/api/admin/server', { body })
    await world.db.updateTable('server').set({ plane: 'embedded' }).execute()
    const own = await fetched(world)
    const phone = await fetched(world, { hwid: 'phone' })
    const linkOf = ({ links }: typeof own) => links.find((link) => link.includes(':8388')) ?? ''
    expect(linkOf(own)).not.toBe('')
    expect(linkOf(phone)).not.toBe(linkOf(own))
    const [key] = await keysOn(world, data!.serverId)
    const order = (await ordered(world)).find((one) => one.key.startsWith(`${data!.serverId}:`))
    expect(key?.password.split(':')[0]).toBe(order?.password.split(':')[0])
    expect(key?.password).not.toBe(order?.password)
  })
})

describe('a device too many', () => {
  test('takes the place of the one that was seen least recently, and the other is out at once', async () => {
    const { world, trojanId } = await aCustomer(2)
    await fetched(world, { hwid: 'first' })
    world.clock.add(3_600_000)
    await fetched(world, { hwid: 'second' })
    world.clock.add(3_600_000)
    await fetched(world, { hwid: 'first' })
    const woken = world.woken.times
    const third = await fetched(world, { hwid: 'third' })
    expect(third.said).toEqual(['true', null, null])
    expect(world.woken.times).toBe(woken + 1)
    const rows = await rowsOf(world)
    expect(rows).toHaveLength(2)
    expect((await keysOn(world, trojanId)).map(({ deviceId }) => deviceId)).toEqual(
      rows.map(({ id }) => id),
    )
    // The second has gone: it comes back as another device, in the place of the first.
    const keys = await keysOn(world, trojanId)
    await fetched(world, { hwid: 'second' })
    expect((await keysOn(world, trojanId))[0]).toEqual(keys[1])
  })

  test('never takes the place of one that a person added, and is told so', async () => {
    const { world, user, id } = await aCustomer(1)
    await addMine(world, user, id, 'Router')
    const { said, text, links } = await fetched(world, { hwid: 'phone' })
    expect(said).toEqual(['true', 'true', 'true'])
    // A sentence in place of servers, and no key of anybody.
    expect(links).toHaveLength(1)
    const [, access = ''] = /^ss:\/\/([^#]*)/.exec(text) ?? []
    expect(fromBase64(access)).toBe('chacha20-ietf-poly1305:note@localhost:5000')
    expect((await rowsOf(world)).map(({ name }) => name)).toEqual(['Router'])
    expect(await world.db.selectFrom('event').select('kind').execute()).toEqual([])
  })

  test('waits where the account asks, until it is let in', async () => {
    const { world, user, id, trojanId } = await aCustomer(1, { asks: 1 })
    await fetched(world, { hwid: 'phone' })
    const laptop = await fetched(world, { hwid: 'laptop', model: 'Laptop' })
    expect([laptop.said, laptop.password]).toEqual([['true', 'true', 'true'], undefined])
    // Its owner is asked once, however often it comes.
    await fetched(world, { hwid: 'laptop', model: 'Laptop' })
    const events = () => world.db.selectFrom('event').select(['kind', 'userId', 'data']).execute()
    expect(await events()).toEqual([
      { kind: 'deviceWaits', userId: user.id, data: '{"port":5000,"name":"Laptop"}' },
    ])
    expect(await keysOn(world, trojanId)).toHaveLength(1)
    const [phone, waiting] = await rowsOf(world)
    const there = { accountId: id, deviceId: waiting!.id }
    expect((await call(world, user, 'link', there)).response.status).toBe(404)
    expect((await call(world, user, 'admission', there)).error).toBe('device limit')
    const params = { path: { accountId: id, deviceId: phone!.id } }
    await world.as(user).DELETE(`${MINE}/{deviceId}`, { params })
    for (const _ of [1, 2])
      expect((await call(world, user, 'admission', there)).data).toBe('success')
    const next = await fetched(world, { hwid: 'laptop' })
    expect([next.said, next.password?.length]).toEqual([['true', null, null], 32])
    expect(await keysOn(world, trojanId)).toHaveLength(1)
  })

  test('is one of three that wait, whoever makes names up, and of twenty in a day', async () => {
    const { world, trojanId } = await aCustomer(1, { asks: 1 })
    for (let at = 0; at < 30; at += 1)
      await fetched(world, { hwid: `made up ${at}`.replaceAll(' ', '-') })
    const rows = await rowsOf(world)
    expect(rows.map(({ isWaiting }) => isWaiting)).toEqual([0, 1, 1, 1])
    expect(rows.at(-1)?.id).toBeLessThanOrEqual(20)
    expect(await keysOn(world, trojanId)).toHaveLength(1)
    // The one that is known is served all the same, and a day later others are.
    expect((await fetched(world, { hwid: 'made-up-0' })).password).toHaveLength(32)
    world.clock.add(DAY + 1)
    await fetched(world, { hwid: 'later' })
    expect((await rowsOf(world)).at(-1)?.fetchTime).toBe(world.clock.at)
  })

  test('is counted once when many come at the same moment', async () => {
    const { world } = await aCustomer(3)
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => fetched(world, { hwid: `device-${at % 6}` })),
    )
    const rows = await rowsOf(world)
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map(({ name }) => name)).size).toBe(3)
  })
})

describe('getMyDeviceLink', () => {
  test('gives a link of its own, which has its key whoever asks, and is dead with the device', async () => {
    const { world, user, id, trojanId } = await aCustomer(2)
    await addMine(world, user, id, 'Router')
    const [{ id: deviceId } = { id: 0 }] = await rowsOf(world)
    const there = { accountId: id, deviceId }
    const stranger = await world.person()
    expect((await call(world, stranger, 'link', there)).response.status).toBe(404)
    const { data } = await call(world, user, 'link', there)
    const { subscribe } = data as Schema<'Subscription'>
    expect(subscribe).toMatch(/^[0-9a-f]{32}$/)
    const first = await fetched(world, {}, subscribe)
    const [key] = await keysOn(world, trojanId)
    expect(key?.password).toBe(trojanKey(`5000:${first.password}`))
    expect((await fetched(world, { hwid: 'other' }, subscribe)).password).toBe(first.password)
    expect(await rowsOf(world)).toHaveLength(1)
    // It is found after the secret has changed, too; what is sealed opens nothing.
    const params = { path: there }
    const renewed = await world.as(user).POST(`${MINE}/{deviceId}/key`, { params })
    expect(renewed.data).toMatchObject({ publicKey: '', privateKey: null })
    expect((await fetched(world, {}, subscribe)).status).toBe(403)
    const { data: next } = await call(world, user, 'link', there)
    const token = (next as Schema<'Subscription'>).subscribe
    expect((await fetched(world, {}, token)).password).not.toBe(first.password)
    await world.as(user).DELETE(`${MINE}/{deviceId}`, { params })
    expect((await fetched(world, {}, token)).status).toBe(403)
    expect(await keysOn(world, trojanId)).toEqual([])
  })

  test('of a device of before there were any is none, until it gets a new key', async () => {
    const { world, user, id, trojanId } = await aCustomer(0)
    await aTunnelServer(world)
    const keys = {
      number: 1,
      publicKey: 'k',
      presharedKey: seal('p', await findSecret(world.db)),
      createTime: 0,
    }
    const deviceId = await world.db
      .insertInto('device')
      .values({ accountId: id, name: 'Old', ...keys })
      .returning('id')
      .executeTakeFirstOrThrow()
    const there = { accountId: id, deviceId: deviceId.id }
    expect((await call(world, user, 'link', there)).response.status).toBe(404)
    expect(await keysOn(world, trojanId)).toEqual([])
    await world.as(user).POST(`${MINE}/{deviceId}/key`, { params: { path: there } })
    expect((await call(world, user, 'link', there)).response.status).toBe(200)
    expect(await keysOn(world, trojanId)).toHaveLength(1)
  })

  test('outlives another secret of the installation', async () => {
    const { world, user, id } = await aCustomer(2)
    const { password } = await fetched(world, { hwid: 'phone' })
    const [row] = await rowsOf(world)
    const { data } = await call(world, user, 'link', { accountId: id, deviceId: row!.id })
    const from = await world.db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'secret')
      .executeTakeFirstOrThrow()
    const secret = JSON.parse(from.value) as string
    await world.db.updateTable('server').set({ certificateKey: null }).execute()
    await world.db.transaction().execute((tx) => resealAll(tx, { from: secret, to: 'another' }))
    await world.db
      .updateTable('setting')
      .set({ value: JSON.stringify('another') })
      .where('key', '=', 'secret')
      .execute()
    const { subscribe } = data as Schema<'Subscription'>
    expect((await fetched(world, {}, subscribe)).password).toBe(password)
    expect((await fetched(world, { hwid: 'phone' })).password).toBe(password)
  })
})

describe('getDeviceLink', () => {
  test('is for admins of the group alone', async () => {
    const { world, id } = await aCustomer(2)
    await fetched(world, { hwid: 'phone' })
    const [row] = await rowsOf(world)
    const params = { path: { accountId: id, deviceId: row!.id } }
    const path = `${OURS}/{deviceId}/link` as const
    expect((await world.as(mainAdmin).GET(path, { params })).response.status).toBe(200)
    const other = await world.person({ type: 'admin', groupId: 3 })
    expect((await world.as(other).GET(path, { params })).response.status).toBe(404)
  })
})

describe('admitMyDevice', () => {
  test('refuses a device of somebody else, and one that is not there', async () => {
    const { world, user, id } = await aCustomer(1, { asks: 1 })
    await fetched(world, { hwid: 'phone' })
    await fetched(world, { hwid: 'laptop' })
    const waiting = (await rowsOf(world)).at(-1)!
    const stranger = await world.person()
    const there = { accountId: id, deviceId: waiting.id }
    expect((await call(world, stranger, 'admission', there)).response.status).toBe(404)
    const none = { accountId: id, deviceId: waiting.id + 1 }
    expect((await call(world, user, 'admission', none)).response.status).toBe(404)
  })
})

describe('admitDevice', () => {
  test('lets a device in for a customer', async () => {
    const { world, id } = await aCustomer(1, { asks: 1 })
    await fetched(world, { hwid: 'phone' })
    await fetched(world, { hwid: 'laptop' })
    await world.db.updateTable('account').set({ deviceLimit: 2 }).execute()
    const params = { path: { accountId: id, deviceId: (await rowsOf(world)).at(-1)!.id } }
    const answer = await world.as(mainAdmin).PUT(`${OURS}/{deviceId}/admission`, { params })
    expect(answer.data).toBe('success')
    expect((await rowsOf(world)).every(({ isWaiting }) => isWaiting === 0)).toBe(true)
  })
})

describe('chooseMyDeviceRule', () => {
  test('is the owner’s, and is shown with the account', async () => {
    const { world, user, id } = await aCustomer(2)
    const path = '/api/user/account/{accountId}/device-rule'
    const terms = { params: { path: { accountId: id } }, body: { asks: true } }
    const stranger = await world.person()
    expect((await world.as(stranger).PUT(path, terms)).response.status).toBe(404)
    const shown = async () => (await world.as(user).GET('/api/user/account')).data?.[0]?.devices
    expect(await shown()).toEqual({ most: 2, asks: false })
    expect((await world.as(user).PUT(path, terms)).data).toBe('success')
    expect(await shown()).toEqual({ most: 2, asks: true })
  })
})
