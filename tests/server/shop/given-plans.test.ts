import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { isWithin, maySell, mayAdd, trafficGiven } from '../../../server/shop/reselling/given.ts'
import { anAccount } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

const limits = (changes: Partial<Schema<'Permissions'>>): Schema<'Permissions'> => ({
  kind: 'reseller',
  ...changes,
})

describe('which plan may be given', () => {
  const plan = { id: 5, baseId: 0 }
  const pack = { id: 6, baseId: 5 }

  test('is one that is listed, each where none are, and any by the main admin', () => {
    expect(maySell(limits({ plans: [5] }), plan)).toBe(true)
    expect(maySell(limits({ plans: [4, 6] }), plan)).toBe(false)
    expect(maySell(limits({ plans: [] }), plan)).toBe(false)
    expect(maySell(limits({ plans: null }), plan)).toBe(true)
    expect(maySell(limits({}), plan)).toBe(true)
    expect(maySell(undefined, plan)).toBe(true)
  })

  test('is never a flow pack as if it were a plan, listed or not, whoever gives it', () => {
    for (const by of [limits({ plans: [5, 6] }), limits({ plans: null }), limits({}), undefined])
      expect(maySell(by, pack)).toBe(false)
  })
})

describe('the traffic that is given', () => {
  test('is that of the customers of one group, without admins and others', async () => {
    const world = await makeWorld()
    expect(await trafficGiven(world.db, 2)).toEqual({ bytes: 0, isUnlimited: false })
    const [ann, boss, stranger] = [
      await world.person({ groupId: 2 }),
      await world.person({ groupId: 2, type: 'admin' }),
      await world.person({ groupId: 3 }),
    ]
    await anAccount(world, { userId: ann.id, flow: 10 })
    await anAccount(world, { userId: ann.id, flow: 5 })
    await anAccount(world, { userId: boss.id, flow: 0 })
    await anAccount(world, { userId: stranger.id, flow: 0 })
    await anAccount(world, { flow: 0 })
    expect(await trafficGiven(world.db, 2)).toEqual({ bytes: 15, isUnlimited: false })
    await anAccount(world, { userId: ann.id, flow: 0 })
    expect(await trafficGiven(world.db, 2)).toEqual({ bytes: 15, isUnlimited: true })
  })

  test('stays within the limit up to the byte', () => {
    const given = { bytes: 90, isUnlimited: false }
    const most = limits({ maxTraffic: 100 })
    expect([mayAdd(most, given, 10), mayAdd(most, given, 11)]).toEqual([true, false])
    // A quota of 0 is none.
    expect(mayAdd(most, given, 0)).toBe(false)
    expect(isWithin(most, { bytes: 1, isUnlimited: true })).toBe(false)
    expect(isWithin(limits({ maxTraffic: 0 }), { bytes: 1, isUnlimited: false })).toBe(false)
    for (const none of [limits({}), limits({ maxTraffic: null })]) {
      expect(mayAdd(none, given, 0)).toBe(true)
      expect(isWithin(none, { bytes: 1e15, isUnlimited: true })).toBe(true)
    }
  })
})
