import type { Api } from 'grammy'
import { isWarning, renewalPath } from '#rules/warnings.ts'
import { type EventFacts, sentenceOf, factsOf } from '../../messaging/events/sentences.ts'
import { makeTimespan } from '../../base/timespan.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { languageOf } from '../../base/words/words.ts'
import { failureOf } from './api.ts'
import {
  changeToNotified,
  releaseDelivery,
  selectRecipients,
  selectUnnotified,
  claimDelivery,
} from './store.ts'

/** What is older than this is news no more. */
const MAX_AGE_MS = 86_400_000
const BATCH_SIZE = 20
const MIN_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 300_000
/** Telegram takes no longer messages. */
const MAX_LETTERS = 4096

type Deps = Pick<World, 'db' | 'now' | 'log' | 'config'>

/**
 * Notifies admins and users of what happened; call it again and again.
 *
 * Each delivery is claimed before it is sent and released when it failed, so that nobody is notified
 * twice, by any number of processes; of a process that dies while Telegram takes a message, that
 * one may be lost. After a failure everything waits, longer each time.
 */
export function makeNotifier({ db, now, log, config }: Deps, mayNotify = () => true) {
  const quiet = makeTimespan(now)
  let pause = MIN_PAUSE_MS

  return async function notify(api: Pick<Api, 'sendMessage'>, since: number): Promise<void> {
    if (quiet.isOn()) return
    const events = await selectUnnotified(db, Math.max(since, now() - MAX_AGE_MS), BATCH_SIZE)
    if (events.length === 0) return
    const { language: ofSite = 'zh-CN' } = await findSetting(db, 'base')
    for (const event of events) {
      const facts = await factsOf({ db, config }, event)
      for (const { id, chat, language } of await selectRecipients(db, event)) {
        const sentence = sentenceOf(facts, languageOf(language) ?? ofSite)
        if (chat === null || sentence === undefined) continue
        if (!mayNotify()) return
        if (!(await claimDelivery(db, event.id, id))) continue
        if (await send(api, chat, withLink(sentence, facts, config.site))) continue
        await releaseDelivery(db, event.id, id)
        return
      }
      await changeToNotified(db, event.id, now())
    }
  }

  /** Whether there is nothing more to do about this message. */
  async function send(api: Pick<Api, 'sendMessage'>, chat: string, text: string) {
    try {
      await api.sendMessage(chat, text.slice(0, MAX_LETTERS), {
        link_preview_options: { is_disabled: true },
      })
    } catch (error) {
      const failure = failureOf(error)
      // A person who blocked the bot does not want to be notified.
      if (failure.kind !== 'bot blocked') {
        const wait = failure.kind === 'too many' ? failure.retryAfter : pause
        quiet.begin(wait)
        pause = Math.min(MAX_PAUSE_MS, pause * 2)
        log.warn({ failure: failure.kind, wait }, 'Telegram did not take a message')
        return false
      }
      log.warn({ chat }, 'a Telegram chat does not take messages')
    }
    pause = MIN_PAUSE_MS
    return true
  }
}

/**
 * A warning, with the link that renews its account. In the text and not as a button: Telegram
 * refuses a message whose button leads to an address without a public name.
 */
const withLink = (sentence: string, { kind, data }: EventFacts, site: string) =>
  isWarning(kind) ? `${sentence}\n\n${site}${renewalPath(data.port ?? '')}` : sentence
