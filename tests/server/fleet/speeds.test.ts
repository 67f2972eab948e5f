import { describe, expect, onTestFinished, test } from 'vitest'
import { grant, selectDesired } from '../../../server/fleet/plane/desired.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import { wayBackTo } from '../../../server/fleet/plane/wayBack.ts'
import { saveSetting } from '../../../server/database/settings/saveSetting.ts'
import { anAccount, aNode, aPlan, aServer, months } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { aTunnelPlane, aTunnelServer } from '../../support/wireguard.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const EVERY = { from: 0, to: 2 ** 31 - 1 }
const DAY = 86_400_000
const TEXT = { baseId: 0, shortComment: '', comment: '' }
const BACK = { places: ['shop.example:443'], page: 'https://shop.example/user/account' }

async function ordered({ db, clock }: World, wayBack?: typeof BACK) {
  const wishes = await selectDesired(db, EVERY, clock.at, wayBack)
  return [...wishes.values()].flatMap(({ ports }) => grant(ports, new Map()))
}

async function uses(world: World, accountId: number, serverId: number, bytes: number) {
  const { db, clock } = world
  const { cycleStart } = await db
    .selectFrom('account')
    .select('cycleStart')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const row = { accountId, serverId, cycleFrom: cycleStart ?? 0, bytes, lastSeen: clock.at }
  await db.insertInto('usage').values(row).execute()
}

describe('the speed of an account', () => {
  test('is that of its plan, and of its own where it has one', async () => {
    const world = await makeWorld()
    await aServer(world)
    const orderId = await aPlan(world, { speedUp: 1_000, speedDown: 2_000 })
    await anAccount(world, { orderId })
    await anAccount(world, { orderId, speedDown: 500 })
    await anAccount(world, { orderId, speedUp: 0, speedDown: 0 })
    await anAccount(world)
    expect((await ordered(world)).map(({ speed }) => speed)).toEqual([
      { up: 1_000, down: 2_000 },
      { up: 1_000, down: 500 },
      undefined,
      undefined,
    ])
  })

  test('follows a plan that is edited at once, and an account', async () => {
    const fake = aPlane()
    const world = await makeWorld({ plane: fake.plane })
    const running = startPlane({ ...world.world, plane: fake.plane })
    onTestFinished(() => running.stop())
    await aServer(world)
    const orderId = await aPlan(world)
    const id = await anAccount(world, { ...months(world, 1), orderId })
    await running.settle()
    const admin = world.as(mainAdmin)
    const params = { path: { orderId } }
    const body = {
      ...TEXT,
      name: 'Month',
      type: 3,
      cycle: 1,
      alipay: 0,
      paypal: 0,
      flow: 1_000_000,
    } as const
    const before = world.woken.times
    const edit = await admin.PUT('/api/admin/order/{orderId}', {
      params,
      body: { ...body, speedDown: 10_000, speedAfter: 256 },
    })
    expect([edit.response.status, world.woken.times]).toEqual([200, before + 1])
    // Who knows of no speed changes none.
    await admin.PUT('/api/admin/order/{orderId}', { params, body })
    expect(world.woken.times).toBe(before + 1)
    running.wake([id])
    const last = () => fake.applied.flat().findLast(({ key }) => key.endsWith(`:${id}`))
    await eventually(() => last()?.speed !== undefined)
    expect(last()).toMatchObject({ speed: { up: 0, down: 10_000 }, slow: { up: 256, down: 256 } })
    const path = { accountId: id }
    await admin.PUT('/api/admin/account/{accountId}/data', {
      params: { path },
      body: { speedDown: 100, speedUp: null },
    })
    running.wake([id])
    await eventually(() => last()?.speed?.down === 100)
    // Never faster than before its quota was used up.
    expect(last()?.slow).toEqual({ up: 100, down: 100 })
    const { data } = await admin.GET('/api/admin/account/{accountId}', { params: { path } })
    expect(data).toMatchObject({ speed: { up: 0, down: 100 }, speedDown: 100, speedUp: null })
  })

  test('is refused where it is none', async () => {
    const world = await makeWorld()
    const id = await anAccount(world)
    for (const speedUp of [-1, 1.5, 100_000_001]) {
      const { response } = await world.as(mainAdmin).PUT('/api/admin/account/{accountId}/data', {
        params: { path: { accountId: id } },
        body: { speedUp },
      })
      expect(response.status).toBe(400)
    }
  })
})

describe('an account whose quota is used up', () => {
  test('goes on slowly where its plan says so, and what carries it can', async () => {
    const world = await makeWorld()
    const [here, node] = [await aServer(world), await aNode(world)]
    const there = await aServer(world, { plane: 'node', nodeId: node, name: 'Osaka' })
    const other = await aServer(world, {
      plane: 'manager',
      driver: 'libev',
      name: 'Zurich',
      port: 6_001,
    })
    const orderId = await aPlan(world, { speedAfter: 256 })
    const terms = { ...months(world, 1), orderId, flow: 1_000 }
    const user = await world.person()
    const id = await anAccount(world, { ...terms, userId: user.id })
    const slow = { up: 256, down: 256 }
    expect(await ordered(world)).toMatchObject([
      { key: `${here}:${id}`, budget: 1_000, slow },
      { key: `${there}:${id}`, budget: 1_000, slow },
      { key: `${other}:${id}`, budget: 1_000 },
    ])
    for (const server of [here, there, other]) await uses(world, id, server, 1_000)
    // Also with a way back: it needs none.
    expect(await ordered(world, BACK)).toEqual([
      expect.objectContaining({ key: `${here}:${id}`, budget: 0, slow }),
      expect.objectContaining({ key: `${there}:${id}`, budget: 0, slow }),
    ])
    expect((await ordered(world, BACK)).map(({ wayBack }) => wayBack)).toEqual([
      undefined,
      undefined,
    ])
    world.clock.add(31 * DAY)
    expect(await ordered(world)).toEqual([])
  })

  test('is limited and goes on slowly on WireGuard too', async () => {
    const world = await makeWorld({ plane: aTunnelPlane().plane })
    const server = await aTunnelServer(world)
    const orderId = await aPlan(world, { speedDown: 2_000, speedAfter: 256 })
    const user = await world.person()
    const id = await anAccount(world, {
      ...months(world, 1),
      orderId,
      flow: 1_000,
      userId: user.id,
    })
    const order = { key: `${server}:${id}`, method: 'wireguard', slow: { up: 256, down: 256 } }
    expect(await ordered(world, BACK)).toMatchObject([
      { ...order, budget: 1_000, speed: { up: 0, down: 2_000 } },
    ])
    await uses(world, id, server, 1_000)
    expect(await ordered(world, BACK)).toMatchObject([{ ...order, budget: 0 }])
  })

  test('is shown as slowed and not as closed, to its owner and in lists', async () => {
    const fake = aPlane()
    const world = await makeWorld({ plane: fake.plane })
    const server = await aServer(world)
    const orderId = await aPlan(world, { speedAfter: 256 })
    const user = await world.person()
    const terms = { ...months(world, 1), userId: user.id, flow: 1_000 }
    const id = await anAccount(world, { ...terms, orderId })
    await uses(world, id, server, 1_000)
    await fake.plane.change(await ordered(world), [])
    const seen = async () => (await world.as(user).GET('/api/user/account')).data![0]!
    expect(await seen()).toMatchObject({
      state: 'open',
      flowUsed: 1_000,
      connection: { state: 'open', open: 1, slowedTo: 256 },
      connections: [{ state: 'open', slowedTo: 256 }],
    })
    const users = async () => {
      const query = { page: 1, pageSize: 20, state: 'usable' } as const
      return (await world.as(mainAdmin).GET('/api/admin/user', { params: { query } })).data
    }
    expect(JSON.stringify(await users())).toContain(`"id":${user.id}`)
    // An older machine refuses it: then it is closed.
    await world.db.updateTable('plan').set({ speedAfter: 0 }).execute()
    expect(await seen()).toMatchObject({ state: 'over', connection: { state: 'over', open: 0 } })
    expect(JSON.stringify(await users())).not.toContain(`"id":${user.id}`)
  })
})

describe('the way back of an account that has ended', () => {
  test('is there for 30 days, for accounts with an owner that are not banned', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    await aServer(world, { plane: 'manager', driver: 'libev', name: 'Zurich', port: 6_001 })
    const { id: userId } = await world.person()
    const { at } = world.clock
    const over = { ...months(world, 1), cycleStart: at - 40 * DAY }
    const fresh = await anAccount(world, { ...over, userId, expireTime: at })
    await anAccount(world, { ...over, userId, expireTime: at - 30 * DAY })
    await anAccount(world, { ...over, expireTime: at })
    await anAccount(world, { ...over, userId, expireTime: at, active: 0 })
    const banned = await anAccount(world, { ...over, userId, expireTime: at })
    const ban = { accountId: banned, serverId: server, until: at + DAY }
    await world.db.insertInto('ban').values(ban).execute()
    expect(await ordered(world)).toEqual([])
    expect(await ordered(world, BACK)).toEqual([
      {
        key: `${server}:${fresh}`,
        port: expect.any(Number),
        method: 'aes-256-gcm',
        password: 'secret',
        budget: 0,
        expireAt: at + 30 * DAY,
        wayBack: BACK,
      },
    ])
    const wish = (await selectDesired(world.db, [fresh], at, BACK)).get(fresh)
    expect(wish?.next).toBe(at + 30 * DAY)
  })

  test('is there on WireGuard, with the devices of the account', async () => {
    const world = await makeWorld({ plane: aTunnelPlane().plane })
    const server = await aTunnelServer(world)
    const { id: userId } = await world.person()
    const id = await anAccount(world, { ...months(world, 1), userId, flow: 1_000 })
    await uses(world, id, server, 1_000)
    expect(await ordered(world)).toEqual([])
    expect(await ordered(world, BACK)).toMatchObject([
      { method: 'wireguard', budget: 0, wayBack: BACK, peers: [{ deviceId: 0 }] },
    ])
  })

  test('is all that is left of a quota, until there is more', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const { id: userId } = await world.person()
    const id = await anAccount(world, { ...months(world, 1), userId, flow: 1_000 })
    expect((await ordered(world, BACK))[0]).not.toHaveProperty('wayBack')
    await uses(world, id, server, 1_000)
    expect(await ordered(world, BACK)).toMatchObject([{ budget: 0, wayBack: BACK }])
    const pack = { accountId: id, flow: 500, createTime: world.clock.at }
    await world.db.insertInto('flowPack').values(pack).execute()
    expect(await ordered(world, BACK)).toMatchObject([{ budget: 500 }])
  })

  test('leads to the site, unless it is switched off or only this machine reaches it', async () => {
    const { db } = await makeWorld()
    expect(await wayBackTo(db, 'https://shop.example')).toEqual(BACK)
    expect((await wayBackTo(db, 'http://[2001:db8::1]:8080'))?.places).toEqual([
      '[2001:db8::1]:8080',
    ])
    expect(await wayBackTo(db, 'http://localhost:8080')).toBeUndefined()
    await saveSetting(db, 'account', { wayBack: false }, undefined)
    expect(await wayBackTo(db, 'https://shop.example')).toBeUndefined()
  })

  test('opens and closes when the setting is changed', async () => {
    const world = await makeWorld()
    const edit = async (wayBack: boolean | undefined) => {
      const { times } = world.woken
      const body = { data: { ...(wayBack !== undefined && { wayBack }) } }
      const { response } = await world.as(mainAdmin).PUT('/api/admin/setting/account', { body })
      expect(response.status).toBe(200)
      return world.woken.times - times
    }
    expect([await edit(true), await edit(false), await edit(false), await edit(undefined)]).toEqual(
      [0, 1, 0, 1],
    )
  })
})
