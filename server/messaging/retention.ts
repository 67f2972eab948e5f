import type { Database } from '../database/database.ts'
import { removeOldCodes } from './codes.ts'
import { removeOldResetLinks } from './links.ts'
import { removeOldMails } from './mails/store.ts'
import { removeOldPictures } from './messages/pictureRoom.ts'

/** How long finished mails are kept, ms. */
const MAIL_KEPT_MS = 90 * 86_400_000

/** Deletes what was sent and has had its time: codes, links, mails, pictures of messages. */
export async function removeOldSent(db: Database, now: number): Promise<void> {
  await Promise.all([
    removeOldCodes(db, now),
    removeOldResetLinks(db, now),
    removeOldMails(db, now - MAIL_KEPT_MS),
    removeOldPictures(db, now),
  ])
}
