import { describe, expect, test } from 'vitest'
import { storedKey } from '../../../server/http/limits/attempts.ts'
import { keyedHash } from '../../../server/base/keyedHash.ts'
import { insertResetLink } from '../../../server/messaging/links.ts'
import { networkHash } from '../../../server/http/limits/shared.ts'
import { recordNetwork } from '../../../server/people/session/networks.ts'
import { HERE, mailSite } from '../../support/mailSite.ts'

const MINUTE = 60_000
const PASSWORD = 'correct horse'

describe('a lost password', () => {
  const url = '/api/home/password/sendEmail'
  const token = 'f'.repeat(32)
  async function forgetful() {
    const made = await mailSite()
    const user = await made.person({ email: 'ann@example.com', passwordHash: 'old' })
    const requested = (email = 'ann@example.com', from = HERE) =>
      made.send(url, { email }, { from })
    const keepLink = (name = token, userId = user.id) => {
      const tokenHash = keyedHash(made.secret, 'reset', name)
      return insertResetLink(made.db, { userId, tokenHash, now: made.clock.at })
    }
    const reset = (name = token, password = PASSWORD, from = HERE) =>
      made.send('/api/home/password/reset', { token: name, password }, { from })
    return { ...made, user, requested, keepLink, reset }
  }

  test('is mailed a link, to its owner and once', async () => {
    const { db, user, clock, secret, requested, mails, counts } = await forgetful()
    expect(await requested()).toEqual([200, 'success'])
    const [mail, ...more] = await mails()
    const recipient = 'ann@example.com'
    expect([mail, more]).toMatchObject([
      { kind: 'reset', recipient, userId: user.id, createTime: clock.at },
      [],
    ])
    const [, made = ''] =
      /http:\/\/test\/home\/password\/reset\/([0-9a-f]{32})/.exec(mail?.content ?? '') ?? []
    expect(await db.selectFrom('resetLink').selectAll().execute()).toEqual([
      { userId: user.id, tokenHash: keyedHash(secret, 'reset', made), createTime: clock.at },
    ])
    expect(await counts('mail:%')).toEqual([1, 1, 1])
    expect(await requested()).toEqual([403, 'already send'])
    expect(await counts('mail:%')).toEqual([1, 1, 1])
    expect(await counts('resetLink:%')).toEqual([0])
  })

  test('is requested in vain a hundred times in ten minutes', async () => {
    const { clock, requested } = await forgetful()
    for (let time = 0; time < 100; time += 1)
      expect(await requested(`who${time}@example.com`)).toEqual([403, 'user not exists'])
    expect(await requested()).toEqual([403, ''])
    expect(await requested('who@example.com', '192.0.2.2')).toEqual([403, 'user not exists'])
    clock.add(10 * MINUTE - 1)
    expect(await requested()).toEqual([403, ''])
    clock.add(1)
    expect(await requested()).toEqual([200, 'success'])
  })

  test('is mailed to known people, however many requests strangers have sent', async () => {
    const { world, db, user, requested } = await forgetful()
    const until = world.now() + 60 * MINUTE
    const key = await storedKey(db, 'mail:to:ann@example.com')
    const flood = { key, count: 15, until }
    await db.insertInto('attempt').values(flood).execute()
    expect(await requested()).toEqual([403, ''])
    await recordNetwork({ ...world, client: HERE }, user.id)
    expect(await requested()).toEqual([200, 'success'])
  })

  test('is reset by the link; nobody else’s session, link or password is affected', async () => {
    const { db, secret, clock, user, person, cookieOf, keepLink, reset } = await forgetful()
    const other = await person({ passwordHash: 'theirs' })
    await keepLink()
    await keepLink('e'.repeat(32), other.id)
    for (const who of [user, other]) await cookieOf(who)
    expect(await reset(token, '1234567')).toEqual([403, 'password too short'])
    expect(await reset()).toEqual([200, 'success'])
    const people = await db
      .selectFrom('user')
      .select(['id', 'passwordHash'])
      .where('id', '>', 1)
      .orderBy('id')
      .execute()
    expect(people).toEqual([
      { id: user.id, passwordHash: expect.stringMatching(/^\$argon2id/) },
      { id: other.id, passwordHash: 'theirs' },
    ])
    expect(await db.selectFrom('session').select('userId').execute()).toEqual([
      { userId: other.id },
    ])
    expect(await db.selectFrom('resetLink').select('userId').execute()).toEqual([
      { userId: other.id },
    ])
    expect(await db.selectFrom('knownNetwork').selectAll().execute()).toEqual([
      { userId: user.id, network: networkHash({ secret, client: HERE }), lastTime: clock.at },
    ])
  })

  test('is guessed at by a hundred links in ten minutes', async () => {
    const { clock, keepLink, reset, counts } = await forgetful()
    await keepLink()
    expect(await reset(token, '1234567')).toEqual([403, 'password too short'])
    expect(await counts('reset:%')).toEqual([0])
    for (let time = 0; time < 100; time += 1)
      expect(await reset(`${time}`.padStart(32, '0'))).toEqual([403, ''])
    expect(await reset()).toEqual([403, ''])
    clock.add(10 * MINUTE - 1)
    expect(await reset()).toEqual([403, ''])
    expect(await reset(token, PASSWORD, '192.0.2.2')).toEqual([200, 'success'])
  })
})
