import { hashPassword } from '../../server/people/session/passwords.ts'
import { codeAt } from './codes.ts'
import { mainAdmin, makeWorld } from './world.ts'

export const PASSWORD = 'correct horse'
const EMAIL = 'ada@example.com'

/** A site with an admin who has a password. */
export const oneAdmin = (options: Parameters<typeof makeWorld>[0] = {}) =>
  onePerson('admin', options)

/** A site with a person who has a password; `main` is its main admin. */
export async function onePerson(
  type: 'admin' | 'normal' | 'main',
  options: Parameters<typeof makeWorld>[0] = {},
) {
  const world = await makeWorld(options)
  const passwordHash = await hashPassword(PASSWORD)
  const caller =
    type === 'main'
      ? mainAdmin
      : await world.person({ type, email: EMAIL, groupId: 3, passwordHash })
  if (type === 'main')
    await world.db
      .updateTable('user')
      .set({ username: EMAIL, email: EMAIL, passwordHash })
      .where('id', '=', caller.id)
      .execute()
  const admin = world.as(caller)
  const logIn = (code?: string, password = PASSWORD) =>
    world.as(null).POST('/api/home/login', {
      body: { email: EMAIL, password, ...(code === undefined ? {} : { code }) },
    })
  /** Logs in and returns the outcome in one word. */
  const tryLogIn = async (code?: string, password?: string) => {
    const { response, error } = await logIn(code, password)
    return response.status === 200 ? 'in' : error
  }

  /** Switches the authenticator app on; the clock is then at the next code. */
  async function withApp() {
    const begun = await admin.POST('/api/factors/totp', { body: { password: PASSWORD } })
    const { secret } = begun.data!
    const confirmed = await admin.POST('/api/factors/totp/confirm', {
      body: { code: codeAt(secret, world.clock.at) },
    })
    world.clock.add(30_000)
    return {
      secret,
      recoveryCodes: confirmed.data!.recoveryCodes,
      code: (after = 0) => codeAt(secret, world.clock.at + after),
    }
  }
  const factors = async () => (await admin.GET('/api/factors')).data
  return { world, caller, admin, logIn, tryLogIn, withApp, factors, email: EMAIL }
}
