import type { Database } from '../../database/database.ts'
import { seal, unseal } from '../../database/sealed.ts'
import { findStored, insertSetting } from '../../database/settings/store.ts'

type Installation = { db: Database; secret: string }

/** The keys browsers know this installation by (VAPID, RFC 8292); made once, for whoever asks first. */
export async function findVapidKeys(installation: Installation) {
  const { publicKey, privateKey } = await sealedKeys(installation)
  return { publicKey, privateKey: unseal(privateKey, installation.secret) }
}

/** The one of them that browsers are told. */
export async function findVapidPublicKey(installation: Installation): Promise<string> {
  return (await sealedKeys(installation)).publicKey
}

async function sealedKeys({ db, secret }: Installation) {
  const stored = await findStored(db, 'vapid')
  if (stored) return stored
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await insertSetting(db, 'vapid', { publicKey, privateKey: seal(privateKey, secret) })
  // Two who asked at the same moment agree on what the first has kept.
  return (await findStored(db, 'vapid'))!
}
