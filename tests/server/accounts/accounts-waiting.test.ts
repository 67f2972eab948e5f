import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { up } from '../../../server/database/migrations/008-moments.ts'
import { removeExpiredAccounts } from '../../../server/fleet/plane/lifecycle.ts'
import { buyByCard } from '../../support/cards.ts'
import { anAccount, aPlan, aServer, months } from '../../support/make.ts'
import { pass } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAY = 86_400_000
const FLOW = 1_000_000
const ONE = '/api/user/account/{accountId}'
const at = (accountId: number) => ({ params: { path: { accountId } } })

/** A customer with a month that they have not started. */
async function waiting(changes: Parameters<typeof aPlan>[1] = {}) {
  const world = await makeWorld()
  // The rule in which time is only added, so that the days tell whether any were lost.
  const value = JSON.stringify({ timeTakesLastTerms: true })
  await world.db.insertInto('setting').values({ key: 'account', value }).execute()
  const user = await world.person()
  const month = await aPlan(world, { active: 0, changeOrderType: 1, ...changes })
  const week = await aPlan(world, { type: 2, name: 'Week' })
  const pack = await aPlan(world, { baseId: month, type: null, cycle: null, flow: 500 })
  await buyByCard(world, user, month)
  const { id } = await world.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  return { world, user, id, month, week, pack }
}

type Made = Awaited<ReturnType<typeof waiting>>

type One = Pick<Made, 'world' | 'user' | 'id'>

const activate = ({ world, user, id }: One) =>
  world.as(user).PUT('/api/user/account/{accountId}/active', at(id))
const shown = async ({ world, user, id }: One) => (await world.as(user).GET(ONE, at(id))).data
const adjust = ({ world, id }: Made, time: number) =>
  world
    .as(mainAdmin)
    .PUT('/api/admin/account/{accountId}/time', { ...at(id), body: { time, check: false } })

/** How long an account lasts that is started now, in days. */
async function daysOf(made: One) {
  await activate(made)
  const { data } = (await shown(made)) ?? {}
  return ((data?.expire ?? 0) - made.world.clock.at) / DAY
}

/** A person invited by the customer pays for a plan that rewards it. */
async function reward({ world, user }: Made, refTime: number) {
  const body = { data: { useRef: true, refNumber: 1, refUserNumber: 1 } }
  await world.as(mainAdmin).PUT('/api/admin/setting/ref', { body })
  const createTime = world.clock.at
  const guest: Caller = await world.person()
  const code = { code: '1234567890', sourceUserId: user.id, maxUser: 1, createTime }
  const { id: codeId } = await world.db
    .insertInto('refCode')
    .values(code)
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('referral').values({ codeId, userId: guest.id, createTime }).execute()
  await buyByCard(world, guest, await aPlan(world, { refTime }))
}

describe('an account that was not started', () => {
  test('is not removed, however long ago its dates were', async () => {
    const made = await waiting({ autoRemove: 1, autoRemoveDelay: 0 })
    made.world.clock.add(61 * DAY)
    expect(await removeExpiredAccounts(made.world.db, made.world.clock.at)).toEqual([])
    expect(await daysOf(made)).toBe(30)
    made.world.clock.add(30 * DAY + 1)
    expect(await removeExpiredAccounts(made.world.db, made.world.clock.at)).toHaveLength(1)
  })

  test('is listed among what is valid, and does not end soon', async () => {
    const made = await waiting()
    const page = async (filter: object) => {
      const body = { filter: { hasUser: true, ...filter } }
      const { data } = await made.world.as(mainAdmin).POST('/api/admin/accountWithPage', { body })
      return data?.total
    }
    made.world.clock.add(29 * DAY)
    expect(await page({ expired: 1, endsWithin: 3 })).toBe(0)
    made.world.clock.add(31 * DAY)
    expect(await page({ expired: 1 })).toBe(1)
    expect(await page({ unexpired: 1 })).toBe(0)
  })

  test('keeps all the time that is paid for until it is started', async () => {
    for (const waited of [0, 10, 100]) {
      const made = await waiting()
      const { world, user, id, week } = made
      world.clock.add(waited * DAY)
      expect(await buyByCard(world, user, week, id)).toBe(200)
      world.clock.add(waited * DAY)
      expect(await daysOf(made)).toBe(37)
      const { type, data } = (await shown(made)) ?? {}
      expect(type).toBe(3)
      expect(data?.create).toBeLessThanOrEqual(world.clock.at)
      // Once it is started it is renewed like any other.
      await buyByCard(world, user, week, id)
      expect(await daysOf(made)).toBe(44)
    }
  })

  test('counts a longer plan from nothing, too', async () => {
    const made = await waiting({ type: 2, cycle: 2 })
    const { world, user, id } = made
    world.clock.add(20 * DAY)
    const month = await aPlan(world)
    await buyByCard(world, user, month, id)
    await buyByCard(world, user, month, id)
    world.clock.add(DAY)
    expect(await daysOf(made)).toBe(74)
  })

  test('keeps a reward and what an admin adds or takes', async () => {
    const made = await waiting()
    made.world.clock.add(10 * DAY)
    await reward(made, 3 * DAY)
    made.world.clock.add(40 * DAY)
    await adjust(made, 2 * DAY)
    await adjust(made, -DAY)
    made.world.clock.add(DAY)
    expect(await daysOf(made)).toBe(34)
  })

  test('has the cycles that an admin gives it', async () => {
    const made = await waiting()
    const { world, user, id, week } = made
    const edit = (body: object) =>
      world.as(mainAdmin).PUT('/api/admin/account/{accountId}/data', { ...at(id), body })
    world.clock.add(10 * DAY)
    await buyByCard(world, user, week, id)
    world.clock.add(DAY)
    await edit({ limit: 3 })
    await edit({ password: 'another' })
    expect(await daysOf(made)).toBe(90)
  })

  test('keeps the end it was bought with where the form is saved as it was', async () => {
    const made = await waiting()
    const { world, user, id, week } = made
    world.clock.add(10 * DAY)
    await buyByCard(world, user, week, id)
    const { data } = (await shown(made)) ?? {}
    const body = { flow: 7, time: data!.create, limit: data!.limit }
    await world.as(mainAdmin).PUT('/api/admin/account/{accountId}/data', { ...at(id), body })
    world.clock.add(DAY)
    expect(await daysOf(made)).toBe(37)
  })

  test('keeps packs for the cycle it is started with, at any time they are bought', async () => {
    const made = await waiting()
    const { world, user, id, pack } = made
    const serverId = await aServer(world)
    world.clock.add(DAY)
    await buyByCard(world, user, pack, id)
    world.clock.add(60 * DAY)
    expect(await buyByCard(world, user, pack, id)).toBe(200)
    expect((await shown(made))?.data).toMatchObject({ flowPack: 1000 })
    world.clock.add(DAY)
    await activate(made)
    world.clock.add(DAY)
    await activate(made)
    expect((await shown(made))?.data).toMatchObject({ flowPack: 1000 })
    await pass(world, serverId, id, FLOW + 999)
    expect(await shown(made)).toMatchObject({ state: 'open' })
    await pass(world, serverId, id, 1)
    expect(await shown(made)).toMatchObject({ state: 'over' })
    // They are for the one cycle.
    world.clock.add(30 * DAY)
    expect((await shown(made))?.data).toMatchObject({ flowPack: 0 })
  })

  test('is started once with all that is paid for while someone pays', async () => {
    const made = await waiting()
    const { world, user, id, week } = made
    world.clock.add(10 * DAY)
    await Promise.all([
      activate(made),
      buyByCard(world, user, week, id),
      activate(made),
      buyByCard(world, user, week, id),
    ])
    expect(await daysOf(made)).toBe(44)
  })
})

test('an older release moved the start of what waits, and its end was right', async () => {
  const world = await makeWorld()
  const user = await world.person()
  for (const column of ['waitingSince', 'usageFrom'])
    await world.db.schema.alterTable('account').dropColumn(column).execute()
  const createTime = world.clock.at
  const owned = { ...months(world, 1), userId: user.id, active: 0 as const }
  const plain = await anAccount(world, owned)
  const moved = { cycleStart: createTime + 7 * DAY, expireTime: createTime + 37 * DAY }
  const renewed = await anAccount(world, { ...owned, ...moved })
  const past = { cycleStart: createTime - 90 * DAY, expireTime: createTime - 60 * DAY }
  const edited = await anAccount(world, { ...owned, ...past })
  const started = await anAccount(world, { ...owned, ...moved, active: 1 })
  await up(world.db as never)
  const rows = await world.db.selectFrom('account').select(['id', 'waitingSince']).execute()
  const since = new Map(rows.map(({ id, waitingSince }) => [id, waitingSince]))
  expect(since.get(edited)).toBeNull()
  expect(since.get(started)).toBeNull()
  world.clock.add(20 * DAY)
  for (const [id, days] of [
    [plain, 30],
    [renewed, 37],
    [edited, 30],
  ] as const)
    expect(await daysOf({ world, user, id })).toBe(days)
})
