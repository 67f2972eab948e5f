import webPush from 'web-push'
import type { Database } from '../../database/database.ts'
import { findStored, insertSetting } from '../../database/settings/store.ts'

/** The keys browsers know this installation by (VAPID, RFC 8292); made once, for whoever asks first. */
export async function findVapidKeys(db: Database) {
  const stored = await findStored(db, 'vapid')
  if (stored) return stored
  await insertSetting(db, 'vapid', webPush.generateVAPIDKeys())
  // Two who asked at the same moment agree on what the first has kept.
  return (await findStored(db, 'vapid'))!
}
