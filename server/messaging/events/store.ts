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
  | 'serverDown'
  | 'serverUp'
  | 'allowance'
  | 'backupBehind'
  | 'backupWell'
  | 'notice'

type Event = {
  kind: EventKind
  /** Whom it concerns; null for the admins, or for whoever a notice is for. */
  userId: number | null
  /** Whose doing it was. */
  subjectId: number | null
  /** Identifies an event that is notified once, such as `paid:17`. */
  effect: string
  /** What the words need; no secrets. */
  data: Readonly<Record<string, string | number | null>>
}

/** Notes something people should be notified of, in the transaction that did it; a repeated effect changes nothing. */
export async function insertEvent(db: Database, event: Event, now: number): Promise<void> {
  await db
    .insertInto('event')
    .values({ ...event, data: JSON.stringify(event.data), createTime: now })
    .onConflict((conflict) => conflict.column('effect').doNothing())
    .execute()
  signalEvent()
}
