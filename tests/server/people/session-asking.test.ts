import { describe, expect, test } from 'vitest'
import { keyedHash } from '../../../server/base/keyedHash.ts'
import { codeOf } from '../../../server/messaging/codes.ts'
import { networkHash } from '../../../server/http/limits/shared.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { HERE, mailSite } from '../../support/mailSite.ts'

const MINUTE = 60_000
const EMAIL = 'new@example.com'

/** The same, and a function to request a code. */
async function site() {
  const made = await mailSite()
  const ask = (email = EMAIL, more: object = {}, from = HERE) =>
    made.send('/api/home/code', { email, ...more }, { from })
  return { ...made, ask }
}

describe('requesting a code', () => {
  test('mails the code of that moment, once', async () => {
    const { clock, secret, ask, mails, counts, db } = await site()
    expect(await ask()).toEqual([200, 'success'])
    const code = codeOf(secret, EMAIL, clock.at)
    expect(await mails()).toMatchObject([
      {
        kind: 'code',
        recipient: EMAIL,
        userId: null,
        createTime: clock.at,
        content: expect.stringContaining(`[ ${code} ]`),
      },
    ])
    expect(await db.selectFrom('mailCode').selectAll().execute()).toEqual([
      {
        email: EMAIL,
        codeHash: keyedHash(secret, `signUp:${EMAIL}`, code),
        tries: 0,
        createTime: clock.at,
        network: networkHash({ secret, client: HERE }),
      },
    ])
    expect(await counts('mail:%')).toEqual([1, 1, 1])
    // Nothing is sent the second time, so nothing counts.
    expect(await ask()).toEqual([200, 'success'])
    expect(await mails()).toHaveLength(1)
    expect(await counts('mail:%')).toEqual([1, 1, 1])
  })

  test('mails nothing again that another secret has made', async () => {
    const { clock, db, ask, mails } = await site()
    await ask()
    await db.updateTable('mailCode').set({ codeHash: 'of another secret' }).execute()
    clock.add(110_000)
    expect(await ask()).toEqual([200, 'success'])
    expect(await mails()).toHaveLength(1)
  })

  test('of someone who is registered mails the way to the login', async () => {
    const { person, ask, mails } = await site()
    await person({ email: EMAIL })
    await ask()
    const [mail] = await mails()
    expect(mail?.content).toContain('http://test/home/login')
    expect(mail?.content).not.toMatch(/\d{6}/)
  })

  test('is refused with its own word when a client has used up its mails', async () => {
    const { ask } = await site()
    for (let at = 0; at < 100; at += 1) await ask(`${at}@example.com`)
    expect(await ask()).toEqual([403, 'send email out of limit'])
    expect(await ask(EMAIL, {}, '192.0.2.2')).toEqual([200, 'success'])
  })

  test('with codes of an invitation that do not hold is refused after thirty, for ten minutes', async () => {
    const { db, clock, person, ask, counts } = await site()
    await changeSetting(db, 'account', { signUp: { isEnable: false } })
    const ref = { useRef: true, useWhenSignupClose: true, refNumber: 1, refUserNumber: 1 }
    await changeSetting(db, 'ref', ref)
    const { id: sourceUserId } = await person()
    const code = { code: '0123456789', sourceUserId, maxUser: 9, createTime: 0 }
    await db.insertInto('refCode').values(code).execute()
    const right = { refCode: '0123456789' }
    expect(await ask()).toEqual([403, 'signup close'])
    for (let time = 0; time < 29; time += 1)
      expect(await ask(EMAIL, { refCode: '999' })).toEqual([403, 'invalid ref code'])
    expect(await ask(EMAIL, right)).toEqual([200, 'success'])
    expect(await counts('referral:%')).toEqual([29])
    expect(await ask(EMAIL, { refCode: '999' })).toEqual([403, 'invalid ref code'])
    expect(await ask(EMAIL, right)).toEqual([403, ''])
    expect(await ask(EMAIL, right, '192.0.2.2')).toEqual([200, 'success'])
    clock.add(10 * MINUTE - 1)
    expect(await ask(EMAIL, right)).toEqual([403, ''])
    clock.add(1)
    expect(await ask(EMAIL, right)).toEqual([200, 'success'])
    await changeSetting(db, 'ref', { ...ref, useRef: false })
    expect(await ask(EMAIL, right)).toEqual([403, 'signup close'])
  })
})
