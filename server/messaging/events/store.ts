import type { Database } from '../../database/database.ts'
import { signalEvent } from './signal.ts'

/** What people can be notified of. */
export type EventKind =
  | 'signUp'
  | 'payment'
  | 'delivered'
  | 'paymentStuck'
  | 'message'
  | 'reply'
  | 'reward'
  | 'ending'
  | 'runningOut'
  | 'usedUp'
  | 'deviceWaits'
  | 'serverDown'
  | 'serverUp'
  | 'allowance'
  | 'backupBehind'
  | 'backupWell'
  | 'certificateEnding'
  | 'certificateWell'
  | 'portsShort'
  | 'trialsRefused'
  | 'notice'

type Event = {
  kind: EventKind
  /** Whom it concerns; null for the admins, or for the readers of a notice. */
  userId: number | null
  /** Who caused it. */
  subjectId: number | null
  /** Identifies an event that is notified once, such as `paid:17`. */
  effect: string
  /** Parameters of the sentence; no secrets. */
  data: Readonly<Record<string, string | number | null>>
}

/** Records an event, in the transaction that caused it; a repeated effect changes nothing. */
export async function insertEvent(db: Database, event: Event, now: number): Promise<void> {
  await db
    .insertInto('event')
    .values({ ...event, data: JSON.stringify(event.data), createTime: now })
    .onConflict((conflict) => conflict.column('effect').doNothing())
    .execute()
  signalEvent()
}
