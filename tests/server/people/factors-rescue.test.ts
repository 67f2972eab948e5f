import { describe, expect, test } from 'vitest'
import { insertChallenge } from '../../../server/people/factors/challenges.ts'
import { changePasskeyUse } from '../../../server/people/factors/passkeyStore.ts'
import { replaceRecoveryCodes } from '../../../server/people/factors/recovery.ts'
import { rescueOnRequest } from '../../../server/app/rescue.ts'
import { insertTotp, removeFactorsOf } from '../../../server/people/factors/store.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
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
  const requested = { secret, challenge: `of ${userId}`, userId, now: clock.at }
  await insertChallenge(db, requested)
  return replaceRecoveryCodes(db, secret, userId)
}

describe('taking every factor off', () => {
  test('leaves everyone else’s, and returns what there was', async () => {
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

  test('says so while there is no main admin, and removes nothing from anyone else', async () => {
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

test('the use of a passkey is recorded once among concurrent logins with one counter', async () => {
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
