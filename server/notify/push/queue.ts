import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { type EventScope, recipientsOf } from '../../messaging/events/recipients.ts'

/** What is older than this is news no more. */
export const MAX_AGE_MS = 86_400_000

const BATCH_SIZE = 50
const MIN_RETRY_DELAY_MS = 30_000
const MAX_RETRY_DELAY_MS = 3_600_000

/** A notification on its way to one browser, with all that is known of both. */
export type Delivery = Awaited<ReturnType<typeof selectDue>>[number]

type NewEvent = EventScope & { id: number }

/** Notes for every new event which browsers are to be notified of it. Answers how many events there were. */
export async function planDeliveries(db: Database, now: number): Promise<number> {
  const events = await db
    .selectFrom('event')
    .select(['id', 'kind', 'userId', 'subjectId', 'data'])
    .where('pushedTime', 'is', null)
    .where('createTime', '>=', now - MAX_AGE_MS)
    .orderBy('createTime')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  for (const event of events)
    await db.transaction().execute(async (tx) => {
      // Of several processes one does it.
      const { numUpdatedRows } = await tx
        .updateTable('event')
        .set({ pushedTime: now })
        .where('id', '=', event.id)
        .where('pushedTime', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await insertDeliveries(tx, event)
    })
  return events.length
}

/** Browsers that registered later were not there when it happened. */
function insertDeliveries(tx: Database, event: NewEvent) {
  return tx
    .insertInto('pushDelivery')
    .columns(['eventId', 'clientId', 'status', 'nextTry'])
    .expression((from) =>
      from
        .selectFrom('pushClient')
        .innerJoin('user', 'user.id', 'pushClient.userId')
        .innerJoin('event', (join) => join.onRef('event.createTime', '>=', 'pushClient.createTime'))
        .select(['event.id', 'pushClient.id as clientId'])
        .select([sql.lit('waiting').as('status'), 'event.createTime as nextTry'])
        .where('event.id', '=', event.id)
        .where((eb) =>
          eb.or([
            eb('pushClient.kinds', 'is', null),
            eb('pushClient.kinds', 'like', `%"${event.kind}"%`),
          ]),
        )
        .where(recipientsOf(event) as never),
    )
    .execute()
}

/** What is to be sent now, longest due first. */
export function selectDue(db: Database, now: number) {
  return db
    .selectFrom('pushDelivery')
    .innerJoin('event', 'event.id', 'pushDelivery.eventId')
    .innerJoin('pushClient', 'pushClient.id', 'pushDelivery.clientId')
    .innerJoin('user', 'user.id', 'pushClient.userId')
    .select(['pushDelivery.eventId', 'pushDelivery.clientId', 'pushDelivery.tries'])
    .select(['event.kind', 'event.data', 'event.subjectId', 'event.createTime'])
    .select(['event.userId as about', 'pushClient.endpoint', 'pushClient.auth'])
    .select(['pushClient.p256dh', 'pushClient.kinds', 'pushClient.language', 'pushClient.userId'])
    .select(['user.type', 'user.groupId', 'user.language as ofUser'])
    .where('pushDelivery.status', '=', 'waiting')
    .where('pushDelivery.nextTry', '<=', now)
    .orderBy('pushDelivery.nextTry')
    .orderBy('pushDelivery.eventId')
    .orderBy('pushDelivery.clientId')
    .limit(BATCH_SIZE)
    .execute()
}

/**
 * Takes a notification for sending; of several processes one gets it, once.
 *
 * Should that one die in between, nobody sends it: rather once too few than twice.
 */
export async function takeDelivery(db: Database, delivery: Delivery): Promise<boolean> {
  const { numUpdatedRows } = await row(db, delivery)
    .set({ status: 'sending', nextTry: null, tries: delivery.tries + 1 })
    .where('status', '=', 'waiting')
    .where('tries', '=', delivery.tries)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that a push service has taken it, or that nobody will be notified. */
export async function changeToDone(db: Database, delivery: Delivery, status: 'sent' | 'failed') {
  await row(db, delivery).set({ status }).where('status', '=', 'sending').execute()
}

/** Puts it back until later: when the push service asked to, and ever later otherwise. */
export async function changeToWaiting(
  db: Database,
  delivery: Delivery,
  now: number,
  asked = 0,
): Promise<void> {
  const wait = Math.max(
    asked,
    Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 4 ** delivery.tries),
  )
  await row(db, delivery)
    .set({ status: 'waiting', nextTry: now + wait })
    .where('status', '=', 'sending')
    .execute()
}

/** Forgets who was notified of what, once it is news no more. */
export async function removeOldDeliveries(db: Database, now: number): Promise<void> {
  const old = db
    .selectFrom('event')
    .select('id')
    .where('createTime', '<', now - 2 * MAX_AGE_MS)
  await db.deleteFrom('pushDelivery').where('eventId', 'in', old).execute()
}

const row = (db: Database, { eventId, clientId }: Pick<Delivery, 'eventId' | 'clientId'>) =>
  db.updateTable('pushDelivery').where('eventId', '=', eventId).where('clientId', '=', clientId)
