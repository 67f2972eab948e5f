import type { Schema } from '#contract'
import { expireOf, isUnlimited } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { timedOf } from '../../accounts/facts.ts'
import { selectStandings } from '../../accounts/connection/accountStatus.ts'
import { selectAccountsOf, type StoredAccount } from '../../accounts/store.ts'
import type { World } from '../../http/world.ts'
import type { ConnectionWords } from '../../base/words/shape.ts'
import { momentText } from '../../base/words/momentText.ts'
import { type Language, wordsOf } from '../../base/words/words.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

/** More would be cut by Telegram. */
const MAX_ACCOUNTS = 10

/** A person's accounts in a few lines each: whether they work, what is left, and until when. */
export async function accountsSummary(
  { db, plane, lights, now, config }: Pick<World, 'db' | 'plane' | 'lights' | 'now' | 'config'>,
  userId: number,
  language: Language,
): Promise<string> {
  const words = wordsOf(language).telegram
  const accounts = (await selectAccountsOf(db, userId)).slice(0, MAX_ACCOUNTS)
  if (accounts.length === 0) return words.noAccount
  const at = now()
  const standingOf = await selectStandings({ db, plane, lights }, accounts, {
    now: at,
    isOwn: true,
  })
  const timeZone = await findTimeZone({ db, config })
  const moment = (time: number) => momentText(time, language, timeZone)
  return accounts
    .map((account) => {
      const { flowUsed, flowPack, connection } = standingOf(account)
      const end = isUnlimited(account) ? null : expireOf(timedOf(account))
      return words.account({
        port: account.port,
        connection: wordsFor(account, connection, moment),
        used: formatFlow(flowUsed, language),
        quota: account.flow > 0 ? formatFlow(account.flow + flowPack, language) : null,
        // Its time begins once it is started; the state says that it is not.
        ends: account.active === 0 ? undefined : end === null ? null : moment(end),
      })
    })
    .join('\n\n')
}

/** Only of what is blocked or used up the end is worth a word; others have one of their own. */
function wordsFor(
  account: StoredAccount,
  { state, affected, servers, open, until, slowedTo }: Schema<'ConnectionSummary'>,
  moment: (time: number) => string,
): ConnectionWords {
  const isLasting = until !== null && (state === 'banned' || state === 'over')
  return {
    state:
      state !== 'open' ? state : slowedTo ? 'slowed' : isUnlimited(account) ? 'unlimited' : state,
    // Where nothing opens, it does not matter which server says what.
    affected: open > 0 ? affected : servers,
    servers,
    until: isLasting ? moment(until) : null,
  }
}
