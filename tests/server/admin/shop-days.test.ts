import { describe, expect, test } from 'vitest'
import { closeDay, keepDays } from '../../../server/admin/counts/closing.ts'
import { WHOLE_SHOP } from '../../../server/admin/counts/groupDays.ts'
import type { Caller } from '../../../server/http/contract.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { pass } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MUCH = 20_000

/** A shop with a customer in each of two groups; the clock stands at noon of 15 January. */
async function aShop(env: NodeJS.ProcessEnv = {}) {
  const world = await makeWorld({ env })
  const noon = world.clock.at
  const server = await aServer(world)
  const customer = async (groupId: number, createTime = noon) => {
    const person = await world.person({ groupId })
    await world.db.updateTable('user').set({ createTime }).where('id', '=', person.id).execute()
    return anAccount(world, { userId: person.id })
  }
  const [two, three] = [await customer(2), await customer(3)]
  const admin = await world.person({ type: 'admin', groupId: 2 })
  const read = async (as: Caller = mainAdmin) => {
    const { data } = await world.as(as).GET('/api/admin/figures', { params: { query: {} } })
    return data!.days!.map(({ date: _, ...day }) => day)
  }
  /** The day of a moment, as the whole shop or a group has it. */
  const day = async (date: string, as?: Caller) => {
    const { data } = await world.as(as ?? mainAdmin).GET('/api/admin/figures')
    return data!.days!.find((one) => one.date === date)
  }
  return { world, noon, server, customer, two, three, admin, read, day }
}

const rows = ({ world }: Awaited<ReturnType<typeof aShop>>) =>
  world.db.selectFrom('groupDay').selectAll().orderBy('groupId').orderBy('date').execute()

describe('getShopFigures, day by day', () => {
  test('reckons today from the tables, the whole shop and one group', async () => {
    const { world, server, two, three, admin, read } = await aShop()
    await pass(world, server, two, MUCH)
    await pass(world, server, three, 3 * MUCH)
    const all = await read()
    expect(all).toHaveLength(30)
    expect(all.at(-1)).toEqual({ customers: 2, online: 2, bytes: 4 * MUCH })
    expect((await read(admin)).at(-1)).toEqual({ customers: 1, online: 1, bytes: MUCH })
    // Nobody has counted these days yet: a gap, and no 0.
    expect(all[0]).toEqual({ customers: null, online: null, bytes: null })
    expect(all.at(-2)).toEqual({ customers: 0, online: null, bytes: 0 })
  })

  test('fills days of before where they can be known, and says so where they cannot', async () => {
    const shop = await aShop()
    const { world, server, customer, two, noon, admin, read } = shop
    await pass(world, server, two, 500, noon - 10 * DAY)
    await customer(3, noon - 29 * DAY)
    await customer(3, noon - 30 * DAY)
    await keepDays(world)
    const [all, mine] = [await read(), await read(admin)]
    expect(all[0]).toEqual({ customers: 1, online: null, bytes: 0 })
    expect(all[19]).toEqual({ customers: 0, online: null, bytes: 500 })
    expect(mine[0]).toEqual({ customers: 0, online: null, bytes: 0 })
    expect(mine[19]).toEqual({ customers: 0, online: null, bytes: 500 })
  })

  test('closes a day an hour after it has ended, once, and deleting changes it no more', async () => {
    const shop = await aShop()
    const { world, server, two, three, noon, admin, day } = shop
    await pass(world, server, two, MUCH)
    world.clock.set(Date.parse('2026-01-16T01:00:00Z') - 1)
    await keepDays(world)
    // What is reported late is still counted.
    await pass(world, server, three, 5, noon)
    const closed = async () =>
      (await rows(shop)).filter(
        ({ date, customers }) => date === '2026-01-15' && customers !== null,
      )
    expect(await closed()).toEqual([])
    world.clock.add(1)
    await keepDays(world)
    await world.db.deleteFrom('account').where('id', '=', two).execute()
    await world.db
      .deleteFrom('user')
      .where('groupId', '=', 2)
      .where('type', '=', 'normal')
      .execute()
    await pass(world, server, three, 7, noon)
    await keepDays(world)
    const sums = { customers: 2, bytes: MUCH + 5 }
    expect(await day('2026-01-15')).toMatchObject(sums)
    expect(await day('2026-01-15', admin)).toMatchObject({ customers: 1, bytes: MUCH })
    expect((await closed()).map(({ groupId }) => groupId)).toEqual([WHOLE_SHOP, 2, 3])
  })

  test('a day is closed by one of two that do so at the same moment', async () => {
    const shop = await aShop()
    const { world, server, customer, noon, two } = shop
    await pass(world, server, two, MUCH)
    world.clock.add(DAY)
    await Promise.all([keepDays(world), keepDays(world)])
    const closed = (await rows(shop)).filter(({ date }) => date === '2026-01-15')
    const sums = [
      [WHOLE_SHOP, MUCH],
      [2, MUCH],
      [3, 0],
    ]
    expect(closed.map(({ groupId, bytes }) => [groupId, bytes])).toEqual(sums)
    // As by one that was paused in between, and has counted more, of another group too.
    await customer(4, noon)
    await pass(world, server, two, 5, noon)
    const from = Date.parse('2026-01-15')
    await closeDay(world.db, { date: '2026-01-15', from, to: from + DAY })
    const after = (await rows(shop)).filter(({ date }) => date === '2026-01-15')
    expect(after.map(({ groupId, bytes }) => [groupId, bytes])).toEqual(sums)
  })

  test('a day of which the sums were not stored whole is closed by the next call', async () => {
    const shop = await aShop()
    const { world, server, two, day } = shop
    await pass(world, server, two, MUCH)
    world.clock.add(DAY)
    const failing = {
      ...world,
      db: world.db.withPlugin({
        transformQuery: ({ node }) => {
          // The group's row, after that of the whole shop.
          const text = JSON.stringify(node)
          if (text.includes('"groupDay"') && text.includes(`"2026-01-15",1,${MUCH}`))
            throw new Error('killed')
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    }
    await expect(keepDays(failing)).rejects.toThrow('killed')
    expect((await rows(shop)).filter(({ date }) => date === '2026-01-15')).toEqual([])
    await keepDays(world)
    expect(await day('2026-01-15')).toMatchObject({ customers: 2, bytes: MUCH })
  })

  test('the peak of people online only rises, of the shop and of each group', async () => {
    const shop = await aShop()
    const { world, server, two, three, admin, read } = shop
    await pass(world, server, two, MUCH)
    await keepDays(world)
    world.clock.add(HOUR)
    await pass(world, server, three, MUCH)
    await pass(world, server, two, MUCH)
    await keepDays(world)
    world.clock.add(HOUR)
    await keepDays(world)
    expect((await read()).at(-1)?.online).toBe(2)
    expect((await read(admin)).at(-1)?.online).toBe(1)
    // A day on which somebody looked and nobody was there is known.
    world.clock.add(DAY)
    await keepDays(world)
    expect((await read()).map(({ online }) => online).slice(-3)).toEqual([null, 2, 0])
    expect((await read(admin)).at(-1)?.online).toBe(0)
  })

  test('days are those of the site, whatever zone the reader is in', async () => {
    const { world, customer, noon, day } = await aShop({ TZ: 'Asia/Tokyo' })
    await customer(2, noon + 2 * HOUR)
    await customer(2, noon + 3 * HOUR)
    world.clock.add(DAY)
    await keepDays(world)
    expect(await day('2026-01-15')).toMatchObject({ customers: 3 })
    expect(await day('2026-01-16')).toMatchObject({ customers: 1 })
  })

  test('are kept for 400 days', async () => {
    const shop = await aShop()
    const { world } = shop
    await keepDays(world)
    world.clock.add(400 * DAY)
    await keepDays(world)
    expect((await rows(shop))[0]?.date).toBe('2026-01-15')
    world.clock.add(DAY)
    await keepDays(world)
    expect((await rows(shop)).some(({ date }) => date < '2026-01-16')).toBe(false)
  })
})
