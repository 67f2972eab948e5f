import { describe, expect, test } from 'vitest'
import { anAccount, anOrder, aPlan } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAY = 86_400_000

type World = Awaited<ReturnType<typeof makeWorld>>
type Kind = 'alipay' | 'paypal' | 'giftcard' | 'refOrder'

/** What a browser is sent, byte order mark and all. */
async function download(world: World, kind: Kind, query = '', caller = mainAdmin) {
  const url = `/api/admin/${kind}/csv${query && `?${query}`}`
  const headers = { cookie: await world.cookieOf(caller) }
  return world.app.inject({ method: 'GET', url, headers })
}

async function lines(world: World, kind: Kind, query = '', caller = mainAdmin) {
  const { payload } = await download(world, kind, query, caller)
  return payload.split('\r\n').slice(1, -1)
}

async function aShop() {
  const world = await makeWorld({ env: { TZ: 'Asia/Tokyo' } })
  const admin = await world.person({ type: 'admin', groupId: 2 })
  const ann = await world.person({ email: 'ann@a.com', groupId: 2 })
  const bob = await world.person({ email: 'bob@b.com', groupId: 3 })
  const planId = await aPlan(world, { name: 'Month, "big"' })
  const accountId = await anAccount(world, { port: 7000, userId: ann.id })
  return { world, admin, ann, bob, planId, accountId }
}

describe.each([
  ['exportAlipayOrders', 'alipay', 'FINISH'],
  ['exportPaypalOrders', 'paypal', 'finish'],
] as const)('%s', (_id, kind, status) => {
  test('is a table with a mark, a heading, quotes and CRLF, newest first', async () => {
    const { world, ann, planId, accountId } = await aShop()
    await anOrder(world, ann, { orderId: 'A1', kind, status, planId, accountId, amount: 1050 })
    world.clock.add(1000)
    await anOrder(world, ann, { orderId: 'A2', kind, status, amount: 5 })
    await anOrder(world, ann, { orderId: 'G', kind: 'giftcard', status: 'USED' })
    const { payload, headers } = await download(world, kind)
    expect(payload).toBe(
      '\uFEFForderId,amount,username,orderName,port,status,createTime\r\n' +
        `A2,0.05,ann@a.com,,,${status},2026-01-15T12:00:01.000Z\r\n` +
        `A1,10.50,ann@a.com,"Month, ""big""",7000,${status},2026-01-15T12:00:00.000Z\r\n`,
    )
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=${kind}-2026-01-15.csv`,
      'cache-control': 'no-store',
    })
  })

  test('starts no formula in a spreadsheet', async () => {
    const { world } = await aShop()
    for (const email of ['=1+1@a.com', '+1@a.com', '-1@a.com', '@a@a.com', '\t=1@a.com']) {
      await anOrder(world, await world.person({ email }), { kind, status })
      world.clock.add(1)
    }
    const names = (await lines(world, kind)).map((line) => line.split(',')[2]?.[0])
    expect(names).toEqual(["'", "'", "'", "'", "'"])
  })

  test('obeys search, states, times and group, and is for the main admin alone', async () => {
    const { world, admin, ann, bob } = await aShop()
    await anOrder(world, ann, { orderId: 'X1', kind, status })
    await anOrder(world, bob, {
      orderId: 'X2',
      kind,
      status: kind === 'alipay' ? 'CREATE' : 'created',
    })
    await anOrder(world, bob, { orderId: 'X3', kind, status, createTime: world.clock.at - DAY })
    const ids = async (query: string) =>
      (await lines(world, kind, query)).map((line) => line.slice(0, 2))
    expect(await ids('')).toEqual(['X2', 'X1', 'X3'])
    expect(await ids('search=bob')).toEqual(['X2', 'X3'])
    expect(await ids('filter=CREATE')).toEqual(['X2'])
    expect(await ids('filter=created&filter=finish')).toEqual(['X2', 'X1', 'X3'])
    expect(await ids('filter=closed')).toEqual([])
    expect(await ids('start=2026-01-15&group=-1')).toEqual(['X2', 'X1'])
    expect(await ids('group=2')).toEqual(['X1'])
    expect((await download(world, kind, '', admin)).statusCode).toBe(403)
    expect((await download(world, kind, 'start=2026-02-30')).statusCode).toBe(400)
  })
})

describe('exportGiftcardOrders', () => {
  test('lists used codes, of the own group for other admins', async () => {
    const { world, admin, ann, bob, planId } = await aShop()
    const card = { kind: 'giftcard', status: 'USED', amount: null, planId } as const
    await anOrder(world, ann, { ...card, orderId: 'c1' })
    await anOrder(world, bob, { ...card, orderId: 'c2' })
    const { payload } = await download(world, 'giftcard')
    expect(payload.slice(1)).toMatch(/^orderId,username,orderName,port,status,createTime\r\n/)
    expect(await lines(world, 'giftcard')).toHaveLength(2)
    for (const query of ['', 'group=3', 'group=-1'])
      expect(await lines(world, 'giftcard', query, admin)).toEqual([
        'c1,ann@a.com,"Month, ""big""",,USED,2026-01-15T12:00:00.000Z',
      ])
  })
})

describe('exportRefOrders', () => {
  test('lists rewards, of the own group for other admins', async () => {
    const { world, admin, ann, bob, accountId } = await aShop()
    const reward = { kind: 'refOrder', amount: null, refTime: DAY } as const
    await anOrder(world, ann, { ...reward, orderId: 'r1', accountId })
    await anOrder(world, bob, { ...reward, orderId: 'r2' })
    expect(await lines(world, 'refOrder')).toHaveLength(2)
    const { payload } = await download(world, 'refOrder', '', admin)
    expect(payload.slice(1)).toBe(
      'orderId,username,port,refTime,status,createTime\r\n' +
        'r1,ann@a.com,7000,86400000,FINISH,2026-01-15T12:00:00.000Z\r\n',
    )
  })

  test('holds each of many orders of one moment once, and none placed meanwhile', async () => {
    const { world, ann } = await aShop()
    const rows = Array.from({ length: 1203 }, (_, number) => ({
      kind: 'refOrder' as const,
      orderId: `r${number}`,
      userId: ann.id,
      status: 'FINISH',
      createTime: world.clock.at,
    }))
    await world.db.insertInto('placedOrder').values(rows).execute()
    await anOrder(world, ann, { kind: 'refOrder', createTime: world.clock.at + 1 })
    const ids = (await lines(world, 'refOrder')).map((line) => line.split(',')[0])
    expect(ids).toHaveLength(1203)
    expect(new Set(ids).size).toBe(1203)
  })
})
