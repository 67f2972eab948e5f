import { describe, expect, test } from 'vitest'
import { removeOldFlow } from '../../../server/accounts/flow/retention.ts'
import { recountUsage } from '../../../server/accounts/quota/usage.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { terms } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAY = 86_400_000
const MONTH = 31 * DAY

/** A site that stores the traffic of accounts for so many months. */
async function storingFor(historyMonths: number | undefined) {
  const world = await makeWorld()
  const { data } = await world.as(mainAdmin).GET('/api/admin/setting/account')
  const { revision: _revision, ...setting } = data!
  const save = (months: number | undefined) =>
    world.as(mainAdmin).PUT('/api/admin/setting/account', {
      body: { data: { ...setting, ...(months !== undefined && { historyMonths: months }) } },
    })
  expect((await save(historyMonths)).response.status).toBe(200)
  const now = world.clock.at
  const row = (bucket: number, accountId = 1) => ({
    accountId,
    serverId: 1,
    bucket,
    up: 1,
    down: 1,
  })
  const ages = async (table: 'flowDay' | 'flowMonth' | 'serverFlow') => {
    const rows = await world.db.selectFrom(table).select('bucket').orderBy('bucket').execute()
    return rows.map(({ bucket }) => now - bucket)
  }
  const remove = () => removeOldFlow(world.db, terms(world))
  return { world, now, row, ages, remove, save }
}

describe('the traffic of accounts', () => {
  test('goes where it is older than the months that are stored, to the millisecond', async () => {
    const { world, now, row, ages, remove } = await storingFor(2)
    const days = [0, 2 * MONTH, 2 * MONTH + 1, 399 * DAY]
    await world.db
      .insertInto('flowDay')
      .values(days.map((age) => row(now - age)))
      .execute()
    const months = [3 * MONTH, 3 * MONTH + 1, 25 * MONTH]
    await world.db
      .insertInto('flowMonth')
      .values(months.map((age) => row(now - age)))
      .execute()
    // Of servers, which are nobody, it stays.
    const { accountId: _account, ...ofServer } = row(now - 399 * DAY)
    await world.db.insertInto('serverFlow').values(ofServer).execute()
    await remove()
    expect(await ages('flowDay')).toEqual([2 * MONTH, 0])
    expect(await ages('flowMonth')).toEqual([3 * MONTH])
    expect(await ages('serverFlow')).toEqual([399 * DAY])
  })

  test('goes in slices, however much there is', async () => {
    const { world, now, row, ages, remove } = await storingFor(2)
    const many = Array.from({ length: 1_500 }, (_, at) => row(now - 100 * DAY, at + 1))
    for (let at = 0; at < many.length; at += 500)
      await world.db
        .insertInto('flowDay')
        .values(many.slice(at, at + 500))
        .execute()
    expect(await remove()).toBe(1_500)
    expect(await ages('flowDay')).toEqual([])
  })

  test.each([undefined, 27, 14])(
    'is added to months where these are stored: %s',
    async (months) => {
      const { world, now, row, ages, remove } = await storingFor(months)
      const days = [400 * DAY, 400 * DAY + 1]
      await world.db
        .insertInto('flowDay')
        .values(days.map((age) => row(now - age)))
        .execute()
      const old = [15 * MONTH, 15 * MONTH + 1, 831 * DAY].map((age) => row(now - age, 2))
      await world.db.insertInto('flowMonth').values(old).execute()
      await remove()
      expect(await ages('flowDay')).toEqual([400 * DAY])
      // The month of what was folded, and of the others those that are stored.
      expect(await ages('flowMonth')).toHaveLength(months === 14 ? 2 : 4)
    },
  )

  test('counts in its cycle all the same', async () => {
    const { world, now, row, remove } = await storingFor(2)
    const serverId = await aServer(world)
    const accountId = await anAccount(world)
    const flow = [90, 10].map((days) => ({ ...row(now - days * DAY, accountId), serverId, up: 70 }))
    await world.db.insertInto('flowDay').values(flow).execute()
    const recount = () => world.db.transaction().execute((tx) => recountUsage(tx, accountId, now))
    const used = async () => {
      const rows = await world.db.selectFrom('usage').select('bytes').execute()
      return rows.map(({ bytes }) => bytes)
    }
    await recount()
    expect(await used()).toEqual([142])
    expect(await remove()).toBe(1)
    await recount()
    expect(await used()).toEqual([142])
  })

  test('is stored for 2 to 27 months', async () => {
    const { save } = await storingFor(27)
    for (const months of [1, 28, 2.5, 0]) expect((await save(months)).response.status).toBe(400)
    expect((await save(2)).response.status).toBe(200)
  })
})
