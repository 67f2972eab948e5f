import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openMailer } from '../../../server/messaging/mails/send.ts'
import { newSetupLink } from '../../../server/people/login/setup.ts'
import { EMAIL, normalEmail } from '#rules/email.ts'
import { HOSTILE } from '../../support/addresses.ts'
import { openSmtp } from '../../support/smtp.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PASSWORD = 'correct horse'

async function site() {
  const [world, smtp] = await Promise.all([makeWorld(), openSmtp()])
  await world.as(mainAdmin).PUT('/api/admin/setting/mailServer', {
    body: { ...smtp.setting, blackList: ['@mailinator.com'] },
  })
  return { world, smtp }
}

describe('what is no email address', () => {
  test('is refused by every operation: nothing is mailed, no user is created', async () => {
    const { world } = await site()
    const cookie = await world.cookieOf(mainAdmin)
    const post = async (url: string, payload: object) =>
      (await world.app.inject({ method: 'POST', url, payload, headers: { cookie } })).statusCode
    const token = 'x'
    for (const email of HOSTILE) {
      const replies = [
        await post('/api/home/code', { email }),
        await post('/api/home/signup', { email, code: '123456', password: PASSWORD }),
        await post('/api/home/setup', {
          token,
          email,
          password: PASSWORD,
          title: 'x',
          language: 'en-US',
        }),
        await post('/api/admin/user/add', { email, password: PASSWORD, type: 'normal' }),
        await post('/api/admin/setting/mailServer/test', { recipient: email }),
      ]
      expect([email, replies.filter((status) => status < 400 || status > 499)]).toEqual([email, []])
    }
    expect(await world.db.selectFrom('mail').select('recipient').execute()).toEqual([])
    expect(await world.db.selectFrom('mailCode').select('email').execute()).toEqual([])
    expect(await world.db.selectFrom('user').select('id').execute()).toEqual([{ id: 1 }])
  })

  test('makes no main admin', async () => {
    const world = await makeWorld()
    await world.db.deleteFrom('user').execute()
    const token = (await newSetupLink(world.world))?.split('/').at(-1) ?? ''
    const form = { token, password: PASSWORD, title: 'North', language: 'en-US' as const }
    for (const email of HOSTILE) {
      const body = { ...form, email }
      const { response } = await world.as(null).POST('/api/home/setup', { body })
      expect([email, response.status]).toEqual([email, 400])
    }
    const body = { ...form, email: ' Boss@Example.com ' }
    expect((await world.as(null).POST('/api/home/setup', { body })).response.status).toBe(200)
    expect(await world.db.selectFrom('user').select(['username', 'email']).execute()).toEqual([
      { username: 'boss@example.com', email: 'boss@example.com' },
    ])
  })
})

describe('one mailbox in many spellings', () => {
  test('is one for the black list, the limit, the code and the user', async () => {
    const { world } = await site()
    const send = async (email: string) =>
      (await world.as(null).POST('/api/home/code', { body: { email } })).error
    for (const email of ['t@mailinator.com', ' T@MailInator.com ', 't@sub.mailinator.com'])
      expect(await send(email)).toBe('email in black list')
    for (const email of ['new@x.example', 'NEW@x.example', '\tNew@X.example '])
      expect(await send(email)).toBeUndefined()
    const { count } = world.db.fn
    const rows = await world.db
      .selectFrom('mail')
      .select(['recipient', count<number>('id').as('mails')])
      .groupBy('recipient')
      .execute()
    expect(rows).toEqual([{ recipient: 'new@x.example', mails: 1 }])
    expect(await world.db.selectFrom('mailCode').select('email').execute()).toEqual([
      { email: 'new@x.example' },
    ])
    const add = async (email: string) =>
      (
        await world
          .as(mainAdmin)
          .POST('/api/admin/user/add', { body: { email, password: PASSWORD } })
      ).error
    expect([await add('new@x.example'), await add(' NEW@X.example')]).toEqual([
      undefined,
      'user exists',
    ])
  })
})

test('what is an address is the recipient, byte for byte', async () => {
  const smtp = await openSmtp()
  const mailer = openMailer(
    { ...smtp.setting, password: '', footer: '' },
    { wait: 5_000, site: 'http://test' },
  )
  // The server of the tests shows names of the form `xn--` decoded.
  const address = fc
    .stringMatching(EMAIL)
    .filter((text) => text.length <= 200 && !/xn--/i.test(text))
  await fc.assert(
    fc.asyncProperty(address, async (typed) => {
      const recipient = normalEmail(typed)
      expect(await mailer.send({ recipient, subject: 's', content: 'c' })).toBeUndefined()
      expect(smtp.received.at(-1)?.to).toEqual([recipient])
    }),
    {
      numRuns: 200,
      examples: [["o'n%e=r`@x.example"]],
    },
  )
  mailer.close()
})
