import type { Database } from '../../database/database.ts'
import { ringForEvent } from './bell.ts'

/** What people can hear of. */
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
  | 'notice'

type Event = {
  kind: EventKind
  /** Whom it concerns; null for the admins, or for whoever a notice is for. */
  userId: number | null
  /** Whose doing it was. */
  subjectId: number | null
  /** Tells an event that is told once, such as `paid:17`. */
  effect: string
  /** What the words need; no secrets. */
  data: Readonly<Record<string, string | number | null>>
}

/** Notes something people should hear of, in the transaction that did it; a repeated effect changes nothing. */
export async function insertEvent(db: Database, event: Event, now: number): Promise<void> {
  await db
    .insertInto('event')
    .values({ ...event, data: JSON.stringify(event.data), createTime: now })
    .onConflict((conflict) => conflict.column('effect').doNothing())
    .execute()
  ringForEvent()
}
