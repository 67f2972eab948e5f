import { isMainAdmin } from '#rules/roles.ts'
import { onEvent } from '../../messaging/events/signal.ts'
import { factsOf } from '../../messaging/events/sentences.ts'
import { countWaiting } from '../../messaging/messages/conversations.ts'
import { countUnread } from '../../messaging/messages/store.ts'
import { findSetting } from '../../database/settings/store.ts'
import { languageOf, type Language } from '../../base/words/words.ts'
import { startWorker } from '../../base/worker.ts'
import type { World } from '../../http/world.ts'
import { wants } from './device.ts'
import { findVapidKeys } from './keys.ts'
import { messageOf } from './message.ts'
import { noteOf, urgencyOf } from './note.ts'
import { type Outcome, postPush } from './post.ts'
import {
  changeToDone,
  changeToWaiting,
  type Delivery,
  MAX_AGE_MS,
  planDeliveries,
  selectDue,
  takeDelivery,
} from './queue.ts'
import { removePushClient } from './store.ts'

type Pushing = Pick<World, 'db' | 'now' | 'config' | 'log' | 'secret'>

/** How many messages are on their way at once. */
const MAX_CONCURRENT = 8
/** Notifies browsers of what happened, at once and again after a failure, until it is stopped. */
export const startPushing = (world: Pushing) =>
  startWorker((isStopped) => sendDuePushes(world, { isStopped }), {
    onSignal: onEvent,
    log: world.log,
    failure: 'push notifications failed',
  })

/** Sends every notification that is due; returns how many push services accepted. */
export async function sendDuePushes(
  world: Pushing,
  { isStopped = () => false }: { isStopped?: () => boolean } = {},
): Promise<number> {
  const { db, now, config } = world
  while ((await planDeliveries(db, now())) > 0 && !isStopped());
  let sent = 0
  for (;;) {
    const due = await selectDue(db, now())
    if (due.length === 0 || isStopped()) return sent
    const [{ language = 'zh-CN' }, keys] = await Promise.all([
      findSetting(db, 'base'),
      findVapidKeys(world),
    ])
    const work = async () => {
      for (let next = due.pop(); next && !isStopped(); next = due.pop()) {
        if (!(await takeDelivery(db, next))) continue
        const outcome = await send(next, { db, now, config, keys, ofSite: language })
        if (outcome?.kind === 'taken') sent += 1
        await settle(world, next, outcome)
      }
    }
    due.reverse()
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  }
}

type Terms = Pick<World, 'db' | 'now' | 'config'> & {
  keys: Awaited<ReturnType<typeof findVapidKeys>>
  ofSite: Language
}

/** Undefined when there is nothing to notify of any more. */
async function send(delivery: Delivery, terms: Terms): Promise<Outcome | undefined> {
  const { db, now, config, keys, ofSite } = terms
  const { createTime, kind, userId, type, groupId, about } = delivery
  const left = createTime + MAX_AGE_MS - now()
  // Since it was planned a person may have become another, or have had enough of it.
  const isMeant = about === null ? (kind === 'notice') === (type === 'normal') : about === userId
  if (left < 1000 || !isMeant || !wants(delivery, kind)) return undefined
  const language = languageOf(delivery.language) ?? languageOf(delivery.ofUser) ?? ofSite
  const note = noteOf(await factsOf(terms, delivery), language)
  if (!note) return undefined
  const group = isMainAdmin(userId) ? undefined : groupId
  const unread = type === 'admin' ? await countWaiting(db, group) : await countUnread(db, userId)
  const message = messageOf(
    { ...note, unread, language, site: config.site },
    { ttl: Math.floor(left / 1000), urgency: urgencyOf(kind) },
  )
  return postPush({ config, keys }, delivery, message)
}

async function settle(
  { db, now, log }: Pushing,
  delivery: Delivery,
  outcome: Outcome | undefined,
): Promise<void> {
  const { eventId, clientId, endpoint } = delivery
  switch (outcome?.kind) {
    case undefined:
      return changeToDone(db, delivery, 'failed')
    case 'taken':
      return changeToDone(db, delivery, 'sent')
    case 'gone':
      // What else waits for it goes along.
      return removePushClient(db, endpoint)
    case 'later':
      return changeToWaiting(db, delivery, now(), outcome.after)
    case 'refused':
      log.warn({ eventId, clientId, reason: outcome.reason }, 'a push message was refused')
      return changeToDone(db, delivery, 'failed')
  }
}
