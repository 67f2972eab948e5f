import { describe, expect, test } from 'vitest'
import {
  CHALLENGE_LIFE,
  insertChallenge,
  removeOldChallenges,
  takeChallenge,
} from '../../server/factors/challenges.ts'
import { changePasskeyUse } from '../../server/factors/passkeyStore.ts'
import {
  countRecoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from '../../server/factors/recovery.ts'
import { rescueOnRequest } from '../../server/factors/rescue.ts'
import { relyingParty } from '../../server/factors/signed.ts'
import {
  changeTotpConfirmed,
  insertTotp,
  removeFactorsOf,
  takeTotpStep,
} from '../../server/factors/store.ts'
import { newTotp } from '../../server/factors/totp.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
const MINUTE = 60_000

const challenges = ({ db }: World) =>
  db
    .selectFrom('challenge')
    .select(['userId', 'kind', 'createTime'])
    .orderBy('createTime')
    .execute()
const factors = ({ db }: World) =>
  db.selectFrom('secondFactor').selectAll().orderBy('userId').execute()

/** Gives a person an app in use, passkeys, ten codes and a question that waits. */
async function protect(world: World, userId: number, { passkeys = 1, app = true } = {}) {
  const { db, clock, secret } = world
  if (app) {
    const row = { userId, totp: `of ${userId}`, confirmed: 1, lastStep: null } as const
    await db
      .insertInto('secondFactor')
      .values({ ...row, createTime: 0 })
      .execute()
  }
  for (let number = 0; number < passkeys; number += 1)
    await db
      .insertInto('passkey')
      .values({
        userId,
        credentialId: `${userId}:${number}`,
        publicKey: '',
        counter: 0,
        createTime: 0,
        lastUsed: null,
      })
      .execute()
  const asked = { secret, challenge: `of ${userId}`, userId, now: clock.at }
  await insertChallenge(db, asked)
  return replaceRecoveryCodes(db, secret, userId)
}

describe('a question that a passkey is asked', () => {
  test('is kept for a new passkey with its person, for a login without', async () => {
    const world = await makeWorld()
    const { db, secret, clock } = world
    await insertChallenge(db, { secret, challenge: 'a', userId: 1, now: 5 })
    await insertChallenge(db, { secret, challenge: 'b', userId: null, now: 6 })
    expect(await challenges(world)).toEqual([
      { userId: 1, kind: 'passkey', createTime: 5 },
      { userId: null, kind: 'login', createTime: 6 },
    ])
    expect(clock.at).toBeGreaterThan(6)
  })

  test('takes the place of the one before, of the same person only', async () => {
    const world = await makeWorld()
    const { id } = await world.person()
    const { db, secret } = world
    const ask = (challenge: string, userId: number | null, now: number) =>
      insertChallenge(db, { secret, challenge, userId, now })
    await ask('a', 1, 1)
    await ask('b', id, 2)
    await ask('c', null, 3)
    await ask('d', null, 4)
    await ask('e', 1, 5)
    expect((await challenges(world)).map(({ createTime }) => createTime)).toEqual([2, 3, 4, 5])
  })

  test.each([
    ['in its last moment', CHALLENGE_LIFE - 1, true],
    ['not once its time is over', CHALLENGE_LIFE, false],
  ])('is answered %s', async (_when, age, isTaken) => {
    const { db, secret } = await makeWorld()
    for (const userId of [1, null]) {
      await insertChallenge(db, { secret, challenge: 'a', userId, now: 1_000 })
      const answer = { secret, challenge: 'a', userId, now: 1_000 + age }
      expect(await takeChallenge(db, answer)).toBe(isTaken)
      expect(await takeChallenge(db, answer)).toBe(false)
      await db.deleteFrom('challenge').execute()
    }
  })

  test('is answered only as what it was asked', async () => {
    const { db, secret, person } = await makeWorld()
    const { id } = await person()
    await insertChallenge(db, { secret, challenge: 'new', userId: 1, now: 0 })
    await insertChallenge(db, { secret, challenge: 'login', userId: null, now: 0 })
    const take = (challenge: string, userId: number | null, by = secret) =>
      takeChallenge(db, { secret: by, challenge, userId, now: 1 })
    expect(await take('new', null)).toBe(false)
    expect(await take('new', id)).toBe(false)
    expect(await take('login', 1)).toBe(false)
    expect(await take('login', null, 'another secret')).toBe(false)
    expect(await take('other', 1)).toBe(false)
    expect([await take('new', 1), await take('login', null)]).toEqual([true, true])
  })

  test('is forgotten when its time is over', async () => {
    const world = await makeWorld()
    const { db, secret } = world
    for (const now of [9, 10, 11])
      await insertChallenge(db, { secret, challenge: `${now}`, userId: null, now })
    await removeOldChallenges(db, 10 + CHALLENGE_LIFE)
    expect(await challenges(world)).toEqual([{ userId: null, kind: 'login', createTime: 11 }])
  })
})

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

describe('taking every factor off', () => {
  test('leaves everybody else’s, and tells what there was', async () => {
    const world = await makeWorld()
    const other = await world.person({ type: 'admin' })
    for (const { id } of [mainAdmin, other]) await protect(world, id, { passkeys: 2 })
    for (const who of [mainAdmin, other]) await world.cookieOf(who)
    const before = await removeFactorsOf(world.db, other.id)
    expect(before).toEqual({ on: true, authenticator: true, passkeys: 2, recoveryCodes: 10 })
    for (const [table, count] of [
      ['secondFactor', 1],
      ['passkey', 2],
      ['challenge', 1],
      ['recoveryCode', 10],
      ['session', 1],
    ] as const) {
      const rows = await world.db.selectFrom(table).select('userId').execute()
      expect([table, rows.map(({ userId }) => userId)]).toEqual([table, Array(count).fill(1)])
    }
  })

  test('ends no session where nothing was on', async () => {
    const world = await makeWorld()
    await world.cookieOf(mainAdmin)
    await insertTotp(world.db, { userId: 1, totp: 'waits', now: 1 })
    expect(await removeFactorsOf(world.db, 1)).toMatchObject({ on: false, authenticator: false })
    expect(await factors(world)).toEqual([])
    expect(await world.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
  })
})

describe('the command line', () => {
  const ask = (world: World) => rescueOnRequest(world.db, world.clock.at, ['--reset-second-factor'])
  const said = (...lines: string[]) =>
    ['The second factor of main@example.com is off:', ...lines].join('\n')
  const END = ['- every session has ended', 'Log in with the password, then set up a new one.']

  test.each([
    [
      { app: true, passkeys: 0 },
      ['- the authenticator app is forgotten', '- recovery codes void: 10'],
    ],
    [{ app: false, passkeys: 2 }, ['- passkeys forgotten: 2', '- recovery codes void: 10']],
    [
      { app: true, passkeys: 1 },
      [
        '- the authenticator app is forgotten',
        '- passkeys forgotten: 1',
        '- recovery codes void: 10',
      ],
    ],
  ])('with %j says what it did, line by line', async (had, lines) => {
    const world = await makeWorld()
    await protect(world, 1, had)
    expect(await ask(world)).toBe(said(...lines, ...END))
    const entries = await world.db.selectFrom('audit').selectAll().execute()
    expect(entries).toMatchObject([
      {
        time: world.clock.at,
        actorId: null,
        operation: 'removeAdminFactors',
        subject: 'secondFactor',
        subjectId: 1,
        label: 'main@example.com',
      },
    ])
    expect(await ask(world)).toBe('main@example.com has no second factor. Nothing was changed.')
    expect(await world.db.selectFrom('audit').selectAll().execute()).toHaveLength(1)
  })

  test('says so while nobody runs the site, and takes nothing off anybody else', async () => {
    const world = await makeWorld()
    const other = await world.person({ type: 'admin' })
    await protect(world, other.id)
    expect(await ask(world)).toBe('main@example.com has no second factor. Nothing was changed.')
    await world.db.deleteFrom('user').where('id', '=', 1).execute()
    expect(await ask(world)).toBe('There is no main admin yet. Nothing was changed.')
    expect(await factors(world)).toHaveLength(1)
    expect(await world.db.selectFrom('audit').selectAll().execute()).toEqual([])
  })
})

test('passkeys are used on the pages of the site, each named once', () => {
  const origins = ['https://a.example:8443', 'http://test/', 'none', 'https://b.example/path']
  expect(relyingParty({ site: 'http://test', origins })).toEqual({
    expectedOrigin: ['http://test', 'https://a.example:8443', 'https://b.example'],
    expectedRPID: ['test', 'a.example', 'b.example'],
  })
  expect(relyingParty({ site: 'none', origins: [] })).toEqual({
    expectedOrigin: [],
    expectedRPID: [],
  })
  expect(CHALLENGE_LIFE).toBe(5 * MINUTE)
})

test('the use of a passkey is noted by one of those who saw the same counter', async () => {
  const world = await makeWorld()
  await protect(world, 1)
  const use = { id: 1, before: 0, counter: 5, now: 9 }
  expect(await changePasskeyUse(world.db, { ...use, before: 1 })).toBe(false)
  expect(await changePasskeyUse(world.db, { ...use, id: 2 })).toBe(false)
  expect(await changePasskeyUse(world.db, use)).toBe(true)
  expect(await changePasskeyUse(world.db, use)).toBe(false)
  const rows = await world.db.selectFrom('passkey').select(['counter', 'lastUsed']).execute()
  expect(rows).toEqual([{ counter: 5, lastUsed: 9 }])
})
