import { msg } from '@lingui/core/macro'
import type { Problems } from '#ui/draft.ts'

/** The bot as it is being entered. */
export type BotDraft = { token: string }

/** Checks the format of a token, before it is sent to Telegram. */
export function checkBotDraft({ token }: BotDraft): Problems<BotDraft> {
  const typed = token.trim()
  if (typed === '') return { token: msg`Enter the token.` }
  if (/^[0-9]{1,20}:[A-Za-z0-9_-]{20,80}$/.test(typed)) return {}
  return { token: msg`A token looks like this: 123456789:AAH…` }
}
