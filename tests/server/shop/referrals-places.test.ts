import { assert, asyncProperty, constantFrom, integer, oneof, record, array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasPlace, joinByCode } from '../../../server/shop/referrals/join.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type Made = Awaited<ReturnType<typeof makeWorld>>

async function inviting(maxUser: number, useRef = true) {
  const world = await makeWorld()
  const data = { useRef, refNumber: 1, refUserNumber: 1 }
  await world.as(mainAdmin).PUT('/api/admin/setting/ref', { body: { data } })
  const inviter = await world.person({ groupId: 8 })
  const code = '1234567890'
  const { id: codeId } = await world.db
    .insertInto('refCode')
    .values({ code, sourceUserId: inviter.id, maxUser, createTime: world.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { world, inviter, code, codeId }
}

const join = ({ db, now }: Made, code: string, userId: number) =>
  db.transaction().execute((tx) => joinByCode(tx, code, userId, now()))

const count = async ({ db }: Made) => (await db.selectFrom('referral').selectAll().execute()).length

const groupOf = async ({ db }: Made, id: number) =>
  (await db.selectFrom('user').select('groupId').where('id', '=', id).executeTakeFirst())?.groupId

const add = (world: Made, sourceId: number, refId: number, code: string) =>
  world.as(mainAdmin).POST('/api/admin/setting/ref/{sourceId}/{refId}/{code}', {
    params: { path: { sourceId, refId, code } },
  })

describe('joinByCode', () => {
  test('records new users and moves them to the inviter’s group', async () => {
    const { world, code } = await inviting(1)
    const [first, second] = [await world.person(), await world.person()]
    expect(await hasPlace(world.db, code)).toBe(true)
    expect(await join(world, code, first.id)).toBe(true)
    expect(await hasPlace(world.db, code)).toBe(false)
    expect(await join(world, code, second.id)).toBe(false)
    expect(await groupOf(world, first.id)).toBe(8)
    expect(await groupOf(world, second.id)).toBe(0)
  })

  test('changes nothing while inviting is off, for an unknown code, the inviter, or twice', async () => {
    const off = await inviting(5, false)
    const guest = await off.world.person()
    expect(await join(off.world, off.code, guest.id)).toBe(false)
    expect(await hasPlace(off.world.db, off.code)).toBe(false)

    const { world, inviter, code } = await inviting(5)
    const user = await world.person()
    expect(await join(world, '0000000000', user.id)).toBe(false)
    expect(await join(world, code, inviter.id)).toBe(false)
    expect(await join(world, code, user.id)).toBe(true)
    expect(await join(world, code, user.id)).toBe(false)
    expect(await count(world)).toBe(1)
  })

  test('gives no place twice, under concurrent sign-ups', async () => {
    const { world, inviter, code } = await inviting(7)
    const guests = await Promise.all(Array.from({ length: 30 }, () => world.person()))
    const came = await Promise.all(
      guests.map(async ({ id }, index) =>
        index % 2
          ? join(world, code, id)
          : (await add(world, inviter.id, id, code)).response.status === 200,
      ),
    )
    expect(came.filter(Boolean)).toHaveLength(7)
    expect(await count(world)).toBe(7)
  })

  test('never fills a code beyond its places, with any calls in between', async () => {
    const step = oneof(
      record({ action: constantFrom('join', 'add', 'forget'), who: integer({ min: 0, max: 5 }) }),
      record({ action: constantFrom('places'), who: integer({ min: 0, max: 4 }) }),
    )
    const { world, inviter, code, codeId } = await inviting(2)
    const guests = await Promise.all(Array.from({ length: 6 }, () => world.person()))
    await assert(
      asyncProperty(array(array(step, { maxLength: 4 }), { maxLength: 6 }), async (rounds) => {
        await world.db.deleteFrom('referral').execute()
        await world.db.updateTable('refCode').set({ maxUser: 2 }).execute()
        const run = async ({ action, who }: { action: string; who: number }): Promise<unknown> => {
          const id = guests[who]?.id ?? 0
          if (action === 'join') return join(world, code, id)
          if (action === 'add') return add(world, inviter.id, id, code)
          const path = { userId: inviter.id, refUserId: id }
          if (action === 'forget')
            return world
              .as(mainAdmin)
              .DELETE('/api/admin/ref/{userId}/{refUserId}', { params: { path } })
          return world.as(mainAdmin).PUT('/api/admin/setting/ref/code/{codeId}', {
            params: { path: { codeId } },
            body: { maxUser: who },
          })
        }
        let most = 2
        for (const round of rounds) {
          const before = await count(world)
          // Places may be reduced below the number of referrals; then no new ones are accepted.
          const raised = round.filter(({ action }) => action === 'places').map(({ who }) => who)
          await Promise.all(round.map(run))
          const after = await count(world)
          expect(after).toBeLessThanOrEqual(Math.max(before, most, ...raised))
          const row = await world.db.selectFrom('refCode').select('maxUser').executeTakeFirst()
          most = row?.maxUser ?? 0
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('createReferral', () => {
  test('records the invitation; the group stays', async () => {
    const { world, inviter, code } = await inviting(1)
    const guest = await world.person({ groupId: 3 })
    expect((await add(world, inviter.id, guest.id, code)).data).toBe('success')
    expect(await groupOf(world, guest.id)).toBe(3)
  })

  test('says why it does not', async () => {
    const { world, inviter, code } = await inviting(2)
    const [guest, other, third] = [await world.person(), await world.person(), await world.person()]
    const admin = await world.person({ type: 'admin' })
    const refusal = async (...[sourceId, refId, with_]: [number, number, string]) => {
      const { response, error } = await add(world, sourceId, refId, with_)
      return [response.status, error]
    }
    expect(await refusal(inviter.id, inviter.id, code)).toEqual([403, 'same user'])
    expect(await refusal(other.id, guest.id, code)).toEqual([403, 'unknown code'])
    expect(await refusal(inviter.id, guest.id, '1')).toEqual([403, 'unknown code'])
    expect((await refusal(inviter.id, admin.id, code))[0]).toBe(403)
    await add(world, inviter.id, guest.id, code)
    expect(await refusal(inviter.id, guest.id, code)).toEqual([403, 'already invited'])
    await add(world, inviter.id, other.id, code)
    expect(await refusal(inviter.id, third.id, code)).toEqual([403, 'no place'])
    expect(await count(world)).toBe(2)
  })
})

describe('visitReferral', () => {
  const visit = async (world: Made, code: string) =>
    world.as(null).POST('/api/home/ref/{code}', { params: { path: { code } } })

  test('counts the visits of a code with a free place', async () => {
    const { world, code } = await inviting(1)
    expect((await visit(world, code)).data).toEqual({ valid: true })
    expect((await visit(world, '1')).data).toEqual({ valid: false })
    await join(world, code, (await world.person()).id)
    expect((await visit(world, code)).data).toEqual({ valid: false })
    const row = await world.db.selectFrom('refCode').select('visit').executeTakeFirst()
    expect(row?.visit).toBe(1)
  })

  test('is never valid while inviting is off', async () => {
    const { world, code } = await inviting(1, false)
    expect((await visit(world, code)).data).toEqual({ valid: false })
  })

  test('stops hearing an address that guesses', async () => {
    const { world, code } = await inviting(1)
    for (let guess = 0; guess < 30; guess += 1) await visit(world, `guess${guess}`)
    expect((await visit(world, code)).response.status).toBe(403)
    world.clock.add(600_001)
    expect((await visit(world, code)).data).toEqual({ valid: true })
  })
})
