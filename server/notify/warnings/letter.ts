import type { Schema } from '#contract'
import { renewalPath } from '#rules/warnings.ts'
import { momentText } from '../../base/words/momentText.ts'
import { languageOf, wordsOf } from '../../base/words/words.ts'
import type { Candidate } from './candidates.ts'

/** What a warning says beside the account. */
export type Terms = {
  base: Schema<'BaseSetting'>
  percent: number
  timeZone: string
  /** The console's address. */
  site: string
}

/** The mail that warns the owner of an account, in their language, with the link that renews it. */
export function letterOf(
  kind: 'ending' | 'runningOut' | 'usedUp',
  account: Candidate,
  { base, percent, timeZone, site }: Terms,
) {
  const { owner: userId, port, expireTime, email } = account
  const language = languageOf(account.language) ?? languageOf(base.language) ?? 'zh-CN'
  const { warnings } = wordsOf(language)
  const ends = expireTime === null ? '' : momentText(expireTime, language, timeZone)
  const link = site + renewalPath(port)
  const about = { kind, port, ends, percent, link, title: base.title ?? '' }
  return { kind: 'warning' as const, recipient: email, userId, ...warnings(about) }
}
