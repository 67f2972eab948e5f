import { describe, expect, test } from 'vitest'
import { anAccount, aPlan, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ALL = '/api/user/account'
const ONE = '/api/user/account/{accountId}'
const PASSWORD = '/api/user/{accountId}/password'
const ACTIVE = '/api/user/account/{accountId}/active'
const MONTH = 2_592_000_000
const at = (accountId: number) => ({ params: { path: { accountId } } })

describe('listMyAccounts', () => {
  test("lists the caller's own, newest first, with the plan's name where it is shown", async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person({ email: 'a@a.com' }), await world.person()]
    const orderId = await aPlan(world, { name: 'Month' })
    const keys = { publicKey: 'pub', privateKey: 'priv' }
    const first = await anAccount(world, { userId: user.id, orderId, ...keys })
    const second = await anAccount(world, { userId: user.id })
    await anAccount(world, { userId: other.id })

    const { data } = await world.as(user).GET(ALL)
    expect(data?.map(({ id }) => id)).toEqual([second, first])
    expect(data?.[1]).toMatchObject({ user: 'a@a.com', key: 'pub:priv', ...keys, idle: null })
    expect(data?.[1]).not.toHaveProperty('orderName')
    const setting = { body: { data: { showAccountOrderName: true } } }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', setting)
    expect((await world.as(user).GET(ALL)).data?.[1]).toMatchObject({ orderName: 'Month' })
  })

  test('names the least busy server that is allowed and not hidden', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const [busy, idle, hidden] = [
      await aServer(world),
      await aServer(world),
      await aServer(world, { type: 'Shadowsocks' }),
    ]
    await aServer(world, { type: 'WireGuard' })
    await world.db
      .insertInto('tag')
      .values({ type: 'server', key: hidden, name: '#hide' })
      .execute()
    const accountId = await anAccount(world, { userId: user.id })
    const slot = { accountId, bucket: world.clock.at, up: 10_000, down: 1 }
    await world.db
      .insertInto('flow5min')
      .values({ ...slot, serverId: busy })
      .execute()
    expect((await world.as(user).GET(ALL)).data?.[0]?.idle).toBe(idle)
  })

  test('is closed to a visitor and to an admin', async () => {
    const world = await makeWorld()
    expect((await world.as(null).GET(ALL)).response.status).toBe(401)
    expect((await world.as(mainAdmin).GET(ALL)).response.status).toBe(401)
  })
})

describe('getMyAccount', () => {
  test("shows one of the caller's own and refuses any other", async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    const id = await anAccount(world, { userId: user.id })
    const free = await anAccount(world)
    expect((await world.as(user).GET(ONE, at(id))).data).toMatchObject({ id, state: 'unlimited' })
    for (const [caller, account] of [
      [other, id],
      [user, free],
      [user, 99],
    ] as const)
      expect((await world.as(caller).GET(ONE, at(account))).response.status).toBe(403)
    expect((await world.as(null).GET(ONE, at(id))).response.status).toBe(401)
  })
})

describe('changeMyAccountPassword', () => {
  test('keeps the first 20 characters, and reports the ports', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    const id = await anAccount(world, { userId: user.id })
    const send = (caller: typeof user | null, password: string) =>
      world.as(caller).PUT(PASSWORD, { ...at(id), body: { password } })
    expect((await send(user, '1234567890123456789012')).data).toBe('success')
    expect(world.woken.times).toBe(1)
    expect((await send(other, 'stolen')).response.status).toBe(403)
    expect((await send(null, 'stolen')).response.status).toBe(401)
    expect((await send(mainAdmin, 'stolen')).response.status).toBe(401)
    expect((await send(user, '')).response.status).toBe(400)
    expect((await send(user, 'a\\b')).response.status).toBe(400)
    const { data } = await world.as(user).GET(ONE, at(id))
    expect(data?.password).toBe('12345678901234567890')
  })
})

describe('activateMyAccount', () => {
  test('starts the time once (D26)', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    const id = await anAccount(world, { ...months(world, 1), userId: user.id, active: 0 })
    world.clock.add(5000)
    expect((await world.as(other).PUT(ACTIVE, at(id))).response.status).toBe(403)
    expect((await world.as(user).GET(ONE, at(id))).data?.state).toBe('inactive')
    expect((await world.as(user).PUT(ACTIVE, at(id))).data).toBe('success')
    const started = world.clock.at
    world.clock.add(5000)
    expect((await world.as(user).PUT(ACTIVE, at(id))).data).toBe('success')
    const { data } = await world.as(user).GET(ONE, at(id))
    expect(data).toMatchObject({ active: 1, data: { create: started, expire: started + MONTH } })
    expect((await world.as(null).PUT(ACTIVE, at(id))).response.status).toBe(401)
  })
})
