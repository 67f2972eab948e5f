import { oneAdmin, PASSWORD } from './factors.ts'
import { makeDevice } from './passkey.ts'

const KEYS = '/api/factors/passkeys'
type Device = ReturnType<typeof makeDevice>

/** A site with an admin who has a password, and functions that add passkeys and log in with them. */
export async function passkeySite() {
  const site = await oneAdmin()
  const { world, admin, caller } = site
  const question = async () => (await world.as(null).POST('/api/home/passkey')).data!
  const wish = async (body: object = { password: PASSWORD }) => {
    const { data, error, response } = await admin.POST(KEYS, { body })
    return { data: data!, said: error ?? response.status }
  }
  const add = async (made: ReturnType<Device['make']>, name = 'Phone') => {
    const { data, error, response } = await admin.POST(`${KEYS}/add`, { body: { name, made } })
    return { data, said: error ?? response.status }
  }
  /** A device whose passkey is registered, with this proof. */
  const withPasskey = async (body?: object) => {
    const device = makeDevice()
    const { data } = await add(device.make((await wish(body)).data))
    return { device, recoveryCodes: data?.recoveryCodes ?? [] }
  }
  const sendFrom = async (remoteAddress: string, payload: object, cookie = '') => {
    const url = '/api/home/passkey/login'
    const headers = { cookie }
    return world.app.inject({ method: 'POST', url, remoteAddress, headers, payload })
  }
  const send = (payload: object) => sendFrom('192.0.2.1', payload)
  const passkeys = () => world.db.selectFrom('passkey').selectAll().orderBy('id').execute()
  /** Stores so many passkeys of an admin, as if they had existed before. */
  const keepPasskeys = async (count: number, userId = caller.id, name = 'of') => {
    for (let number = 0; number < count; number += 1)
      await world.db
        .insertInto('passkey')
        .values({
          userId,
          credentialId: `${name}-${userId}-${number}`,
          publicKey: '',
          counter: 0,
          createTime: 1,
          lastUsed: null,
        })
        .execute()
  }
  const more = { question, wish, add, withPasskey, send, sendFrom, passkeys, keepPasskeys }
  return { ...site, ...more }
}
