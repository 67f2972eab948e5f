import type { Database } from '../../database/database.ts'
import { seal, unseal } from '../../database/sealed.ts'
import { findStored, insertSetting } from '../../database/settings/store.ts'

type Installation = { db: Database; secret: string }

/** The keys browsers know this installation by (VAPID, RFC 8292); made at the first request. */
export async function findVapidKeys(installation: Installation) {
  const { publicKey, privateKey } = await sealedKeys(installation)
  return { publicKey, privateKey: unseal(privateKey, installation.secret) }
}

/** The public one, given to browsers. */
export async function findVapidPublicKey(installation: Installation): Promise<string> {
  return (await sealedKeys(installation)).publicKey
}

async function sealedKeys({ db, secret }: Installation) {
  const stored = await findStored(db, 'vapid')
  if (stored) return stored
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await insertSetting(db, 'vapid', { publicKey, privateKey: seal(privateKey, secret) })
  // Two concurrent requests agree on what the first has stored.
  return (await findStored(db, 'vapid'))!
}
