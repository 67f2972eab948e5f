import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sendDueMails } from '../../../server/messaging/mails/outbox.ts'
import { newSetupLink } from '../../../server/people/login/setup.ts'
import { aPlan, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'
import { openSmtp } from '../../support/smtp.ts'

const EMAIL = 'new@example.com'
const PASSWORD = 'correct horse'
const MINUTE = 60_000

async function shop(account: object = {}, ref?: object) {
  const [world, smtp] = await Promise.all([makeWorld(), openSmtp()])
  const admin = world.as(mainAdmin)
  await admin.PUT('/api/admin/setting/mailServer', { body: smtp.setting })
  await admin.PUT('/api/admin/setting/account', { body: { data: account } })
  if (ref) await admin.PUT('/api/admin/setting/ref', { body: { data: ref } })
  const visitor = world.as(null)
  const ask = (email = EMAIL, refCode?: string) =>
    visitor.POST('/api/home/code', { body: { email, ...(refCode ? { refCode } : {}) } })
  /** Reads the code out of the last mail that came. */
  const received = async () => {
    await sendDueMails(world.world)
    return /\[ (\d{6}) \]/.exec(smtp.received.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const signUp = (code: string, more: { email?: string; ref?: string } = {}) =>
    visitor.POST('/api/home/signup', {
      body: { email: EMAIL, password: PASSWORD, code, ...more },
    })
  const users = () =>
    world.db.selectFrom('user').selectAll().where('id', '>', 1).orderBy('id').execute()
  return { world, smtp, admin, visitor, ask, received, signUp, users }
}

async function inviter(world: Awaited<ReturnType<typeof makeWorld>>, maxUser = 1) {
  const user = await world.person({ groupId: 7 })
  const code = { code: '0123456789', sourceUserId: user.id, maxUser, createTime: world.clock.at }
  await world.db.insertInto('refCode').values(code).execute()
  return user
}

describe('sendCode', () => {
  test('mails six digits, keeps only their hash, and mails them again after two minutes', async () => {
    const { world, smtp, ask, received } = await shop()
    expect((await ask('New@Example.com')).data).toBe('success')
    const code = await received()
    expect(code).toMatch(/^\d{6}$/)
    expect(smtp.received[0]?.to).toEqual([EMAIL])
    expect((await ask()).data).toBe('success')
    await sendDueMails(world.world)
    expect(smtp.received).toHaveLength(1)
    const stored = await world.db.selectFrom('mailCode').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(code)
    world.clock.add(2 * MINUTE)
    await ask()
    expect(await received()).toBe(code)
    // A code that would not last makes room for another.
    world.clock.add(4 * MINUTE)
    await ask()
    expect(await received()).not.toBe(code)
    expect(smtp.received).toHaveLength(3)
  })

  test('says nothing about who is registered', async () => {
    const { world, smtp, ask, received } = await shop()
    await world.person({ email: EMAIL })
    expect((await ask()).data).toBe('success')
    expect(await received()).toBe('')
    expect(smtp.received).toHaveLength(1)
    // Only in the mail: it leads to the login, and holds no code.
    expect(smtp.received[0]?.to).toEqual([EMAIL])
    expect(smtp.received[0]?.text).toContain('http://test/home/login')
    expect(await world.db.selectFrom('mailCode').selectAll().execute()).toHaveLength(1)
  })

  test.each([
    ['an address on the black list', {}, 'ann@bad.example', 'email in black list'],
    ['while registration is closed', { signUp: { isEnable: false } }, EMAIL, 'signup close'],
    ['what is no address', {}, 'ann', ''],
  ])('refuses %s', async (_what, setting, email, word) => {
    const { ask } = await shop(setting)
    const { response, error } = await ask(email)
    expect([response.status, error ?? '']).toEqual([403, word])
  })

  test('refuses while no mail can be sent, or there is no main admin', async () => {
    const world = await makeWorld()
    const body = { email: EMAIL }
    const ask = () => world.as(null).POST('/api/home/code', { body })
    expect((await ask()).response.status).toBe(403)
    await world.db.deleteFrom('user').execute()
    expect((await ask()).error).toBe('signup close')
    expect(await newSetupLink(world.world)).toBeDefined()
  })

  test('opens a closed registration to a code with a free place', async () => {
    const ref = { useRef: true, useWhenSignupClose: true }
    const { world, ask } = await shop({ signUp: { isEnable: false } }, ref)
    expect((await ask(EMAIL, '999')).error).toBe('invalid ref code')
    await inviter(world)
    expect((await ask(EMAIL, '0123456789')).data).toBe('success')
    await world.db.updateTable('refCode').set({ maxUser: 0 }).execute()
    expect((await ask('b@example.com', '0123456789')).error).toBe('invalid ref code')
  })

  test('stops a client after a hundred mails, and a mailbox after fifteen, for an hour', async () => {
    const { world, ask } = await shop()
    const from = (address: string, email: string) =>
      world.app.inject({
        method: 'POST',
        url: '/api/home/code',
        remoteAddress: address,
        payload: { email },
      })
    for (let mail = 0; mail < 100; mail++)
      expect((await from('192.0.2.9', `u${mail}@example.com`)).statusCode).toBe(200)
    const stopped = await from('192.0.2.9', 'u100@example.com')
    expect([stopped.statusCode, stopped.payload]).toEqual([403, 'send email out of limit'])
    // A network of one customer counts as one; another customer is not held up.
    for (let mail = 0; mail < 100; mail++)
      await from(`2001:db8::${mail.toString(16)}`, `v${mail}@example.com`)
    expect((await from('2001:db8::ffff', 'w@example.com')).statusCode).toBe(403)
    expect((await from('2001:db8:0:1::1', 'w@example.com')).statusCode).toBe(200)

    const words: unknown[] = []
    for (let mail = 0; mail < 16; mail++) {
      words.push((await from(`198.51.100.${mail}`, EMAIL)).payload)
      world.clock.add(MINUTE / 6)
      await world.db.deleteFrom('mailCode').execute()
    }
    expect(words.at(-1)).toBe('send email out of limit')
    expect(words.filter((word) => word === 'success')).toHaveLength(15)
    world.clock.add(60 * MINUTE)
    expect((await ask()).data).toBe('success')
  })

  test('allows a new request after a mail was refused for good', async () => {
    const { world, smtp, ask, received } = await shop()
    smtp.behave({ rcptTo: 550 })
    await ask()
    await sendDueMails(world.world)
    smtp.behave({})
    await ask()
    expect(await received()).toMatch(/^\d{6}$/)
  })
})

describe('signUp', () => {
  test('makes a user with an account, logs in and notifies the admins', async () => {
    const { world, ask, received, signUp, users } = await shop({ defaultGroup: 4 })
    await aServer(world)
    await world.db.insertInto('userGroup').values({ id: 4, name: 'New' }).execute()
    await ask()
    const { data, response } = await signUp(await received())
    expect(data).toBe('normal')
    const [user] = await users()
    expect(user).toMatchObject({ email: EMAIL, username: EMAIL, type: 'normal', groupId: 4 })
    const accounts = await world.db.selectFrom('account').selectAll().execute()
    expect(accounts).toMatchObject([
      { userId: user?.id, type: 5, cycles: 8, flow: 350_000_000, port: 50_000, active: 1 },
    ])
    expect(accounts[0]?.expireTime).toBe(world.clock.at + 8 * 60 * MINUTE)
    expect(world.woken.times).toBeGreaterThan(0)
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const status = await world.app.inject({ url: '/api/home/login', headers: { cookie } })
    expect(status.json()).toMatchObject({ status: 'normal', id: user?.id })
    const events = await world.db.selectFrom('event').selectAll().execute()
    expect(events).toMatchObject([{ kind: 'signUp', userId: null, subjectId: user?.id }])
    const logIn = { body: { email: EMAIL, password: PASSWORD } }
    expect((await world.as(null).POST('/api/home/login', logIn)).response.status).toBe(200)
  })

  test('takes the terms of a plan, and its ports', async () => {
    const { world, admin, ask, received, signUp } = await shop()
    const plan = await aPlan(world, { type: 2, cycle: 3, flow: 77, portRange: '40000-40001' })
    const accountForNewUser = { isEnable: true, fromOrder: true, type: plan }
    await admin.PUT('/api/admin/setting/account', { body: { data: { accountForNewUser } } })
    await ask()
    await signUp(await received())
    const accounts = await world.db.selectFrom('account').selectAll().execute()
    expect(accounts).toMatchObject([{ orderId: plan, type: 2, cycles: 3, flow: 77, port: 40_000 }])
  })

  test('gives only ports that no server of this machine shifts beyond the last one', async () => {
    const { world, ask, received, signUp } = await shop({ port: { start: 55_534, end: 60_000 } })
    for (const shift of [0, 1000, 10_001]) await aServer(world, { shift })
    for (const email of ['one@example.com', 'two@example.com']) {
      await ask(email)
      const { response } = await signUp(await received(), { email })
      expect(response.status).toBe(email.startsWith('one') ? 200 : 403)
    }
    const accounts = await world.db.selectFrom('account').select('port').execute()
    expect(accounts).toEqual([{ port: 55_534 }])
  })

  test('makes nothing when no port is free', async () => {
    const { world, ask, received, signUp, users } = await shop({ port: { start: 9, end: 9 } })
    await world.db
      .insertInto('account')
      .values({ type: 1, port: 9, password: 'x', subscribe: 'x', createTime: 0 })
      .execute()
    await ask()
    const code = await received()
    expect((await signUp(code)).response.status).toBe(403)
    expect(await users()).toEqual([])
    await world.db.deleteFrom('account').execute()
    expect((await signUp(code)).data).toBe('normal')
  })

  test.each([
    ['an invitation moves to the inviter’s group', { useRef: true }, 1, 7, 1],
    ['a full code is ignored', { useRef: true }, 0, 0, 0],
    ['nothing happens while inviting is off', { useRef: false }, 1, 0, 0],
  ])('%s', async (_what, ref, maxUser, groupId, referrals) => {
    const { world, ask, received, signUp, users } = await shop({}, ref)
    await inviter(world, maxUser)
    await ask()
    expect((await signUp(await received(), { ref: '0123456789' })).data).toBe('normal')
    expect((await users()).at(-1)).toMatchObject({ email: EMAIL, groupId })
    expect(await world.db.selectFrom('referral').selectAll().execute()).toHaveLength(referrals)
  })

  test('an invitation to a closed site is used up, and cannot be left out', async () => {
    const ref = { useRef: true, useWhenSignupClose: true }
    const { world, ask, received, signUp } = await shop({ signUp: { isEnable: false } }, ref)
    await inviter(world)
    await ask(EMAIL, '0123456789')
    const code = await received()
    expect((await signUp(code)).response.status).toBe(403)
    await ask('second@example.com', '0123456789')
    const second = await received()
    expect((await signUp(code, { ref: '0123456789' })).data).toBe('normal')
    const late = await signUp(second, { email: 'second@example.com', ref: '0123456789' })
    expect(late.response.status).toBe(403)
  })

  test('refuses people who were registered since the code was mailed', async () => {
    const { world, ask, received, signUp } = await shop()
    await ask()
    const code = await received()
    await world.person({ email: EMAIL })
    const { response, error } = await signUp(code)
    expect([response.status, error]).toEqual([403, 'user exists'])
  })

  test('a code works once, also under concurrent sign-ups', async () => {
    const { world, ask, received, signUp, users } = await shop()
    await ask()
    const code = await received()
    const replies = await Promise.all([1, 2, 3, 4].map(() => signUp(code)))
    expect(replies.filter(({ data }) => data === 'normal')).toHaveLength(1)
    expect(await users()).toHaveLength(1)
    await world.db.updateTable('user').set({ username: 'another' }).where('id', '>', 1).execute()
    expect((await signUp(code)).response.status).toBe(403)
  })

  test('a code is good for ten minutes and for its address', async () => {
    const { world, ask, received, signUp } = await shop()
    await ask()
    const code = await received()
    expect((await signUp(code, { email: 'other@example.com' })).response.status).toBe(403)
    world.clock.add(10 * MINUTE)
    expect((await signUp(code)).response.status).toBe(403)
  })

  test('a stranger’s guesses leave a code valid; its requester’s void it', async () => {
    const { world, ask, received } = await shop()
    await ask()
    const code = await received()
    const guess = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const from = async (remoteAddress: string, typed: string) => {
      const payload = { email: EMAIL, password: PASSWORD, code: typed }
      const url = '/api/home/signup'
      const reply = await world.app.inject({ method: 'POST', url, remoteAddress, payload })
      return reply.payload
    }
    for (let time = 0; time < 5; time++) expect(await from('192.0.2.6', guess)).toBe('wrong code')
    // A new request does not renew a used-up code.
    const again = { method: 'POST', url: '/api/home/code', payload: { email: EMAIL } } as const
    await world.app.inject({ ...again, remoteAddress: '192.0.2.6' })
    expect(await from('192.0.2.6', code)).toBe('wrong code')
    const own = await received()
    expect(own).toBe(code)
    expect(await from('192.0.2.7', code)).toBe('normal')
  })

  test('all networks together have fifty guesses', async () => {
    const { world, ask, received, signUp } = await shop()
    await ask()
    const code = await received()
    const guess = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const payload = { email: EMAIL, password: PASSWORD, code: guess }
    for (let time = 0; time < 50; time++)
      await world.app.inject({
        method: 'POST',
        url: '/api/home/signup',
        remoteAddress: `192.0.2.${time}`,
        payload,
      })
    expect((await signUp(code)).error).toBe('wrong code')
    world.clock.add(1)
    await ask()
    expect((await signUp(await received())).data).toBe('normal')
  })

  test('a code can be tried five times, in any order and however many come at once', async () => {
    const { world, ask, received, signUp, users } = await shop({
      accountForNewUser: { isEnable: false },
    })
    const step = fc.record({ wrong: fc.nat({ max: 7 }), together: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(step, async ({ wrong, together }) => {
        world.clock.add(MINUTE)
        for (const table of ['attempt', 'mailCode', 'mail', 'session'] as const)
          await world.db.deleteFrom(table).execute()
        await world.db.deleteFrom('user').where('id', '>', 1).execute()
        await ask()
        const code = await received()
        const guess = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
        const guesses = Array.from({ length: wrong }, () => () => signUp(guess))
        if (together) await Promise.all(guesses.map((each) => each()))
        else for (const each of guesses) await each()
        const { response } = await signUp(code)
        expect(response.status).toBe(wrong < 5 ? 200 : 403)
        expect(await users()).toHaveLength(wrong < 5 ? 1 : 0)
        // Used up by guessing, a code makes room for another.
        if (wrong >= 5) {
          world.clock.add(1)
          await ask()
          expect((await signUp(await received())).data).toBe('normal')
        }
      }),
      { numRuns: 12 },
    )
  })
})
