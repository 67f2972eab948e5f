/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { sendDueMails } from '../../../server/messaging/mails/outbox.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { aPlan } from '../../support/make.ts'
import { openSmtp } from '../../support/smtp.ts'
import { openSocket } from '../../support/sockets.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const LOG_IN = '/api/home/login'
const CODE = '/api/home/code'
const PASSWORD = 'correct horse'
const TOO_MANY = 'password retry out of limit'
const MAILS_OUT = 'send email out of limit'

/** A site at a real socket, whose clients are distinguished by address alone. */
async function site() {
  const [world, smtp] = await Promise.all([makeWorld({ env: {} }), openSmtp()])
  await world.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: smtp.setting })
  const { post } = await openSocket(world.app)
  const passwordHash = await hashPassword(PASSWORD)
  const owner = await world.person({ type: 'admin', email: 'ann@example.com', passwordHash })
  const logIn = (password: string, at: Parameters<typeof post>[2], email = 'ann@example.com') =>
    post(LOG_IN, { email, password }, at)
  return { world, smtp, post, owner, logIn }
}

describe('clients at a socket that listens on ::', () => {
  test.each([
    ['two IPv4 addresses', { from: '127.0.0.2' }, { from: '127.0.0.3' }],
    ['IPv4 and ::1', { from: '127.0.0.2' }, { ip6: true }],
    ['two behind a proxy', { forwarded: '192.0.2.1' }, { forwarded: '192.0.2.2' }],
    ['two networks of IPv6', { forwarded: '2001:db8::1' }, { forwarded: '2001:db8:0:1::1' }],
    ['one who forges a header', { forwarded: '192.0.2.9, 192.0.2.1' }, { forwarded: '192.0.2.9' }],
  ])('are distinguished: %s', async (_what, one, other) => {
    const { logIn, post } = await site()
    for (let time = 0; time < 100; time++)
      expect((await logIn(PASSWORD, one, `who${time}@example.com`)).text).toBe('user not exists')
    expect((await logIn(PASSWORD, one)).text).toBe(TOO_MANY)
    expect((await logIn(PASSWORD, other)).status).toBe(200)
    for (let time = 0; time < 1001; time++) await post(CODE, { email: `u${time}@example.com` }, one)
    expect((await post(CODE, { email: 'v@example.com' }, one)).text).toBe(MAILS_OUT)
    expect((await post(CODE, { email: 'v@example.com' }, other)).text).toBe('success')
  })

  test.each([
    ['of one /64', { forwarded: '2001:db8::1' }, { forwarded: '2001:db8::2:3' }],
    ['spelled as IPv6', { forwarded: '192.0.2.1' }, { forwarded: '::ffff:192.0.2.1' }],
    ['with a port', { forwarded: '192.0.2.1:40001' }, { forwarded: '192.0.2.1:40002' }],
    ['of IPv6 with a port', { forwarded: '[2001:db8::1]:443' }, { forwarded: '2001:db8::1' }],
  ])('are one: %s', async (_what, one, other) => {
    const { logIn } = await site()
    for (let time = 0; time < 100; time++) await logIn(PASSWORD, one, `who${time}@example.com`)
    expect((await logIn(PASSWORD, other)).text).toBe(TOO_MANY)
  })
})

describe('a stranger with a thousand tries', () => {
  const stranger = { from: '127.0.0.66' }
  const other = { from: '127.0.0.7' }

  test('keeps nobody from logging in, from changing a password or from a code', async () => {
    const { world, owner, logIn, post } = await site()
    const cookie = await world.cookieOf(owner)
    for (let time = 0; time < 1000; time++) {
      await logIn('wrong password', stranger)
      // Slowly enough to stay below the limit of an address.
      world.clock.add(3_000)
    }
    expect((await logIn(PASSWORD, stranger)).text).toBe(TOO_MANY)
    // Never been there before: a whole network's guesses are not enough to shut it out.
    const { status, cookie: session } = await logIn(PASSWORD, other)
    expect(status).toBe(200)
    const change = { password: PASSWORD, newPassword: 'another horse' }
    const path = '/api/admin/setting/changePassword'
    expect((await post(path, change, { ...other, cookie })).status).toBe(200)
    expect(session).toMatch(/^sid=/)
  })

  test('neither fills a mailbox nor ends its mail', async () => {
    const { world, smtp, post } = await site()
    for (let time = 0; time < 1000; time++) {
      await post(CODE, { email: 'new@example.com' }, stranger)
      world.clock.add(3_000)
    }
    await sendDueMails(world.world)
    expect(smtp.received.length).toBeLessThanOrEqual(5)
    const before = smtp.received.length
    world.clock.add(120_000)
    expect((await post(CODE, { email: 'new@example.com' }, other)).text).toBe('success')
    await sendDueMails(world.world)
    expect(smtp.received.length).toBe(before + 1)
  })

  test('voids no code and leaves recharge codes to others at the address', async () => {
    const { world, smtp, post } = await site()
    await post(CODE, { email: 'new@example.com' }, other)
    await sendDueMails(world.world)
    const code = /\[ (\d{6}) \]/.exec(smtp.received.at(-1)?.text ?? '')?.[1] ?? ''
    const wrong = code === '123456' ? '654321' : '123456'
    const body = { email: 'new@example.com', password: PASSWORD }
    for (let time = 0; time < 1000; time++)
      await post('/api/home/signup', { ...body, code: wrong }, stranger)
    expect((await post('/api/home/signup', { ...body, code }, other)).text).toBe('normal')

    await aPlan(world)
    const use = '/api/user/giftcard/use'
    for (let guesser = 0; guesser < 7; guesser++) {
      const cookie = await world.cookieOf(await world.person())
      for (let time = 0; time < 150; time++)
        await post(use, { accountId: null, password: `0000${time}` }, { ...stranger, cookie })
    }
    const cookie = await world.cookieOf(await world.person())
    const { text } = await post(use, { accountId: null, password: 'x' }, { ...stranger, cookie })
    expect(text).not.toContain('尝试次数过多')
  })
})
