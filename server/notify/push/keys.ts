import webPush from 'web-push'
import type { Database } from '../../database/database.ts'
import { findKept, insertSetting } from '../../database/settings/store.ts'

/** The keys browsers know this installation by (VAPID, RFC 8292); made once, for whoever asks first. */
export async function findVapidKeys(db: Database) {
  const kept = await findKept(db, 'vapid')
  if (kept) return kept
  await insertSetting(db, 'vapid', webPush.generateVAPIDKeys())
  // Two who asked at the same moment agree on what the first has kept.
  return (await findKept(db, 'vapid'))!
}
