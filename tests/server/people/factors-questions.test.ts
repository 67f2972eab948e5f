import { describe, expect, test } from 'vitest'
import {
  CHALLENGE_LIFETIME_MS,
  insertChallenge,
  removeOldChallenges,
  takeChallenge,
} from '../../../server/people/factors/challenges.ts'
import { relyingParty } from '../../../server/people/factors/signed.ts'
import { makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
const MINUTE = 60_000
const challenges = ({ db }: World) =>
  db
    .selectFrom('challenge')
    .select(['userId', 'kind', 'createTime'])
    .orderBy('createTime')
    .execute()

describe('a challenge for a passkey', () => {
  test('is stored for a new passkey with its person, for a login without', async () => {
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
    ['in its last moment', CHALLENGE_LIFETIME_MS - 1, true],
    ['not once its time is over', CHALLENGE_LIFETIME_MS, false],
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

  test('is accepted only for its purpose', async () => {
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
    await removeOldChallenges(db, 10 + CHALLENGE_LIFETIME_MS)
    expect(await challenges(world)).toEqual([{ userId: null, kind: 'login', createTime: 11 }])
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
  expect(CHALLENGE_LIFETIME_MS).toBe(5 * MINUTE)
})
