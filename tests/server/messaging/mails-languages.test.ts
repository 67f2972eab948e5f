import { describe, expect, test } from 'vitest'
import { orderMail } from '../../../server/messaging/mails/templates.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { openSmtp } from '../../support/smtp.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PASSWORD = 'correct horse'
const EMAIL = 'ann@example.com'

/** A site in Chinese that sends mail; `browserLanguage` shows visitors theirs. */
async function site({ browserLanguage = true } = {}) {
  const [world, smtp] = await Promise.all([makeWorld(), openSmtp()])
  const admin = world.as(mainAdmin)
  await admin.PUT('/api/admin/setting/mailServer', { body: smtp.setting })
  const data = { title: 'Shop', language: 'zh-CN' as const, browserLanguage }
  await admin.PUT('/api/admin/setting/base', { body: { data } })
  const send = (url: string, payload: object, headers: Record<string, string> = {}) =>
    world.app.inject({ method: 'POST', url, payload, headers })
  const subjects = async () =>
    (await world.db.selectFrom('mail').select('subject').orderBy('id').execute()).map(
      ({ subject }) => subject,
    )
  const languageOf = async (email = EMAIL) =>
    (
      await world.db
        .selectFrom('user')
        .select('language')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).language
  const person = async (language: string | null = null) => {
    const passwordHash = await hashPassword(PASSWORD)
    const user = await world.person({ email: EMAIL, passwordHash })
    await world.db.updateTable('user').set({ language }).where('id', '=', user.id).execute()
    return user
  }
  return { ...world, world, admin, send, subjects, languageOf, person }
}

const CHINESE = '【Shop】注册验证码'
const ENGLISH = 'Shop: your sign-up code'
const JAPANESE = '【Shop】登録用の確認コード'

describe('the code to sign up', () => {
  test.each([
    [
      'of the browser, where the site is in that',
      { 'accept-language': 'en-GB,de;q=0.5' },
      true,
      ENGLISH,
    ],
    ['of the site, where the site is in one', { 'accept-language': 'en-GB' }, false, CHINESE],
    ['that was chosen', { cookie: 'look=ja-JP.dark', 'accept-language': 'en' }, true, JAPANESE],
    ['that was chosen, also on a site in one', { cookie: 'look=ja-JP.system' }, false, JAPANESE],
    ['of the site, where another is spoken', { 'accept-language': 'de' }, true, CHINESE],
    ['of the site, where the choice is none', { cookie: 'look=xx.dark' }, true, CHINESE],
  ])('is in the language %s', async (_which, headers, browserLanguage, subject) => {
    const { send, subjects } = await site({ browserLanguage })
    await send('/api/home/code', { email: EMAIL }, headers)
    expect(await subjects()).toEqual([subject])
  })

  test('says to a person who is known that they are, in their language', async () => {
    const { send, subjects, person } = await site()
    await person('ru-RU')
    await send('/api/home/code', { email: EMAIL }, { 'accept-language': 'en' })
    expect(await subjects()).toEqual(['Shop: этот адрес уже зарегистрирован'])
  })

  test('is the text of the main admin where that was changed', async () => {
    const { admin, send, subjects } = await site()
    const body = { type: 'code', title: 'Mine', content: '${code}' } as const
    await admin.PUT('/api/admin/setting/mail', { body })
    await send('/api/home/code', { email: EMAIL }, { 'accept-language': 'en' })
    expect(await subjects()).toEqual(['Mine'])
  })
})

describe('the link for a lost password', () => {
  test('is in the language of the person, else of who asks', async () => {
    const one = await site()
    await one.person('ru-RU')
    await one.send('/api/home/password/sendEmail', { email: EMAIL }, { 'accept-language': 'en' })
    expect(await one.subjects()).toEqual(['Shop: новый пароль'])
    const other = await site()
    await other.person()
    await other.send('/api/home/password/sendEmail', { email: EMAIL }, { 'accept-language': 'en' })
    expect(await other.subjects()).toEqual(['Shop: set a new password'])
  })

  test('that an admin sends is in the language of the person', async () => {
    const { admin, subjects, person } = await site()
    const { id } = await person('ja-JP')
    const params = { path: { userId: id } }
    await admin.POST('/api/admin/user/{userId}/resetLink' as never, { params } as never)
    expect(await subjects()).toEqual(['【Shop】パスワードの再設定'])
  })
})

describe('the language of a person', () => {
  test('is noted at a login, and at each visit, as the screens are shown', async () => {
    const { send, languageOf, person, app } = await site()
    await person()
    const login = { email: EMAIL, password: PASSWORD }
    const reply = await send('/api/home/login', login, { 'accept-language': 'en' })
    expect(reply.statusCode).toBe(200)
    expect(await languageOf()).toBe('en-US')
    const session = String(reply.headers['set-cookie']).split(';')[0]!
    const visit = (cookie: string, spoken = '') =>
      app.inject({ url: '/api/home/login', headers: { cookie, 'accept-language': spoken } })
    await visit(`${session}; look=ru-RU.light`)
    expect(await languageOf()).toBe('ru-RU')
    // A program that speaks nothing changes nothing.
    await visit(session)
    expect(await languageOf()).toBe('ru-RU')
  })

  test('stays as it is where the site has one language and none was chosen', async () => {
    const { send, languageOf, person } = await site({ browserLanguage: false })
    await person('ja-JP')
    const login = { email: EMAIL, password: PASSWORD }
    await send('/api/home/login', login, { 'accept-language': 'en' })
    expect(await languageOf()).toBe('ja-JP')
  })

  test('is that of the mail about an order', async () => {
    const { db } = await site()
    expect((await orderMail(db, 'ru-RU')).subject).toBe('Shop: заказ выполнен')
    expect((await orderMail(db, null)).subject).toBe('【Shop】订单已开通')
  })
})
