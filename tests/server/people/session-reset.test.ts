import { describe, expect, test } from 'vitest'
import { sendDueMails } from '../../../server/messaging/mails/outbox.ts'
import { hashPassword, isPassword } from '../../../server/people/session/passwords.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'
import { openSmtp } from '../../support/smtp.ts'

const EMAIL = 'ann@example.com'
const MINUTE = 60_000

async function forgetful() {
  const [world, smtp] = await Promise.all([makeWorld(), openSmtp()])
  await world.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: smtp.setting })
  const user = await world.person({ email: EMAIL, passwordHash: await hashPassword('old') })
  const visitor = world.as(null)
  const ask = (email = EMAIL) => visitor.POST('/api/home/password/sendEmail', { body: { email } })
  const received = async () => {
    await sendDueMails(world.world)
    const address = /http:\/\/test\/home\/password\/reset\/(\S+)/.exec(
      smtp.received.at(-1)?.text ?? '',
    )
    return address?.[1] ?? ''
  }
  const check = (token: string) =>
    visitor.GET('/api/home/password/reset', { params: { query: { token } } })
  const reset = (token: string, password = 'new password') =>
    visitor.POST('/api/home/password/reset', { body: { token, password } })
  const hash = async (id = user.id) => {
    const row = world.db.selectFrom('user').select('passwordHash').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).passwordHash
  }
  return { world, smtp, user, ask, received, check, reset, hash }
}

describe('sendResetLink', () => {
  test('mails a link, of which only a hash is stored', async () => {
    const { world, smtp, ask, received } = await forgetful()
    expect((await ask('ANN@example.com')).data).toBe('success')
    const token = await received()
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    expect(smtp.received[0]?.to).toEqual([EMAIL])
    const stored = await world.db.selectFrom('resetLink').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await world.db.selectFrom('mail').select('content').execute()).toEqual([{ content: '' }])
  })

  test('sends one link in ten minutes', async () => {
    const { world, smtp, ask, received } = await forgetful()
    await ask()
    const words = (await Promise.all([ask(), ask()])).map(({ error }) => error)
    expect(words).toEqual(['already send', 'already send'])
    await received()
    expect(smtp.received).toHaveLength(1)
    world.clock.add(10 * MINUTE)
    expect((await ask()).data).toBe('success')
  })

  test('refuses unregistered people, and is rate-limited', async () => {
    const { ask } = await forgetful()
    const words = new Set<unknown>()
    for (let time = 0; time < 101; time++) words.add((await ask(`who${time}@example.com`)).error)
    expect([...words]).toEqual(['user not exists', ''].map((word) => word || undefined))
  })

  test('refuses without a word when no mail can go', async () => {
    const world = await makeWorld()
    await world.person({ email: EMAIL })
    const body = { email: EMAIL }
    const { response, error } = await world.as(null).POST('/api/home/password/sendEmail', { body })
    expect([response.status, error ?? '']).toEqual([403, ''])
  })
})

describe('checkResetToken', () => {
  test('knows a link for ten minutes, however often it is opened', async () => {
    const { world, ask, received, check } = await forgetful()
    await ask()
    const token = await received()
    expect((await check(token)).data).toBe('success')
    expect((await check(token)).data).toBe('success')
    expect((await check(`${token}0`)).response.status).toBe(403)
    world.clock.add(10 * MINUTE)
    expect((await check(token)).response.status).toBe(403)
  })
})

describe('resetPassword', () => {
  test('sets the password once and ends every session', async () => {
    const { world, user, ask, received, reset, hash } = await forgetful()
    expect((await world.as(user).GET('/api/user/account')).response.status).toBe(200)
    await ask()
    const token = await received()
    const replies = await Promise.all([reset(token, 'one password'), reset(token, 'two passwords')])
    expect(replies.map(({ response }) => response.status).sort()).toEqual([200, 403])
    const winner = replies[0].response.ok ? 'one password' : 'two passwords'
    expect(await isPassword(winner, EMAIL, await hash())).toBe(true)
    expect((await world.as(user).GET('/api/user/account')).response.status).toBe(401)
    expect((await reset(token)).response.status).toBe(403)
  })

  test('refuses a link of another age, and an empty password', async () => {
    const { world, ask, received, reset, hash } = await forgetful()
    await ask()
    const token = await received()
    expect((await reset(token, '')).response.status).toBe(403)
    world.clock.add(10 * MINUTE)
    expect((await reset(token)).response.status).toBe(403)
    expect(await isPassword('old', EMAIL, await hash())).toBe(true)
  })

  test('changes nobody for an invalid link', async () => {
    const { world, reset, hash } = await forgetful()
    const before = [await hash(), await hash(1)]
    for (const token of [null, undefined, '', 0, [], {}]) {
      const payload = { token, password: 'taken' }
      const url = '/api/home/password/reset'
      const reply = await world.app.inject({ method: 'POST', url, payload })
      expect([token, reply.statusCode]).toEqual([token, 403])
    }
    expect((await reset('0'.repeat(32))).response.status).toBe(403)
    expect([await hash(), await hash(1)]).toEqual(before)
  })
})
