import type { Api } from 'grammy'
import { sentenceOf, toldOf } from '../events/sentences.ts'
import { findSetting } from '../settings/store.ts'
import type { World } from '../world.ts'
import { languageOf } from '../words/words.ts'
import { failureOf } from './api.ts'
import { changeTold, selectHearers, selectUntold } from './store.ts'

/** What is older than this is news no more, ms. */
const NEWS = 86_400_000
const AT_ONCE = 20
const FIRST_PAUSE = 5_000
const LONGEST_PAUSE = 300_000
/** Telegram takes no longer messages. */
const MOST_LETTERS = 4096

type Teller = Pick<World, 'db' | 'now' | 'log'>

/**
 * Tells admins and users what happened; call it again and again.
 *
 * An event is noted as told once everybody has heard of it, so a crash in between may tell it
 * twice, but none is lost. After a failure everything waits, longer each time.
 */
export function makeTeller({ db, now, log }: Teller) {
  /** Who has heard of an event that is not told to everybody yet. */
  const heard = new Set<string>()
  let quietUntil = 0
  let pause = FIRST_PAUSE

  return async function tell(api: Pick<Api, 'sendMessage'>, since: number): Promise<void> {
    if (now() < quietUntil) return
    const events = await selectUntold(db, Math.max(since, now() - NEWS), AT_ONCE)
    if (events.length === 0) return
    const { language: ofSite = 'zh-CN' } = await findSetting(db, 'base')
    for (const event of events) {
      const told = await toldOf(db, event)
      const hearers = await selectHearers(db, event)
      for (const { id, chat, language } of hearers) {
        const text = sentenceOf(told, languageOf(language) ?? ofSite)
        if (chat === null || text === undefined || heard.has(`${event.id}:${id}`)) continue
        if (!(await send(api, chat, text))) return
        heard.add(`${event.id}:${id}`)
      }
      await changeTold(db, event.id, now())
      for (const { id } of hearers) heard.delete(`${event.id}:${id}`)
    }
  }

  /** Whether there is nothing more to do about this message. */
  async function send(api: Pick<Api, 'sendMessage'>, chat: string, text: string) {
    try {
      await api.sendMessage(chat, text.slice(0, MOST_LETTERS), {
        link_preview_options: { is_disabled: true },
      })
    } catch (error) {
      const failure = failureOf(error)
      // Whoever blocked the bot does not want to hear.
      if (failure.kind !== 'bot blocked') {
        const wait = failure.kind === 'too many' ? failure.retryAfter : pause
        quietUntil = now() + wait
        pause = Math.min(LONGEST_PAUSE, pause * 2)
        log.warn({ failure: failure.kind, wait }, 'Telegram did not take a message')
        return false
      }
      log.warn({ chat }, 'a Telegram chat does not take messages')
    }
    pause = FIRST_PAUSE
    return true
  }
}
