import { describe, expect, test } from 'vitest'
import { keyedHash } from '../../../server/base/keyedHash.ts'
import {
  codeOf,
  findCodeToMailAgain,
  insertCode,
  MAILED_LIFETIME_MS,
  removeCode,
  removeOldCodes,
  removeUnmailedCode,
  takeTry,
} from '../../../server/messaging/codes.ts'
import { makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const ANN = 'ann@example.com'
const BOB = 'bob@example.com'
type World = Awaited<ReturnType<typeof makeWorld>>
const codes = ({ db }: World) => db.selectFrom('mailCode').selectAll().orderBy('email').execute()
const ask = ({ db }: World, { email = ANN, now = 0, network = 'here', client = 'me' } = {}) =>
  insertCode(db, { email, codeHash: `hash ${now}`, now, network }, client)

describe('a code that is mailed', () => {
  test('has six digits, of secret, address and time', () => {
    const made = [
      codeOf('secret', ANN, 1),
      codeOf('secret', ANN, 2),
      codeOf('secret', BOB, 1),
      codeOf('other', ANN, 1),
    ]
    expect(new Set(made).size).toBe(4)
    for (const code of made) expect(code).toMatch(/^\d{6}$/)
    expect(codeOf('secret', ANN, 1)).toBe(made[0])
    // With zeros in front where the number is small.
    const many = Array.from({ length: 300 }, (_, time) => codeOf('secret', ANN, time))
    expect(many.every((code) => code.length === 6)).toBe(true)
    expect(many.some((code) => code.startsWith('0'))).toBe(true)
  })

  test('is stored as a hash that nothing else has', () => {
    const hashes = [
      keyedHash('secret', 'code', '1'),
      keyedHash('secret', 'reset', '1'),
      keyedHash('secret', 'code', '2'),
      keyedHash('other', 'code', '1'),
    ]
    expect(new Set(hashes).size).toBe(4)
    for (const hash of hashes) expect(hash).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    ['stays for five minutes', 5 * MINUTE - 1, false],
    ['makes room for another from then on', 5 * MINUTE, true],
  ])('%s', async (_what, age, isReplaced) => {
    const world = await makeWorld()
    expect(await ask(world, { now: 1_000, network: 'there' })).toBe(true)
    await ask(world, { email: BOB, now: 1_000 })
    await world.db.updateTable('mailCode').set({ tries: 3 }).execute()
    expect(await ask(world, { now: 1_000 + age })).toBe(isReplaced)
    const first = { email: ANN, codeHash: 'hash 1000', createTime: 1_000, network: 'there' }
    const second = { email: ANN, codeHash: `hash ${1_000 + age}`, createTime: 1_000 + age }
    expect(await codes(world)).toEqual([
      isReplaced ? { ...second, tries: 0, network: 'here' } : { ...first, tries: 3 },
      { email: BOB, codeHash: 'hash 1000', createTime: 1_000, network: 'here', tries: 3 },
    ])
  })

  test.each([
    [49, false],
    [50, true],
  ])('after %d guesses of all makes room: %s', async (tries, isReplaced) => {
    const world = await makeWorld()
    await ask(world)
    await world.db.updateTable('mailCode').set({ tries }).execute()
    expect(await ask(world, { now: 1 })).toBe(isReplaced)
  })

  test.each([
    ['the client who asked for it, from there', 5, 'here', 'me', true],
    ['that client with a guess left', 4, 'here', 'me', false],
    ['that client from another network', 5, 'there', 'me', false],
    ['another client from there', 5, 'here', 'you', false],
  ])('used up by guesses makes room for %s', async (_who, guesses, network, client, isReplaced) => {
    const world = await makeWorld()
    await ask(world)
    for (let time = 0; time < guesses; time += 1)
      expect(await takeTry(world.db, { email: ANN, now: 1, client: 'me' })).toBe('hash 0')
    expect(await ask(world, { now: 2, network, client })).toBe(isReplaced)
  })

  test('is guessed at by each client five times, and by all fifty times', async () => {
    const world = await makeWorld()
    await ask(world)
    await ask(world, { email: BOB })
    const guess = (client: string, now = 1, email = ANN) =>
      takeTry(world.db, { email, now, client })
    for (let time = 0; time < 5; time += 1) expect(await guess('me')).toBe('hash 0')
    expect(await guess('me')).toBeUndefined()
    expect(await guess('you')).toBe('hash 0')
    expect(await guess('me', 1, BOB)).toBe('hash 0')
    expect((await codes(world)).map(({ tries }) => tries)).toEqual([6, 1])
    await world.db.updateTable('mailCode').set({ tries: 49 }).execute()
    expect(await guess('them')).toBe('hash 0')
    expect(await guess('them')).toBeUndefined()
    expect((await codes(world)).map(({ tries }) => tries)).toEqual([50, 49])
    expect(await guess('me', 1, 'nobody@example.com')).toBeUndefined()
  })

  test.each([
    [MAILED_LIFETIME_MS - 1, 'hash 0'],
    [MAILED_LIFETIME_MS, undefined],
  ])('%d ms old is good as %s', async (now, codeHash) => {
    const world = await makeWorld()
    await ask(world)
    expect(await takeTry(world.db, { email: ANN, now, client: 'me' })).toBe(codeHash)
  })

  test('is used up once, by its address and hash', async () => {
    const world = await makeWorld()
    for (const email of [ANN, BOB]) await ask(world, { email })
    expect(await removeCode(world.db, ANN, 'hash 1')).toBe(false)
    expect(await removeCode(world.db, ANN, 'hash 0')).toBe(true)
    expect(await removeCode(world.db, ANN, 'hash 0')).toBe(false)
    expect(await codes(world)).toMatchObject([{ email: BOB }])
  })

  test('is forgotten when its own mail could not go', async () => {
    const world = await makeWorld()
    for (const email of [ANN, BOB]) await ask(world, { email, now: 5 })
    await removeUnmailedCode(world.db, ANN, 4)
    expect(await codes(world)).toHaveLength(2)
    await removeUnmailedCode(world.db, ANN, 5)
    expect(await codes(world)).toMatchObject([{ email: BOB }])
  })

  test('is forgotten when its ten minutes are over', async () => {
    const world = await makeWorld()
    for (const [at, email] of [ANN, BOB, 'zoe@example.com'].entries())
      await ask(world, { email, now: 9 + at })
    await removeOldCodes(world.db, 10 + MAILED_LIFETIME_MS)
    expect(await codes(world)).toMatchObject([{ createTime: 11 }])
  })

  test.each([
    ['code', ANN, 110_000, true],
    ['code', ANN, 109_999, false],
    ['code', BOB, 1, true],
    ['reset', ANN, 1, true],
  ] as const)(
    'may be mailed once more beside a mail (%s to %s) of %d ms ago: %s',
    async (kind, recipient, age, isMailed) => {
      const world = await makeWorld()
      const now = 1_000_000
      await ask(world, { now: 7 })
      await ask(world, { email: BOB, now: 8 })
      const mail = { kind, recipient, subject: '', content: '', createTime: now - age }
      await world.db
        .insertInto('mail')
        .values({ ...mail, status: 'sent', nextTry: null } as never)
        .execute()
      const found = await findCodeToMailAgain(world.db, ANN, now)
      expect(found).toEqual(isMailed ? { codeHash: 'hash 7', createTime: 7 } : undefined)
    },
  )
})
