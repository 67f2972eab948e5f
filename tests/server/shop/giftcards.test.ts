import { describe, expect, test } from 'vitest'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import type { Caller } from '../../../server/http/contract.ts'
import { anAccount, aPlan } from '../../support/make.ts'
import { SPELLINGS } from '../../support/pastedCodes.ts'
import { aPaidAccount, eventsOf } from '../../support/shop.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

async function makeCards(count = 3) {
  const world = await makeWorld()
  const planId = await aPlan(world, { name: 'Month', flow: 5_000_000 })
  const body = { count, orderId: planId, comment: 'Fair' }
  const { data } = await world.as(mainAdmin).POST('/api/admin/giftcard/add', { body })
  return { world, planId, batchNumber: data?.batchNumber ?? 0, user: await world.person() }
}

const batchOf = async (world: World, batchNumber: number) =>
  (
    await world.as(mainAdmin).GET('/api/admin/giftcard/details/{batchNumber}', {
      params: { path: { batchNumber } },
    })
  ).data

const codesOf = async (world: World, batchNumber: number) =>
  (await batchOf(world, batchNumber))?.cards.map(({ password }) => password) ?? []

const redeem = async (world: World, as: Caller, password = '', accountId: number | null = null) => {
  const body = { password, accountId }
  const { data, response } = await world.as(as).POST('/api/user/giftcard/use', { body })
  return data ?? response.status
}

describe('createGiftcardBatch', () => {
  test('makes codes that cannot be guessed, batch after batch', async () => {
    const { world, planId, batchNumber } = await makeCards(20)
    expect(batchNumber).toBe(1)
    const codes = await codesOf(world, 1)
    expect(new Set(codes).size).toBe(20)
    expect(codes.every((code) => /^[0-9a-f]{18}$/.test(code))).toBe(true)
    const again = Array.from({ length: 4 }, () =>
      world
        .as(mainAdmin)
        .POST('/api/admin/giftcard/add', { body: { count: 2, orderId: planId, comment: '' } }),
    )
    const numbers = (await Promise.all(again)).map(({ data }) => data?.batchNumber)
    expect(numbers.sort()).toEqual([2, 3, 4, 5])
  })

  test.each([
    ['no codes', { count: 0, orderId: 1 }],
    ['too many codes', { count: 1001, orderId: 1 }],
    ['an unknown plan', { count: 1, orderId: 99 }],
  ])('refuses %s as bad parameters', async (_what, sent) => {
    const { world } = await makeCards()
    const body = { ...sent, comment: '' }
    const { response, error } = await world.as(mainAdmin).POST('/api/admin/giftcard/add', { body })
    expect([response.status, error]).toEqual([400, 'Bad parameters'])
  })

  test('is for the main admin alone', async () => {
    const { world, planId } = await makeCards()
    const admin = await world.person({ type: 'admin' })
    const body = { count: 1, orderId: planId, comment: '' }
    const { response } = await world.as(admin).POST('/api/admin/giftcard/add', { body })
    expect(response.status).toBe(403)
  })
})

describe('listGiftcardBatches', () => {
  test('reports how many codes are left, and what the batch is', async () => {
    const { world, planId, user } = await makeCards(2)
    const list = async () => (await world.as(mainAdmin).GET('/api/admin/giftcard/list')).data
    expect(await list()).toEqual([
      {
        batchNumber: 1,
        status: 'AVAILABLE',
        type: planId,
        orderId: planId,
        orderName: 'Month',
        createTime: world.clock.at,
        comment: 'Fair',
        totalCount: 2,
        count: 2,
        availableCount: 2,
      },
    ])
    const [one, two] = await codesOf(world, 1)
    await redeem(world, user, one)
    expect(await list()).toMatchObject([{ status: 'AVAILABLE', availableCount: 1 }])
    await redeem(world, user, two)
    expect(await list()).toMatchObject([{ status: 'USEDUP', availableCount: 0, count: 2 }])
  })
})

describe('getGiftcardBatch', () => {
  test('shows each code, with its user and port', async () => {
    const { world, user } = await makeCards(2)
    const [code] = await codesOf(world, 1)
    await redeem(world, user, code)
    const batch = await batchOf(world, 1)
    expect(batch?.cards).toMatchObject([
      { password: code, status: 'USED', usedTime: world.clock.at, portNumber: 50_000 },
      { status: 'AVAILABLE', usedTime: null, portNumber: null, userEmail: null },
    ])
    expect(batch?.cards[0]?.userEmail).toContain('@example.com')
    expect(await batchOf(world, 9)).toBeUndefined()
  })
})

describe('revokeGiftcardBatch', () => {
  test('makes what is unused worthless, for good', async () => {
    const { world, user } = await makeCards(2)
    const [one, two] = await codesOf(world, 1)
    await redeem(world, user, one)
    const body = { batchNumber: 1 }
    const { data } = await world.as(mainAdmin).POST('/api/admin/giftcard/revoke', { body })
    expect(data).toBe('success')
    expect(await batchOf(world, 1)).toMatchObject({
      status: 'REVOKED',
      cards: [{ status: 'USED' }, { status: 'REVOKED' }],
    })
    expect(await redeem(world, user, two)).toEqual({
      success: false,
      message: '无法使用这个充值码',
    })
  })
})

describe('redeemGiftcard', () => {
  test('opens an account at once, and keeps an order of it', async () => {
    const { world, planId, user } = await makeCards()
    const [code = ''] = await codesOf(world, 1)
    // As typed from paper.
    const typed = `${code.slice(0, 9)} ${code.slice(9).toUpperCase()}`
    expect(await redeem(world, user, typed)).toEqual({ success: true, type: planId, cardId: 1 })
    const order = await world.db.selectFrom('placedOrder').selectAll().executeTakeFirstOrThrow()
    expect(order).toMatchObject({ kind: 'giftcard', orderId: code, status: 'USED', amount: null })
    expect(await eventsOf(world, order.id)).toEqual([`delivered ${order.accountId}`])
    expect(await checkLedger(world.db)).toEqual([])
  })

  test('takes a code as people paste it, and counts no guess', async () => {
    const count = SPELLINGS('0'.repeat(18)).length
    const { world } = await makeCards(count)
    const person = await world.person()
    const codes = await codesOf(world, 1)
    for (const [at, code] of codes.entries()) {
      const pasted = SPELLINGS(code)[at]
      expect([pasted, await redeem(world, person, pasted)]).toMatchObject([
        pasted,
        { success: true },
      ])
    }
    expect(
      await world.db.selectFrom('attempt').select('count').where('count', '>', 0).execute(),
    ).toEqual([])
  })

  test('is pressed fifty times at the same moment and works once', async () => {
    const { world, user } = await makeCards()
    const [code] = await codesOf(world, 1)
    const others = await Promise.all(Array.from({ length: 9 }, () => world.person()))
    const all = Array.from({ length: 50 }, (_, at) => redeem(world, others[at % 10] ?? user, code))
    const replies = await Promise.all(all)
    const worked = replies.filter((reply) => typeof reply === 'object' && reply.success)
    expect(worked).toHaveLength(1)
    expect(await world.db.selectFrom('account').select('id').execute()).toHaveLength(1)
  })

  test('says why a code cannot be used, and leaves it as it was', async () => {
    const { world, planId, user } = await makeCards()
    const [code] = await codesOf(world, 1)
    const fixed = await aPlan(world, { changeOrderType: 0 })
    const onFixed = await aPaidAccount({ ...world, planId }, user.id, fixed)
    const endless = await anAccount(world, { userId: user.id })
    const wrong = { success: false, message: '充值码类型错误' }
    expect(await redeem(world, user, code, onFixed)).toEqual(wrong)
    expect(await redeem(world, user, code, endless)).toEqual(wrong)
    expect(await redeem(world, user, code, await anAccount(world))).toBe(403)
    expect(await redeem(world, user, 'none')).toEqual({ success: false, message: '充值码不存在' })
    const port = { start: 50_000, end: 50_000 }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', { body: { data: { port } } })
    await anAccount(world, { port: 50_000 })
    expect(await redeem(world, user, code)).toEqual({ success: false, message: '暂时无法使用' })
    expect(await batchOf(world, 1)).toMatchObject({ availableCount: 3 })
  })

  test('refuses a pack without an account', async () => {
    const { world, planId, user } = await makeCards()
    const pack = await aPlan(world, { baseId: planId, type: null, cycle: null, flow: 7 })
    const body = { count: 1, orderId: pack, comment: '' }
    await world.as(mainAdmin).POST('/api/admin/giftcard/add', { body })
    const [code] = await codesOf(world, 2)
    expect(await redeem(world, user, code)).toBe(403)
    const accountId = await aPaidAccount({ ...world, planId }, user.id, planId)
    expect(await redeem(world, user, code, accountId)).toMatchObject({ success: true })
    expect(await world.db.selectFrom('flowPack').select('flow').execute()).toEqual([{ flow: 7 }])
  })

  test('limits no one for others at the same address, but a guesser with many accounts', async () => {
    const { world } = await makeCards()
    const [code] = await codesOf(world, 1)
    const people = await Promise.all(Array.from({ length: 9 }, () => world.person()))
    for (const person of people.slice(0, 6))
      for (let tries = 0; tries < 10; tries += 1) await redeem(world, person, 'none')
    const tooMany = { success: false, message: '尝试次数过多，请稍后再试' }
    const unknown = { success: false, message: '充值码不存在' }
    // From now on each other person has one wrong code, and no second.
    expect(await redeem(world, people[6]!, 'none')).toEqual(unknown)
    expect(await redeem(world, people[6]!, 'none')).toEqual(tooMany)
    expect(await redeem(world, people[6]!, code)).toEqual(tooMany)
    expect(await redeem(world, people[7]!, code)).toMatchObject({ success: true })
    world.clock.add(600_000)
    expect(await redeem(world, people[0]!, 'none')).toEqual(unknown)
  })

  test('blocks people for a while after too many wrong codes', async () => {
    const { world, user } = await makeCards()
    const [code] = await codesOf(world, 1)
    for (let tries = 0; tries < 10; tries += 1) await redeem(world, user, 'none')
    const reply = await redeem(world, user, code)
    expect(reply).toEqual({ success: false, message: '尝试次数过多，请稍后再试' })
    world.clock.add(600_000)
    expect(await redeem(world, user, code)).toMatchObject({ success: true })
  })
})

describe('redeemGiftcardForUser', () => {
  test('uses a code for a user, and reports who did it', async () => {
    const { world, planId, user } = await makeCards()
    const [code = '', next = ''] = await codesOf(world, 1)
    const use = async (password: string, userId: number, as = mainAdmin) => {
      const body = { password, userId, accountId: null }
      const { data, response } = await world.as(as).POST('/api/admin/giftcard/use', { body })
      return data ?? response.status
    }
    expect(await use(code, user.id)).toEqual({ success: true, type: planId, cardId: 1 })
    const event = world.db.selectFrom('orderEvent').select('actorId')
    expect(await event.execute()).toEqual([{ actorId: 1 }])
    expect(await use(code, user.id)).toMatchObject({ success: false })
    expect(await use(next, 999)).toBe(403)
    expect(await use(next, user.id, await world.person({ type: 'admin' }))).toBe(403)
  })
})
