import type { Kysely } from 'kysely'
import { changeProvider } from './providerSetting.ts'
import { seal } from '../../server/database/sealed.ts'
import { sealLink } from '../../server/database/secret/links.ts'
import { changeSetting } from '../../server/database/settings/store.ts'
import type { Tables } from '../../server/database/tables.ts'
import { findVapidKeys } from '../../server/notify/push/keys.ts'
import { findNodeIdentity } from '../../server/fleet/nodes/identity.ts'

/** Puts something sealed into every place that is made for it. */
export async function fillSecrets(db: Kysely<Tables>, secret: string): Promise<void> {
  const createTime = Date.now()
  const sealed = (text: string) => seal(text, secret)
  const person = { username: 'main', email: 'main', passwordHash: '', type: 'admin' as const }
  await db
    .insertInto('user')
    .values({ id: 1, ...person, telegram: null, createTime, lastLogin: null })
    .execute()
  await db
    .insertInto('secondFactor')
    .values({ userId: 1, totp: sealed('an authenticator'), lastStep: null, createTime })
    .execute()
  await db.insertInto('recoveryCode').values({ userId: 1, codeHash: 'hash' }).execute()
  await db
    .insertInto('session')
    .values({ id: 'a session', userId: 1, createTime, expireTime: createTime + 1 })
    .execute()
  await db
    .insertInto('server')
    .values({
      name: 'Tunnel',
      type: 'WireGuard',
      plane: 'embedded',
      host: 'a',
      port: 1,
      method: '',
      privateKey: sealed('of a server'),
    } as never)
    .execute()
  const account = {
    type: 1,
    port: 10_000,
    password: 'p',
    ...sealLink(secret, 'a link'),
    createTime,
  }
  await db
    .insertInto('account')
    .values({ id: 1, userId: 1, ...account } as never)
    .execute()
  await db
    .insertInto('device')
    .values({
      accountId: 1,
      name: 'phone',
      number: 1,
      publicKey: 'public',
      presharedKey: sealed('preshared'),
      privateKey: sealed('of a device'),
      createTime,
    })
    .execute()
  await changeSetting(db, 'telegram', { token: sealed('a token'), info: {}, since: 0 } as never)
  await changeSetting(db, 'mailServer', { password: sealed('the password of SMTP') } as never)
  await changeProvider(db, 'alipay', { privateKey: sealed('of Alipay') })
  await changeProvider(db, 'paypal', { clientSecret: sealed('of PayPal') })
  await findNodeIdentity({ db, secret })
  await findVapidKeys({ db, secret })
}
