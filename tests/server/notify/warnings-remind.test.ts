import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { warnCustomers } from '../../../server/notify/warnings/warn.ts'
import { anAccount } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type World = Awaited<ReturnType<typeof makeWorld>>

async function site({ mail = true } = {}) {
  const world = await makeWorld()
  const server = { host: '192.0.2.25', port: 25, user: '', password: '', from: 'a@example.com' }
  if (mail)
    await world.db
      .insertInto('setting')
      .values({ key: 'mailServer', value: JSON.stringify(server) })
      .execute()
  return world
}

/** A person's account that ends so many ms from now. */
async function ending(
  world: World,
  left: number,
  { groupId = 0, ...changes }: Parameters<typeof anAccount>[1] & { groupId?: number } = {},
) {
  const owner = await world.person({ groupId })
  const expireTime = world.clock.at + left
  const times = { type: 3, cycleStart: expireTime - 30 * DAY, cycles: 1, expireTime }
  const id = await anAccount(world, { userId: owner.id, ...times, ...changes })
  return { id, owner, expireTime }
}

async function press(world: World, as: Caller = mainAdmin) {
  const { data, error } = await world.as(as).POST('/api/admin/accountEnding/mail')
  return data ?? error
}

const mails = (world: World) =>
  world.db.selectFrom('mail').select(['userId', 'effect', 'content']).orderBy('id').execute()

describe('mailEndingAccounts', () => {
  test('mails each owner once for an account and end, with the link that renews it', async () => {
    const world = await site()
    const one = await ending(world, DAY, { port: 5001 })
    await ending(world, DAY + 1)
    await ending(world, 0)
    await ending(world, HOUR, { active: 0 })
    await ending(world, HOUR, { userId: null })
    expect(await press(world)).toEqual({ mailed: 1, before: 0 })
    const [mail] = await mails(world)
    expect(mail?.userId).toBe(one.owner.id)
    expect(mail?.content).toContain('5001')
    expect(mail?.content).toMatch(/https?:\/\/\S+/)
    expect(await press(world)).toEqual({ mailed: 0, before: 1 })
    expect(await mails(world)).toHaveLength(1)

    // Renewed, it ends another time.
    const expireTime = one.expireTime + 30 * DAY
    await world.db.updateTable('account').set({ expireTime }).where('id', '=', one.id).execute()
    world.clock.set(expireTime - HOUR)
    expect(await press(world)).toEqual({ mailed: 1, before: 0 })
  })

  test('is pressed by several at the same moment, and mails once', async () => {
    const world = await site()
    for (let n = 0; n < 105; n += 1) await ending(world, HOUR + n)
    const replies = await Promise.all([press(world), press(world), press(world)])
    const mailed = replies.map((reply) => (reply as { mailed: number }).mailed)
    expect(mailed.reduce((sum, one) => sum + one, 0)).toBe(105)
    expect(await mails(world)).toHaveLength(105)
  })

  test('leaves out who was warned of this end by itself in the last 24 hours', async () => {
    const world = await site()
    const { id, expireTime } = await ending(world, 12 * HOUR)
    await warnCustomers(world)
    expect((await mails(world)).map(({ effect }) => effect)).toEqual([`ending:${id}:${expireTime}`])
    expect(await press(world)).toEqual({ mailed: 0, before: 1 })
    await world.db
      .updateTable('mail')
      .set({ createTime: world.clock.at - DAY })
      .execute()
    expect(await press(world)).toEqual({ mailed: 1, before: 0 })
  })

  test('is confined to the group of an admin, and closed to who may not help', async () => {
    const world = await site()
    const mine = await ending(world, HOUR, { groupId: 2 })
    await ending(world, HOUR, { groupId: 3 })
    const admin = await world.person({ type: 'admin', groupId: 2 })
    expect(await press(world, admin)).toEqual({ mailed: 1, before: 0 })
    expect((await mails(world)).map(({ userId }) => userId)).toEqual([mine.owner.id])
    await world.db
      .updateTable('user')
      .set({ rights: 'finance' })
      .where('id', '=', admin.id)
      .execute()
    expect(await press(world, admin)).toBe('not permitted')
    expect(await press(world)).toEqual({ mailed: 1, before: 1 })
    const { data } = await world.as(mainAdmin).GET('/api/admin/audit')
    expect(data?.entries[0]).toMatchObject({ operation: 'mailEndingAccounts' })
  })

  test('says that no mail server is set up', async () => {
    const world = await site({ mail: false })
    await ending(world, HOUR)
    expect(await press(world)).toBe('no mail server')
    expect(await mails(world)).toEqual([])
  })
})
