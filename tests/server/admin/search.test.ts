import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { borderOf, portRanges } from '../../../server/admin/search/store.ts'
import { aNotice, anAccount, anOrder, aPlan, aServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const finder =
  (world: World, caller = mainAdmin) =>
  async (q: string) => {
    const { data, response } = await world
      .as(caller)
      .GET('/api/admin/search', { params: { query: { q } } })
    expect(response.status).toBe(200)
    return data!
  }

async function aCard({ db, clock }: World, code: string, position = 1) {
  const card = { code, batchNumber: 3, position, planId: 1, createTime: clock.at }
  await db
    .insertInto('giftcard')
    .values({ ...card, status: 'AVAILABLE' })
    .execute()
}

describe('search', () => {
  test('finds people by the beginning of their address, then by what is inside or noted', async () => {
    const world = await makeWorld()
    const find = finder(world)
    await world.person({ email: 'joanna@example.com' })
    await world.person({ email: 'ann@example.com' })
    const noted = await world.person({ email: 'bob@example.com' })
    await world.db
      .updateTable('user')
      .set({ comment: 'Pays for Ann' })
      .where('id', '=', noted.id)
      .execute()
    const { users } = await find(' ANN ')
    expect(users.map(({ username }) => username)).toEqual([
      'ann@example.com',
      'joanna@example.com',
      'bob@example.com',
    ])
    expect((await find('main@example.com')).users).toEqual([])
  })

  test('finds accounts by port, the very one first, and by their owner', async () => {
    const world = await makeWorld()
    const find = finder(world)
    const ann = await world.person({ email: 'ann@example.com' })
    for (const port of [50_013, 500, 5001, 60_500]) await anAccount(world, { port })
    await anAccount(world, { port: 40_000, userId: ann.id })
    const ports = async (q: string) => (await find(q)).accounts.map(({ port }) => port)
    expect(await ports('500')).toEqual([500, 5001, 50_013])
    expect(await ports('50013')).toEqual([50_013])
    expect(await ports('ann@')).toEqual([40_000])
    expect(await ports('70000')).toEqual([])
  })

  test('says of an account whether clients can connect with it', async () => {
    const world = await makeWorld({ plane: openPlane() })
    const find = finder(world)
    const [accountId, serverId] = [await anAccount(world, { port: 50_013 }), await aServer(world)]
    const said = async () => (await find('50013')).accounts[0]?.connection
    expect(await said()).toMatchObject({ state: 'open', servers: 1 })
    const until = world.clock.at + 1
    await world.db.insertInto('ban').values({ serverId, accountId, until }).execute()
    expect(await said()).toMatchObject({ state: 'banned', affected: 1, until })
  })

  test('finds orders by number or person, codes as they are printed, and the rest by name', async () => {
    const world = await makeWorld()
    const find = finder(world)
    const ann = await world.person({ email: 'ann@example.com' })
    await anOrder(world, ann, { orderId: '202601150001' })
    await anOrder(world, ann, { orderId: '202601160002', createTime: world.clock.at + 1 })
    await aCard(world, 'abcd1234efgh5678')
    const tokyo = await aServer(world, { name: 'Tokyo 2' })
    const plan = await aPlan(world, { name: 'Month of Tokyo' })
    const article = await aNotice(world, { kind: 'article', title: 'Tokyo is slow' })
    await aNotice(world, { title: 'Tokyo is back' })
    const numbers = async (q: string) => (await find(q)).orders.map(({ orderId }) => orderId)
    expect(await numbers('20260115')).toEqual(['202601150001'])
    expect(await numbers('160002')).toEqual(['202601160002'])
    expect(await numbers('ann@')).toEqual(['202601160002', '202601150001'])
    expect((await find('ABCD-1234')).giftcards).toMatchObject([
      { code: 'abcd1234efgh5678', batchNumber: 3, status: 'AVAILABLE' },
    ])
    expect(await find('tokyo')).toMatchObject({
      servers: [{ id: tokyo, name: 'Tokyo 2' }],
      plans: [{ id: plan, name: 'Month of Tokyo' }],
      articles: [{ id: article, name: 'Tokyo is slow' }],
    })
  })

  test('finds five of a kind at most, and nothing for nothing', async () => {
    const world = await makeWorld()
    const find = finder(world)
    for (let count = 0; count < 7; count += 1) {
      const user = await world.person({ email: `ann${count}@example.com` })
      await anAccount(world, { userId: user.id })
      await anOrder(world, user)
      await aCard(world, `ann${count}`, count)
      await aServer(world, { name: `Ann ${count}`, port: count })
    }
    const found = await find('ann')
    for (const kind of ['users', 'accounts', 'orders', 'giftcards', 'servers'] as const)
      expect(found[kind], kind).toHaveLength(5)
    const empty = { users: [], accounts: [], orders: [], giftcards: [] }
    for (const q of ['  ', '%', '_', "'"]) expect(await find(q)).toMatchObject(empty)
  })

  test('shows other admins their own group, and nothing that is the main admin’s', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2, email: 'admin@example.com' })
    const find = finder(world, admin)
    for (const groupId of [2, 3]) {
      const user = await world.person({ groupId, email: `ann${groupId}@example.com` })
      await anAccount(world, { port: 50_010 + groupId, userId: user.id })
      await anOrder(world, user, { orderId: `20260115000${groupId}` })
    }
    await anAccount(world, { port: 50_019 })
    await aCard(world, 'ann1234')
    await aServer(world, { name: 'Ann' })
    await aPlan(world, { name: 'Ann' })
    expect(await find('ann')).toMatchObject({
      users: [{ username: 'ann2@example.com' }],
      accounts: [{ port: 50_012 }],
      orders: [{ orderId: '202601150002' }],
      giftcards: [],
      servers: [],
      plans: [],
    })
    expect((await find('500')).accounts.map(({ port }) => port)).toEqual([50_012])
    expect((await find('20260115')).orders).toHaveLength(1)
    expect((await find('150003')).orders).toEqual([])
  })

  test.each([
    ['a visitor', false],
    ['a user', true],
  ])('is closed to %s', async (_who, known) => {
    const world = await makeWorld()
    const caller = known ? await world.person() : null
    const { response } = await world
      .as(caller)
      .GET('/api/admin/search', { params: { query: { q: 'ann' } } })
    expect(response.status).toBe(401)
  })
})

test('ranges of ports hold exactly what begins with the digits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 70_000 }),
      fc.integer({ min: 1, max: 65_535 }),
      (q, port) => {
        const inRange = portRanges(String(q)).some(([from, to]) => port >= from && port <= to)
        expect(inRange).toBe(String(port).startsWith(String(q)))
      },
    ),
    { numRuns: 2000 },
  )
})

test('the border lies above everything that begins so', () => {
  expect(borderOf('ann')).toBe('ano')
  expect(borderOf('')).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (prefix, rest) => {
      const border = borderOf(prefix)
      if (border !== undefined) expect(prefix + rest < border).toBe(true)
    }),
  )
})

describe('a name in any alphabet', () => {
  test.each([
    ['Иван Петров', ['иван', 'ПЕТРОВ', 'вАн п']],
    ['Ünal ŞAHİN', ['ünal', 'şahin', 'ÜN']],
    ['ΑΘΗΝΑΣ Οδός', ['αθηνας', 'Αθηνα', 'οδόσ']],
    ['ＡＢＣ', ['ａｂｃ', 'Ｂｃ']],
    ['ըԹԵՐՏ', ['թերտ', 'ԸԹԵ']],
    ['50% ЁЖИК_', ['% ёж', 'ИК_']],
    ['ısı Straße', ['ISI Straße', 'ısı', 'straßE']],
    ['王小明 Ltd', ['王小', '明 lTD']],
  ])('is found in any case: %s', async (comment, searches) => {
    const world = await makeWorld()
    const person = await world.person({ email: 'x@example.com' })
    await world.person({ email: 'y@example.com' })
    await world.db.updateTable('user').set({ comment }).where('id', '=', person.id).execute()
    const list = async (search: string) => {
      const { data } = await world
        .as(mainAdmin)
        .GET('/api/admin/user', { params: { query: { search } } })
      return data?.users.map(({ id }) => id)
    }
    for (const search of searches) {
      expect(
        (await finder(world)(search)).users.map(({ id }) => id),
        search,
      ).toEqual([person.id])
      expect(await list(search), search).toEqual([person.id])
    }
    // All its letters, but not as they stand there.
    const turned = [...(searches[0] ?? '')].toReversed().join('')
    expect((await finder(world)(turned)).users).toEqual([])
  })

  test('is found by its owner’s address among accounts', async () => {
    const world = await makeWorld()
    const owner = await world.person({ email: 'Ёлка@example.com' })
    await anAccount(world, { port: 40_001, userId: owner.id })
    await anAccount(world, { port: 40_002 })
    const { data } = await world
      .as(mainAdmin)
      .POST('/api/admin/accountWithPage', { body: { search: 'ёЛКА@' } })
    expect(data?.account.map(({ port }) => port)).toEqual([40_001])
  })
})
