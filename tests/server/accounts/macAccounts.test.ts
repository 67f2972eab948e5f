import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { aServer, anAccount } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MAC = 'AA-bb:CC001122'
const PLAIN = 'aabbcc001122'
const OTHER = '112233445566'

type Made = Awaited<ReturnType<typeof makeWorld>>

const add = (world: Made, as: Caller, userId: number, { mac = MAC, ...use }: Sent = {}) =>
  world.as(as).POST('/api/admin/account/mac/{mac}', {
    params: { path: { mac } },
    body: { userId, ...use },
  })
type Sent = { mac?: string; accountId?: number | null; serverId?: number | null }

const list = async (world: Made, userId: number, as: Caller = mainAdmin) => {
  const params = { query: { userId } }
  return world.as(as).GET('/api/admin/account/mac', { params })
}

const openToUsers = (world: Made) =>
  world.as(mainAdmin).PUT('/api/admin/setting/account', { body: { data: { macAccount: true } } })

describe('addMacAccount', () => {
  test('registers an address in any spelling, once', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const accountId = await anAccount(world, { userId: user.id })
    const serverId = await aServer(world)
    expect((await add(world, mainAdmin, user.id, { accountId, serverId })).data).toBe('success')
    expect((await list(world, user.id)).data).toMatchObject([
      { mac: PLAIN, userId: user.id, accountId, serverId },
    ])
    const again = await add(world, mainAdmin, user.id, { mac: PLAIN.toUpperCase() })
    expect([again.response.status, again.error]).toEqual([403, 'mac exists'])
  })

  test('refuses what is no address, and accounts, servers and users it cannot be for', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    const accountId = await anAccount(world, { userId: other.id })
    const attempts: [Sent, number][] = [
      [{ mac: 'aabbcc00112' }, 400],
      [{ mac: 'aabbcc00112g' }, 400],
      [{ accountId }, 403],
      [{ accountId: 999_999 }, 403],
      [{ serverId: 999_999 }, 403],
    ]
    for (const [sent, status] of attempts)
      expect((await add(world, mainAdmin, user.id, sent)).response.status).toBe(status)
    expect((await add(world, mainAdmin, 999_999)).response.status).toBe(403)
    expect((await world.as(mainAdmin).GET('/api/admin/macAccount')).data).toEqual([])
  })

  test('accepts one of several concurrent registrations of an address', async () => {
    const world = await makeWorld()
    const users = await Promise.all(Array.from({ length: 8 }, () => world.person()))
    const answers = await Promise.all(users.map(({ id }) => add(world, mainAdmin, id)))
    const words = answers.map(({ data, error }) => data ?? error).toSorted()
    expect(words).toEqual([...Array.from({ length: 7 }, () => 'mac exists'), 'success'])
  })
})

describe('listUserMacs', () => {
  test('gives a device whose account is gone or someone else’s the owner’s first one', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    const first = await anAccount(world, { userId: user.id })
    const second = await anAccount(world, { userId: user.id })
    await add(world, mainAdmin, user.id, { accountId: second })
    expect((await list(world, user.id)).data).toMatchObject([{ accountId: second }])
    await world.db
      .updateTable('account')
      .set({ userId: other.id })
      .where('id', '=', second)
      .execute()
    expect((await list(world, user.id)).data).toMatchObject([{ accountId: first }])
    await world.db.deleteFrom('account').execute()
    expect((await list(world, user.id)).data).toMatchObject([{ accountId: null }])
  })
})

describe('listMacAccounts', () => {
  test('shows every device with its port and owner', async () => {
    const world = await makeWorld()
    const user = await world.person({ email: 'ann@example.com' })
    const accountId = await anAccount(world, { userId: user.id, port: 21_003 })
    await add(world, mainAdmin, user.id)
    const { data } = await world.as(mainAdmin).GET('/api/admin/macAccount')
    expect(data).toMatchObject([
      { mac: PLAIN, accountId, serverId: null, port: 21_003, user: 'ann@example.com' },
    ])
  })
})

describe('editMacAccount', () => {
  test('changes what is sent and keeps the rest', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const [first, second] = [
      await anAccount(world, { userId: user.id }),
      await anAccount(world, { userId: user.id }),
    ]
    const serverId = await aServer(world)
    await add(world, mainAdmin, user.id, { accountId: second, serverId })
    const [device] = (await list(world, user.id)).data ?? []
    const id = device?.id ?? 0
    const edit = (change: object) =>
      world
        .as(mainAdmin)
        .PUT('/api/admin/account/mac', { body: { id, macAddress: OTHER, ...change } })
    expect((await edit({})).data).toBe('success')
    expect((await list(world, user.id)).data).toMatchObject([
      { mac: OTHER, accountId: second, serverId },
    ])
    await edit({ accountId: null, serverId: null })
    expect((await list(world, user.id)).data).toMatchObject([{ accountId: first, serverId: null }])
  })

  test('refuses an address someone has, a foreign account, and a device that is gone', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    const foreign = await anAccount(world, { userId: other.id })
    await add(world, mainAdmin, user.id)
    await add(world, mainAdmin, other.id, { mac: OTHER })
    const [device] = (await list(world, user.id)).data ?? []
    const edit = (body: { id: number; macAddress: string; accountId?: number }) =>
      world.as(mainAdmin).PUT('/api/admin/account/mac', { body })
    const id = device?.id ?? 0
    const taken = await edit({ id, macAddress: OTHER })
    expect([taken.response.status, taken.error]).toEqual([403, 'mac exists'])
    expect((await edit({ id, macAddress: MAC, accountId: foreign })).response.status).toBe(403)
    expect((await edit({ id: id + 99, macAddress: MAC })).response.status).toBe(403)
    expect((await list(world, user.id)).data).toEqual([device])
  })
})

describe('deleteMacAccount', () => {
  test('takes the id in the query or in the body', async () => {
    const world = await makeWorld()
    const user = await world.person()
    for (const where of ['query', 'body']) {
      await add(world, mainAdmin, user.id)
      const [device] = (await list(world, user.id)).data ?? []
      const id = device?.id ?? 0
      const sent = where === 'query' ? { params: { query: { id } } } : { body: { id } }
      const { data } = await world.as(mainAdmin).DELETE('/api/admin/account/mac', sent)
      expect(data).toBe('success')
      expect((await list(world, user.id)).data).toEqual([])
    }
    const none = await world.as(mainAdmin).DELETE('/api/admin/account/mac')
    expect(none.response.status).toBe(403)
  })
})

describe('listMyMacs', () => {
  test('shows the caller’s own, and no others', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    await add(world, mainAdmin, user.id)
    await add(world, mainAdmin, other.id, { mac: OTHER })
    const { data } = await world.as(user).GET('/api/user/account/mac')
    expect(data).toMatchObject([{ mac: PLAIN, userId: user.id, accountId: null }])
  })
})

describe('addMyMac', () => {
  const register = (world: Made, as: Caller, mac = MAC) =>
    world.as(as).POST('/api/user/account/mac', { body: { mac } })

  test('is refused while users may not register devices', async () => {
    const world = await makeWorld()
    expect((await register(world, await world.person())).response.status).toBe(403)
  })

  test('gives everybody one, however many are sent at once', async () => {
    const world = await makeWorld()
    await openToUsers(world)
    const user = await world.person()
    const accountId = await anAccount(world, { userId: user.id })
    const macs = Array.from({ length: 6 }, (_, at) => `00112233445${at}`)
    const answers = await Promise.all(macs.map((mac) => register(world, user, mac)))
    expect(answers.filter(({ data }) => data === 'success')).toHaveLength(1)
    const refused = answers.flatMap(({ error }) => error ?? [])
    expect(new Set(refused)).toEqual(new Set(['only one mac']))
    const { data } = await world.as(user).GET('/api/user/account/mac')
    expect(data).toMatchObject([{ accountId, serverId: null }])
  })

  test('does not let anybody find out which addresses are registered', async () => {
    const world = await makeWorld()
    await openToUsers(world)
    await add(world, mainAdmin, (await world.person()).id)
    const user = await world.person()
    for (let guess = 0; guess < 10; guess += 1)
      expect((await register(world, user)).error).toBe('mac exists')
    const { response, error } = await register(world, user)
    expect([response.status, error]).toEqual([403, undefined])
  })
})

describe('other admins', () => {
  test('reach the devices of their own group, and no others', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 5 })
    const [own, foreign] = [await world.person({ groupId: 5 }), await world.person({ groupId: 6 })]
    expect((await add(world, admin, own.id)).response.status).toBe(200)
    expect((await add(world, admin, foreign.id, { mac: OTHER })).response.status).toBe(403)
    await add(world, mainAdmin, foreign.id, { mac: OTHER })
    const { data } = await world.as(admin).GET('/api/admin/macAccount')
    expect(data?.map(({ mac }) => mac)).toEqual([PLAIN])
    expect((await list(world, foreign.id, admin)).response.status).toBe(403)
    const [device] = (await list(world, foreign.id)).data ?? []
    const id = device?.id ?? 0
    const body = { id, macAddress: '665544332211' }
    expect((await world.as(admin).PUT('/api/admin/account/mac', { body })).response.status).toBe(
      403,
    )
    const params = { query: { id } }
    const gone = await world.as(admin).DELETE('/api/admin/account/mac', { params })
    expect(gone.response.status).toBe(403)
    expect((await list(world, foreign.id)).data).toEqual([device])
  })
})
