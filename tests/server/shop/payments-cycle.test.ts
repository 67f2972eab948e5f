import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PERIOD } from '#rules/account.ts'
import { moveTimes } from '../../../server/accounts/quota/moving.ts'
import { findAccount } from '../../../server/accounts/store.ts'
import { movedTimes } from '../../../server/accounts/terms.ts'
import { buyByCard } from '../../support/cards.ts'
import { done } from '../../support/jobs.ts'
import { anAccount, aPlan, aServer } from '../../support/make.ts'
import { pass } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ONE = '/api/user/account/{accountId}'
const at = (accountId: number) => ({ params: { path: { accountId } } })

/** Lets the cycles move with the end, as older servers do it. */
const byOlderRule = ({ db }: Pick<Awaited<ReturnType<typeof makeWorld>>, 'db'>) =>
  db
    .insertInto('setting')
    .values({ key: 'account', value: JSON.stringify({ timeTakesLastTerms: true }) })
    .execute()

/** A customer two days into the second month of an account with 100 bytes a month. */
async function inSecondMonth() {
  const world = await makeWorld()
  await byOlderRule(world)
  const user = await world.person()
  const serverId = await aServer(world)
  const orderId = await aPlan(world, { flow: 100, changeOrderType: 1 })
  const week = await aPlan(world, { type: 2, flow: 10 })
  const pack = await aPlan(world, { baseId: orderId, type: null, cycle: null, flow: 30 })
  const start = world.clock.at
  const times = { type: 3, cycleStart: start, cycles: 2, expireTime: start + 60 * DAY }
  const id = await anAccount(world, { userId: user.id, orderId, flow: 100, ...times })
  const spend = (bytes: number) => pass(world, serverId, id, bytes)
  world.clock.add(12 * DAY)
  await buyByCard(world, user, pack, id)
  await spend(90)
  world.clock.add(19 * DAY)
  await spend(20)
  world.clock.add(DAY)
  const shown = async () => (await world.as(user).GET(ONE, at(id))).data!
  const usedUp = async () => {
    const filter = { expired: 1 as const, usedOver: 100 }
    const { data } = await world
      .as(mainAdmin)
      .POST('/api/admin/accountWithPage', { body: { filter } })
    return data!.total
  }
  return { world, user, id, week, pack, spend, shown, usedUp }
}

type Made = Awaited<ReturnType<typeof inSecondMonth>>

const byAdjuster =
  (time: number) =>
  ({ world, id }: Made) =>
    world
      .as(mainAdmin)
      .PUT('/api/admin/account/{accountId}/time', { ...at(id), body: { time, check: false } })

const byReward = async ({ world, user }: Made) => {
  const body = { data: { useRef: true, refNumber: 1, refUserNumber: 1 } }
  await world.as(mainAdmin).PUT('/api/admin/setting/ref', { body })
  const [guest, createTime] = [await world.person(), world.clock.at]
  const code = { id: 1, code: '1234567890', sourceUserId: user.id, maxUser: 1, createTime }
  await world.db.insertInto('refCode').values(code).execute()
  await world.db
    .insertInto('referral')
    .values({ codeId: 1, userId: guest.id, createTime })
    .execute()
  await buyByCard(world, guest, await aPlan(world, { refTime: 7 * DAY }))
}

const byJob = ({ world, id }: Made) =>
  done(world, { of: 'account', ids: [id] }, { kind: 'extend', time: 7 * DAY })

describe('by the older rule, a cycle that is moved', () => {
  test.each([
    ['a payment', ({ world, user, week, id }: Made) => buyByCard(world, user, week, id), 35],
    ['a reward', byReward, 35],
    ['the adjuster', byAdjuster(7 * DAY), 35],
    ['the adjuster, back', byAdjuster(-25 * DAY), 3],
    ['work on many', byJob, 35],
  ])('by %s counts nothing that counted in the last one', async (_by, move, left) => {
    const made = await inSecondMonth()
    const { world, spend, shown, usedUp } = made
    await move(made)
    const now = world.clock.at
    const { state, flowUsed, data } = await shown()
    expect({ state, flowUsed }).toEqual({ state: 'open', flowUsed: 20 })
    // The dates are those that older consoles expect; the pack was for the last cycle.
    expect(data).toMatchObject({ expire: now + left * DAY, flowPack: 0 })
    expect(data!.from).toBeLessThan(now - 2 * DAY)
    expect(await usedUp()).toBe(0)

    await spend(79)
    expect(await shown()).toMatchObject({ state: 'open', flowUsed: 99 })
    await spend(1)
    expect(await shown()).toMatchObject({ state: 'over', flowUsed: 100 })
    expect(await usedUp()).toBe(1)
    world.clock.set(data!.to!)
    expect(await shown()).toMatchObject({ flowUsed: 0 })
    await spend(3)
    expect(await shown()).toMatchObject({ flowUsed: 3 })
  })

  test('takes the packs of its cycle along, and history stays as it was', async () => {
    const made = await inSecondMonth()
    const { world, user, id, pack, spend, shown } = made
    await buyByCard(world, user, pack, id)
    const flow = () => world.db.selectFrom('flowHour').selectAll().orderBy('bucket').execute()
    const before = await flow()
    world.clock.add(3 * DAY)
    await spend(60)
    // The next cycle begins after the pack was bought, and after 20 of 80 bytes.
    await byAdjuster(4 * DAY)(made)
    expect(await shown()).toMatchObject({ flowUsed: 60, data: { flowPack: 30 } })
    expect((await flow()).slice(0, before.length)).toEqual(before)
    await byAdjuster(-4 * DAY)(made)
    await byAdjuster(29 * DAY)(made)
    const { flowUsed, data } = await shown()
    expect({ flowUsed, pack: data!.flowPack }).toEqual({ flowUsed: 60, pack: 30 })
  })

  test('counts no more when only whole hours are known of its beginning', async () => {
    const world = await makeWorld()
    await byOlderRule(world)
    const user = await world.person()
    const serverId = await aServer(world)
    const cycleStart = world.clock.at + HOUR / 2
    const times = { type: 3, cycleStart, cycles: 3, expireTime: cycleStart + 90 * DAY }
    const id = await anAccount(world, { userId: user.id, flow: 100, ...times })
    world.clock.set(cycleStart + 30 * DAY - HOUR / 4)
    await pass(world, serverId, id, 90)
    world.clock.add(HOUR / 2)
    await pass(world, serverId, id, 20)
    world.clock.add(9 * DAY)
    await world.as(mainAdmin).PUT('/api/admin/account/{accountId}/time', {
      ...at(id),
      body: { time: HOUR / 6, check: false },
    })
    const { data } = await world.as(user).GET(ONE, at(id))
    expect(data).toMatchObject({ state: 'open', flowUsed: 20 })
  })

  test('leaves nobody less, with any change of the cycle', async () => {
    const shift = fc.integer({ min: -40 * 24, max: 40 * 24 })
    const step = fc.record({ shift, wait: fc.integer({ min: 0, max: 200 }) })
    const type = fc.constantFrom(2, 3, 4)
    const world = await makeWorld()
    const serverId = await aServer(world)
    await fc.assert(
      fc.asyncProperty(
        type,
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (type, steps) => {
          const user = await world.person()
          const start = world.clock.at
          const times = { cycleStart: start, cycles: 50, expireTime: start + 50 * PERIOD[type]! }
          const id = await anAccount(world, { type, ...times, userId: user.id, flow: 1000 })
          const left = async () => {
            const { flowUsed, data } = (await world.as(user).GET(ONE, at(id))).data!
            return 1000 + data!.flowPack! - flowUsed!
          }
          for (const { shift, wait } of steps) {
            world.clock.add(wait * HOUR + 1)
            await pass(world, serverId, id, 7)
            const pack = { accountId: id, flow: 3, createTime: world.clock.at }
            await world.db.insertInto('flowPack').values(pack).execute()
            const before = await left()
            await world.db.transaction().execute(async (tx) => {
              const account = (await findAccount(tx, id))!
              const now = world.clock.at
              await moveTimes(tx, account, movedTimes(account, shift * HOUR, now), now)
            })
            expect(await left()).toBeGreaterThanOrEqual(before)
          }
        },
      ),
      { numRuns: 15 },
    )
  })
})
