import { describe, expect, test } from 'vitest'
import { takeDifferentTryOf, takeMail, takeTryOf } from '../../../server/http/limits/limits.ts'
import { recordNetwork } from '../../../server/people/session/networks.ts'
import { takeGuess } from '../../../server/people/session/tries.ts'
import { countsByKey } from '../../support/attempts.ts'
import { makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
type World = Awaited<ReturnType<typeof makeWorld>>
const rows = ({ db }: World) =>
  db.selectFrom('attempt').select(['key', 'count']).orderBy('key').execute()

const wordOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { status: number; reason: string }) => [error.status, error.reason],
  )

describe('the tries of a client', () => {
  const requested = { what: 'thing', most: 2, window: MINUTE }

  test('are its own, and are released when they expire or succeed', async () => {
    const { world, clock } = await makeWorld()
    const take = (client = '192.0.2.1', what = 'thing') =>
      wordOf(takeTryOf({ ...world, client }, { ...requested, what }))
    expect([await take(), await take(), await take()]).toEqual(['taken', 'taken', [403, '']])
    expect([await take('192.0.2.2'), await take('192.0.2.1', 'other')]).toEqual(['taken', 'taken'])
    clock.add(MINUTE)
    expect(await take()).toBe('taken')
    const tried = await takeTryOf({ ...world, client: '192.0.2.1' }, requested)
    expect(await take()).toEqual([403, ''])
    await tried.giveBack()
    expect(await take()).toBe('taken')
  })

  test('with the same value count once; given back, the value may come again', async () => {
    const made = await makeWorld()
    const client = '192.0.2.1'
    const take = (value: string, what = 'thing') =>
      takeDifferentTryOf({ ...made.world, client }, { ...requested, what, value })
    const counts = async () => (await rows(made)).map(({ count }) => count).sort()
    await take('one')
    const again = await take('one')
    await again.giveBack()
    // The first one's try is not the second one's to give back.
    expect(await counts()).toEqual([1, 1])
    const two = await take('two')
    expect(await wordOf(take('three'))).toEqual([403, ''])
    expect(await wordOf(take('two', 'other'))).toBe('taken')
    await two.giveBack()
    expect(await wordOf(take('three'))).toBe('taken')
    expect(await wordOf(take('four'))).toEqual([403, ''])
    const { key } = (await rows(made))[0]!
    expect(key).toMatch(/^(thing|other):[\w-]{43}$/)
  })
})

describe('the mails of an hour', () => {
  const word = 'too many'
  const mail = (
    world: World['world'],
    { client = '192.0.2.1', to = 'ann@example.com', isKnown = false } = {},
  ) => wordOf(takeMail({ ...world, client }, to, { word, isKnown }))

  test.each([
    ['a client', '192.0.2.1', 100],
    ['this machine, where a proxy names nobody', '127.0.0.1', 1000],
  ])('are for %s (%s) %d', async (_who, client, most) => {
    const { world, clock } = await makeWorld()
    for (let at = 0; at < most; at += 1)
      expect(await mail(world, { client, to: `${at}@example.com` })).toBe('taken')
    expect(await mail(world, { client, to: 'last@example.com' })).toEqual([403, word])
    expect(await mail(world, { client: '192.0.2.2' })).toBe('taken')
    clock.add(HOUR - 1)
    expect(await mail(world, { client, to: 'last@example.com' })).toEqual([403, word])
    clock.add(1)
    expect(await mail(world, { client, to: 'last@example.com' })).toBe('taken')
  })

  test('are from one client to one mailbox five', async () => {
    const { world } = await makeWorld()
    for (let at = 0; at < 5; at += 1) expect(await mail(world)).toBe('taken')
    expect(await mail(world)).toEqual([403, word])
    expect(await mail(world, { to: 'bob@example.com' })).toBe('taken')
    expect(await mail(world, { client: '192.0.2.2' })).toBe('taken')
  })

  test('are fifteen per mailbox; a known user has five of their own besides', async () => {
    const { world } = await makeWorld()
    for (let at = 0; at < 15; at += 1)
      expect(await mail(world, { client: `192.0.2.${at}` })).toBe('taken')
    expect(await mail(world, { client: '192.0.2.99' })).toEqual([403, word])
    const known = { client: '192.0.2.99', isKnown: true }
    for (let at = 0; at < 5; at += 1) expect(await mail(world, known)).toBe('taken')
    expect(await mail(world, known)).toEqual([403, word])
  })

  test('are given back when no mail is sent', async () => {
    const made = await makeWorld()
    const from = { ...made.world, client: '192.0.2.1' }
    const taken = await takeMail(from, 'ann@example.com', { word: '' })
    const keys = [
      'mail:from:192.0.2.1',
      'mail:from:192.0.2.1:to:ann@example.com',
      'mail:to:ann@example.com',
    ]
    const counts = await countsByKey(made.db, ...keys)
    expect(counts).toMatchObject(keys.map((key) => ({ key, count: 1 })))
    await taken.giveBack()
    expect((await rows(made)).map(({ count }) => count)).toEqual([0, 0, 0])
  })
})

describe('guesses', () => {
  async function guesser() {
    const made = await makeWorld()
    const { id } = await made.person()
    const guess = (
      what: 'password' | 'code',
      { client = '192.0.2.1', userId = id, isLogIn = true, session = 'one' } = {},
    ) =>
      wordOf(takeGuess({ ...made.world, client, isLogIn, session: { id: session } }, userId, what))
    /** How many are taken, each a window of the narrow limit after the last. */
    const many = async (times: number, ...[what, more]: Parameters<typeof guess>) => {
      let taken = 0
      for (let time = 0; time < times; time += 1) {
        taken += (await guess(what, more)) === 'taken' ? 1 : 0
        made.clock.add(MINUTE)
      }
      return taken
    }
    return { ...made, id, guess, many }
  }

  test.each([
    ['password', 20, HOUR, 'password retry out of limit'],
    ['code', 50, DAY, 'code retry out of limit'],
  ] as const)('at a %s are five a minute and %d in %d ms', async (what, most, window, word) => {
    const { clock, id, guess, many, ...made } = await guesser()
    const start = clock.at
    for (let time = 0; time < 5; time += 1) expect(await guess(what)).toBe('taken')
    expect(await guess(what)).toEqual([403, word])
    expect(await guess(what, { userId: 1 })).toBe('taken')
    const keys = [
      `${what}:${id}:192.0.2.1:${MINUTE}`,
      `${what}:${id}:192.0.2.1:${window}`,
      `${what}:${id}`,
    ]
    const counts = await countsByKey(made.world.db, ...keys)
    expect(counts.map(({ key }) => key)).toEqual(expect.arrayContaining(keys))
    clock.add(MINUTE)
    expect(await many(most, what)).toBe(most - 5)
    expect(await guess(what)).toEqual([403, word])
    clock.set(start + window)
    expect(await guess(what)).toBe('taken')
  })

  test.each([
    ['password', 100, HOUR],
    ['code', 50, DAY],
  ] as const)('at a %s from strange networks are %d together', async (what, most, window) => {
    const { world, clock, id, guess } = await guesser()
    await recordNetwork({ ...world, client: 'known' }, id)
    for (let at = 0; at < most; at += 1)
      expect(await guess(what, { client: `198.51.100.${at}` })).toBe('taken')
    expect(await guess(what, { client: 'strange' })).toEqual([403, `${what} retry out of limit`])
    expect(await guess(what, { client: 'known' })).toBe('taken')
    expect(await guess(what, { client: 'strange', isLogIn: false })).toBe('taken')
    clock.add(window)
    expect(await guess(what, { client: 'strange' })).toBe('taken')
  })

  test('in a session are its own, from any address', async () => {
    const { guess, ...made } = await guesser()
    const within = (session: string, client?: string) =>
      guess('password', { isLogIn: false, session, client })
    for (let time = 0; time < 5; time += 1) expect(await within('one', `${time}`)).toBe('taken')
    expect(await within('one', 'new')).toEqual([403, 'password retry out of limit'])
    expect(await within('two')).toBe('taken')
    const keyOf = (session: string) => `password:${made.id}:session:${session}:${MINUTE}`
    const named = async (session: string) =>
      (await countsByKey(made.world.db, keyOf(session)))[0]?.key === keyOf(session)
    expect([await named('one'), await named('three')]).toEqual([true, false])
    await within('a session whose name is a long one')
    expect(await named('a session whose ')).toBe(true)
  })
})
