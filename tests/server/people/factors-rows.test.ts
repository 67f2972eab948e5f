import { describe, expect, test } from 'vitest'
import {
  countRecoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from '../../../server/people/factors/recovery.ts'
import {
  changeTotpConfirmed,
  insertTotp,
  takeTotpStep,
} from '../../../server/people/factors/store.ts'
import { newTotp } from '../../../server/people/factors/totp.ts'
import { makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
const factors = ({ db }: World) =>
  db.selectFrom('secondFactor').selectAll().orderBy('userId').execute()

describe('recovery codes', () => {
  test('are ten, of one person, and each is noted when it is used', async () => {
    const { db, secret, person } = await makeWorld()
    const { id } = await person()
    const mine = await replaceRecoveryCodes(db, secret, 1)
    const theirs = await replaceRecoveryCodes(db, secret, id)
    const take = (userId: number, code = '', now = 7) =>
      takeRecoveryCode(db, { secret, userId, code, now })
    expect(new Set([...mine, ...theirs]).size).toBe(20)
    expect(await take(id, mine[0])).toBe(false)
    expect(await take(1, mine[0])).toBe(true)
    expect(await take(1, mine[0], 8)).toBe(false)
    expect(await take(1, mine[1]?.toUpperCase().replace('-', ' - '))).toBe(true)
    expect(await take(1, mine[2]?.slice(1))).toBe(false)
    expect([await countRecoveryCodes(db, 1), await countRecoveryCodes(db, id)]).toEqual([8, 10])
    const used = db.selectFrom('recoveryCode').select(['userId', 'usedTime'])
    expect(await used.where('usedTime', 'is not', null).execute()).toEqual([
      { userId: 1, usedTime: 7 },
      { userId: 1, usedTime: 7 },
    ])
  })

  test('of one person are replaced and forgotten without those of others', async () => {
    const { db, secret, person } = await makeWorld()
    const { id } = await person()
    const before = await replaceRecoveryCodes(db, secret, 1)
    await replaceRecoveryCodes(db, secret, id)
    await replaceRecoveryCodes(db, secret, 1)
    expect([await countRecoveryCodes(db, 1), await countRecoveryCodes(db, id)]).toEqual([10, 10])
    const code = before[0] ?? ''
    expect(await takeRecoveryCode(db, { secret, userId: 1, code, now: 1 })).toBe(false)
    await removeRecoveryCodes(db, 1)
    expect([await countRecoveryCodes(db, 1), await countRecoveryCodes(db, id)]).toEqual([0, 10])
  })
})

describe('the secret of an app', () => {
  test('begun again takes the place of one that waits, not of one in use, nor of another person’s', async () => {
    const world = await makeWorld()
    const { id } = await world.person()
    const { db } = world
    expect(await insertTotp(db, { userId: 1, totp: 'one', now: 1 })).toBe(true)
    expect(await insertTotp(db, { userId: id, totp: 'theirs', now: 2 })).toBe(true)
    await db.updateTable('secondFactor').set({ lastStep: 9 }).execute()
    expect(await insertTotp(db, { userId: 1, totp: 'two', now: 3 })).toBe(true)
    expect(await factors(world)).toEqual([
      { userId: 1, totp: 'two', confirmed: 0, lastStep: null, createTime: 3 },
      { userId: id, totp: 'theirs', confirmed: 0, lastStep: 9, createTime: 2 },
    ])
    expect(await changeTotpConfirmed(db, { userId: 1, totp: 'two', step: 4 })).toBe(true)
    expect(await insertTotp(db, { userId: 1, totp: 'three', now: 5 })).toBe(false)
    expect(await factors(world)).toMatchObject([
      { userId: 1, totp: 'two', confirmed: 1, lastStep: 4, createTime: 3 },
      { userId: id, confirmed: 0 },
    ])
  })

  test('is confirmed once, and only while it is still the one', async () => {
    const world = await makeWorld()
    const { id } = await world.person()
    const { db } = world
    for (const userId of [1, id]) await insertTotp(db, { userId, totp: 'same', now: 1 })
    expect(await changeTotpConfirmed(db, { userId: 1, totp: 'other', step: 4 })).toBe(false)
    expect(await changeTotpConfirmed(db, { userId: 1, totp: 'same', step: 4 })).toBe(true)
    expect(await changeTotpConfirmed(db, { userId: 1, totp: 'same', step: 5 })).toBe(false)
    expect(await factors(world)).toMatchObject([
      { userId: 1, confirmed: 1, lastStep: 4 },
      { userId: id, confirmed: 0, lastStep: null },
    ])
  })

  test('takes only codes newer than the last, of the person and the secret, once it is in use', async () => {
    const world = await makeWorld()
    const { id } = await world.person()
    const { db } = world
    for (const userId of [1, id]) await insertTotp(db, { userId, totp: 'same', now: 1 })
    const take = (step: number, totp = 'same') => takeTotpStep(db, { userId: 1, totp, step })
    expect(await take(5)).toBe(false)
    await db.updateTable('secondFactor').set({ confirmed: 1 }).execute()
    expect(await take(5, 'other')).toBe(false)
    expect([await take(5), await take(5), await take(4), await take(6)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect((await factors(world)).map(({ lastStep }) => lastStep)).toEqual([6, null])
  })

  test('has 160 bits, and a link that names site and person', () => {
    const { secret, uri } = newTotp('North', 'ada@example.com')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const { pathname, searchParams } = new URL(uri)
    expect(decodeURIComponent(pathname)).toContain('North:ada@example.com')
    expect(Object.fromEntries(searchParams)).toMatchObject({ issuer: 'North', secret })
  })
})
