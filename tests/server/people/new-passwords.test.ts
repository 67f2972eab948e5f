import { describe, expect, test } from 'vitest'
import contract from '../../../openapi/made/openapi.json'
import { findSetting } from '../../../server/database/settings/store.ts'
import { COMMON_PASSWORDS } from '../../../server/people/session/commonPasswords.ts'
import { isCommon } from '../../../server/people/session/newPassword.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { newSetupLink } from '../../../server/people/login/setup.ts'
import { keyedHash } from '../../../server/base/keyedHash.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const OLD = 'old'
const EMAIL = 'ann@example.com'

type Site = Awaited<ReturnType<typeof site>>

async function site() {
  const world = await makeWorld()
  const user = await world.person({ email: EMAIL, passwordHash: await hashPassword(OLD) })
  const passwordHash = await hashPassword(OLD)
  await world.db.updateTable('user').set({ passwordHash }).where('id', '=', 1).execute()
  return { ...world, user }
}

/** Every way to set a password to log in with. */
const WAYS: Record<string, (site: Site, password: string) => Promise<{ error?: unknown }>> = {
  async setUp({ as, db, world }, password) {
    await db.deleteFrom('user').execute()
    const token = (await newSetupLink(world))?.split('/').at(-1) ?? ''
    const body = { token, email: EMAIL, password, title: 'North', language: 'en-US' as const }
    return as(null).POST('/api/home/setup', { body })
  },
  async signUp({ as, db, secret, clock }, password) {
    const email = 'new@example.com'
    const codeHash = keyedHash(secret, `signUp:${email}`, '123456')
    const createTime = clock.at
    await db.insertInto('mailCode').values({ email, codeHash, tries: 0, createTime }).execute()
    return as(null).POST('/api/home/signup', { body: { email, code: '123456', password } })
  },
  async resetPassword({ as, db, secret, clock, user }, password) {
    const tokenHash = keyedHash(secret, 'reset', 'token')
    const link = { userId: user.id, tokenHash, createTime: clock.at }
    await db.insertInto('resetLink').values(link).execute()
    return as(null).POST('/api/home/password/reset', { body: { token: 'token', password } })
  },
  setUserPassword: ({ as, user }, password) =>
    as(mainAdmin).PUT('/api/admin/user/{userId}/password', {
      params: { path: { userId: user.id } },
      body: { password },
    }),
  createUser: ({ as }, password) =>
    as(mainAdmin).POST('/api/admin/user/add', { body: { email: 'b@example.com', password } }),
  changeMyPassword: ({ as, user }, newPassword) =>
    as(user).POST('/api/user/changePassword', { body: { password: OLD, newPassword } }),
  changeAdminPassword: ({ as }, newPassword) =>
    as(mainAdmin).POST('/api/admin/setting/changePassword', {
      body: { password: OLD, newPassword },
    }),
}

test('all that set a password are here', () => {
  const schemas = Object.entries(contract.components.schemas)
    .filter(([, schema]) => JSON.stringify(schema).includes('#/components/schemas/NewPassword"'))
    .map(([name]) => `#/components/schemas/${name}"`)
  const ids = Object.values(contract.paths)
    .flatMap((path) => Object.values(path) as { operationId: string; requestBody?: object }[])
    .filter(({ requestBody }) =>
      schemas.some((schema) => JSON.stringify(requestBody ?? {}).includes(schema)),
    )
  expect(ids.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(WAYS).sort())
})

describe.each(Object.entries(WAYS))('%s', (_id, set) => {
  test('takes no password of seven characters, and changes nothing', async () => {
    const made = await site()
    expect((await set(made, '1234567')).error).toBe('password too short')
    const logIn = { body: { email: EMAIL, password: OLD } }
    const { response } = await made.as(null).POST('/api/home/login', logIn)
    // A site that was not set up had no user before.
    expect(response.status).toBe(_id === 'setUp' ? 403 : 200)
  })

  test('takes one of eight', async () =>
    expect((await set(await site(), 'qm3-vz7k')).error).toBeUndefined())

  test('takes none of the commonest, and none that is mostly the name of the site', async () => {
    for (const password of ['Password1', 'NORTH-2026']) {
      const made = await site()
      // `setUp` brings the title with it; the others find it stored.
      const value = JSON.stringify({ ...(await findSetting(made.db, 'base')), title: 'North' })
      if (_id !== 'setUp')
        await made.db.insertInto('setting').values({ key: 'base', value }).execute()
      expect((await set(made, password)).error, password).toBe('password too common')
    }
  })
})

test('old passwords are good for logging in, however common', async () => {
  const world = await makeWorld()
  await world.person({ email: EMAIL, passwordHash: await hashPassword('password') })
  const logIn = { body: { email: EMAIL, password: 'password' } }
  const { response } = await world.as(null).POST('/api/home/login', logIn)
  expect(response.status).toBe(200)
})

test.each([
  ['12345678', true],
  ['Trustno1', true],
  // Wide letters are the same letters.
  ['ｐａｓｓｗｏｒｄ', true],
  ['sluice2026!', true],
  ['annannann', true],
  ['ann.lee99', true],
  ['example.com', true],
  ['mein-tor', true],
  ['annabelle-7', false],
  ['qm3-vz7k', false],
  ['correct horse', false],
])('%s is too common: %s', (password, expected) => {
  expect(isCommon(password, ['sluice', 'Mein Tor', 'ann.lee@example.com', 'Li'])).toBe(expected)
})

test('the list is what it says', () => {
  expect(COMMON_PASSWORDS.size).toBe(3000)
  for (const password of COMMON_PASSWORDS) expect(password).toMatch(/^[^A-Z\s]{8,}$/)
})
