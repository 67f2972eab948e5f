import tls from 'node:tls'
import { describe, expect, test } from 'vitest'
import { isBlackListed } from '../../../server/messaging/mails/blackList.ts'
import { orderMail } from '../../../server/messaging/mails/templates.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'
import { LOCALHOST_CERT } from '../../support/localhost.ts'
import { openSmtp } from '../../support/smtp.ts'

const SERVER = '/api/admin/setting/mailServer'
const TEMPLATE = '/api/admin/setting/mail'
tls.setDefaultCACertificates([...tls.getCACertificates('default'), LOCALHOST_CERT])

async function withServer(options: Parameters<typeof openSmtp>[0] = {}) {
  const [world, smtp] = await Promise.all([makeWorld(), openSmtp(options)])
  const admin = world.as(mainAdmin)
  const save = (changes: object = {}) =>
    admin.PUT(SERVER, { body: { ...smtp.setting, ...changes } })
  const sendTest = async () =>
    (await admin.POST(`${SERVER}/test`, { body: { recipient: 'boss@example.com' } })).data
  return { world, smtp, admin, save, sendTest }
}

describe('getMailServer', () => {
  test('starts empty, with throwaway mailboxes on the black list', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET(SERVER)
    expect(data).toMatchObject({ host: '', port: 465, security: 'tls', hasPassword: false })
    expect(data?.blackList).toContain('@mailinator.com')
  })

  test('never returns the password, and keeps it sealed', async () => {
    const { world, admin, save } = await withServer()
    await save({ user: 'me', password: 'sesame open' })
    const { data } = await admin.GET(SERVER)
    expect(data).toMatchObject({ user: 'me', hasPassword: true })
    expect(data).not.toHaveProperty('password')
    const rows = await world.db.selectFrom('setting').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('sesame')
  })
})

describe('editMailServer', () => {
  test.each([
    ['another host', { host: 'evil.example' }],
    ['another port', { port: 2525 }],
    ['another user', { user: 'other' }],
    ['no encryption instead of STARTTLS', { security: 'none' as const }],
  ])('wants the password again for %s, and changes nothing without', async (_what, changes) => {
    const { admin, save } = await withServer()
    const stored = { user: 'me', security: 'starttls' as const }
    await save({ ...stored, password: 'secret' })
    const before = (await admin.GET(SERVER)).data
    const { response, error } = await save({ ...stored, ...changes, password: undefined })
    expect([response.status, error]).toEqual([403, 'password needed'])
    expect((await admin.GET(SERVER)).data).toEqual(before)
    expect((await save({ ...stored, ...changes, password: 'secret' })).data).toBe('success')
  })

  test('turns encryption on without the password', async () => {
    const { save } = await withServer()
    await save({ user: 'me', password: 'secret', security: 'none' })
    const { data } = await save({ user: 'me', password: undefined, security: 'tls' })
    expect(data).toBe('success')
  })

  test('keeps a password that is not sent again, but not for another host or user', async () => {
    const { admin, save } = await withServer()
    await save({ user: 'me', password: 'secret' })
    expect((await save({ user: 'me', password: undefined, fromName: 'New' })).data).toBe('success')
    expect((await admin.GET(SERVER)).data).toMatchObject({ fromName: 'New', hasPassword: true })
    for (const changes of [{ host: 'evil.example', user: 'me' }, { user: 'other' }]) {
      const { response, error } = await save({ ...changes, password: undefined })
      expect([response.status, error]).toEqual([403, 'password needed'])
    }
    await save({ user: 'me', password: '' })
    expect((await admin.GET(SERVER)).data).toMatchObject({ hasPassword: false })
  })

  test.each([
    ['a host with a path', { host: 'mail.example/x' }],
    ['no port', { port: 0 }],
    ['a sender that is no address', { fromAddress: 'me' }],
    ['a sender that smuggles a header', { fromAddress: 'a@b.example\r\nBcc: c@d.example' }],
  ])('refuses %s', async (_what, changes) => {
    const { save } = await withServer()
    expect((await save(changes)).response.status).toBe(400)
  })
})

describe('testMail', () => {
  test.each([
    ['none', false],
    ['starttls', true],
    ['tls', true],
  ] as const)('sends a mail with security %s', async (security, encrypted) => {
    const login = { user: 'me', password: 'secret' }
    const { world, smtp, admin, save, sendTest } = await withServer({ security, login })
    await save()
    expect(await sendTest()).toEqual({ sent: true })
    expect(smtp.received).toMatchObject([
      { to: ['boss@example.com'], from: 'site@shop.example', encrypted, user: 'me' },
    ])
    expect(smtp.received[0]?.subject).toBe('测试邮件')
    const { data } = await admin.GET('/api/admin/mail')
    expect(data?.mails).toMatchObject([{ kind: 'test', status: 'sent', error: null }])
    expect(world.woken.times).toBe(0)
  })

  test('says that no server is set', async () => {
    const { sendTest } = await withServer()
    expect(await sendTest()).toEqual({ sent: false, problem: 'not set up' })
  })

  test.each([
    ['no connection', { port: 1 }],
    ['host not found', { host: 'no-such-host.invalid' }],
    ['no encryption', { security: 'starttls' }],
    ['no encryption', { security: 'tls' }],
    ['login', { user: 'me', password: 'wrong' }],
  ])('explains: %s', async (problem, changes) => {
    const login = 'user' in changes ? { user: 'me', password: 'right' } : undefined
    const { admin, save, sendTest } = await withServer(login ? { login } : {})
    await save(changes)
    expect(await sendTest()).toMatchObject({ sent: false, problem })
    const { data } = await admin.GET('/api/admin/mail', { params: { query: { status: 'failed' } } })
    expect(data?.mails).toMatchObject([{ kind: 'test', error: expect.stringMatching(/\w/) }])
  })

  test('trusts no certificate of another name', async () => {
    const { save, sendTest } = await withServer({ security: 'tls' })
    await save({ host: '127.0.0.1' })
    expect(await sendTest()).toMatchObject({ sent: false, problem: 'certificate' })
  })

  test.each([
    ['sender', { mailFrom: 550 }],
    ['recipient', { rcptTo: 550 }],
    ['refused', { data: 554 }],
  ])('explains a refusal: %s', async (problem, behaviour) => {
    const { smtp, save, sendTest } = await withServer()
    await save()
    smtp.behave(behaviour)
    const test = await sendTest()
    expect(test).toMatchObject({ sent: false, problem })
    expect(test?.detail).toMatch(/I say 55\d/)
  })
})

describe('getMailTemplate', () => {
  test.each([
    ['zh-CN', '【${site}】注册验证码'],
    ['en-US', '${site}: your sign-up code'],
  ] as const)('starts in the language of the site, %s', async (language, title) => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    await admin.PUT('/api/admin/setting/base', { body: { data: { language } } })
    const { data } = await admin.GET(TEMPLATE, { params: { query: { type: 'code' } } })
    expect(data).toMatchObject({ title, content: expect.stringContaining('${code}') })
  })

  test('refuses an unknown type', async () => {
    const world = await makeWorld()
    const query = { type: 'spam' as 'code' }
    const { response } = await world.as(mainAdmin).GET(TEMPLATE, { params: { query } })
    expect(response.status).toBe(403)
  })
})

describe('editMailTemplate', () => {
  test('changes one text and leaves the others', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const text = { title: 'Paid', content: 'Thanks, $& and ${code}' }
    expect((await admin.PUT(TEMPLATE, { body: { type: 'order', ...text } })).data).toBe('success')
    await admin.PUT(TEMPLATE, { body: { type: 'reset', title: 'R', content: 'r' } })
    expect(await orderMail(world.db)).toEqual({ subject: text.title, content: text.content })
  })

  test('puts the name of the site where its placeholder stands', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const data = { title: 'North $& Star' }
    await admin.PUT('/api/admin/setting/base', { body: { data } })
    const text = { title: '${site}: paid', content: '${site} thanks you' }
    await admin.PUT(TEMPLATE, { body: { type: 'order', ...text } })
    expect(await orderMail(world.db)).toEqual({
      subject: 'North $& Star: paid',
      content: 'North $& Star thanks you',
    })
  })

  test('refuses an empty text', async () => {
    const world = await makeWorld()
    const body = { type: 'order' as const, title: 'Paid', content: '' }
    const { response } = await world.as(mainAdmin).PUT(TEMPLATE, { body })
    expect(response.status).toBe(400)
  })
})

describe('the black list', () => {
  test.each([
    ['ann@bad.example', true],
    ['ANN@BAD.example', true],
    ['ann@sub.bad.example', true],
    ['ann@a.sub.bad.example', true],
    ['ann@notbad.example', false],
    ['ann@bad.example.org', false],
    ['spammer@good.example', true],
    ['aspam@good.example', false],
    ['ann@x.throw.example', true],
    ['exact@good.example', true],
    ['not-exact@good.example', false],
  ])('%s: %s', (address, refused) => {
    const patterns = ['@bad.example', 'spam*@*', '@*.throw.example', 'exact@good.example']
    expect(isBlackListed(address, patterns)).toBe(refused)
  })

  test('takes no longer for a pattern full of stars', () => {
    const started = performance.now()
    expect(isBlackListed(`${'a'.repeat(199)}@b.example`, ['*a'.repeat(90) + '*c'])).toBe(false)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
