import { describe, expect, test } from 'vitest'
import { anAccount, aPlan } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ALL = '/api/admin/order'
const ONE = '/api/admin/order/{orderId}'
const at = (orderId: number) => ({ params: { path: { orderId } } })

describe('listOrders', () => {
  test('lists plans by name, each pack after its plan, with the accounts on them', async () => {
    const world = await makeWorld()
    const year = await aPlan(world, { name: 'Year' })
    const month = await aPlan(world, { name: 'Month', server: '[1,2]', alipay: 1999, paypal: 350 })
    const nothing = { type: null, cycle: null, autoRemove: null, portRange: null, refTime: null }
    const pack = await aPlan(world, { name: 'Z pack', baseId: month, ...nothing })
    await anAccount(world, { orderId: month })
    await anAccount(world, { orderId: month })

    const admin = await world.person({ type: 'admin', groupId: 7 })
    const { data } = await world.as(admin).GET(ALL)
    expect(data?.map(({ id, accountNumber }) => [id, accountNumber])).toEqual([
      [month, 2],
      [pack, 0],
      [year, 0],
    ])
    expect(data?.[0]).toMatchObject({ alipay: 19.99, paypal: 3.5, server: [1, 2], active: 1 })
    expect(data?.[1]).toMatchObject({ baseId: month, type: null, cycle: null })
  })

  test('keeps a pack whose plan is gone, at the end', async () => {
    const world = await makeWorld()
    const pack = await aPlan(world, { name: 'A pack', baseId: 99 })
    const plan = await aPlan(world)
    const { data } = await world.as(mainAdmin).GET(ALL)
    expect(data?.map(({ id }) => id)).toEqual([plan, pack])
  })
})

describe('getOrder', () => {
  test('reads one plan', async () => {
    const world = await makeWorld()
    const id = await aPlan(world, { comment: '**Much**', alipay: 1 })
    const { data } = await world.as(mainAdmin).GET(ONE, at(id))
    expect(data).toMatchObject({ id, comment: '**Much**', alipay: 0.01, server: null })
    expect(data).not.toHaveProperty('accountNumber')
  })

  test('refuses an unknown one', async () => {
    const world = await makeWorld()
    const { response, error } = await world.as(mainAdmin).GET(ONE, at(9))
    expect([response.status, error]).toEqual([403, undefined])
  })

  test('refuses what is no id', async () => {
    const world = await makeWorld()
    expect((await world.as(mainAdmin).GET(ONE, at(0))).response.status).toBe(400)
  })
})

describe('plans', () => {
  test.each([
    ['a visitor', null, 401, 401],
    ['a user', 'normal', 401, 401],
    ['another admin', 'admin', 200, 403],
  ] as const)('are closed to %s', async (_who, type, list, one) => {
    const world = await makeWorld()
    const as = world.as(type && (await world.person({ type })))
    expect((await as.GET(ALL)).response.status).toBe(list)
    expect((await as.GET(ONE, at(await aPlan(world)))).response.status).toBe(one)
  })
})
