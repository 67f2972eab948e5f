import { expireOf, isUnlimited } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { timedOf } from '../accounts/facts.ts'
import { standingOf } from '../accounts/standing.ts'
import { selectAccountsOf } from '../accounts/store.ts'
import { selectTraffic } from '../accounts/traffic.ts'
import type { World } from '../world.ts'
import { type Language, wordsOf } from '../words/words.ts'

/** More would be cut by Telegram. */
const MOST = 10

/** A person's accounts in a few lines each: whether they work, what is left, and until when. */
export async function glanceAt(
  { db, now, config }: Pick<World, 'db' | 'now' | 'config'>,
  userId: number,
  language: Language,
): Promise<string> {
  const words = wordsOf(language).telegram
  const accounts = (await selectAccountsOf(db, userId)).slice(0, MOST)
  if (accounts.length === 0) return words.noAccount
  const at = now()
  const traffic = await selectTraffic(
    db,
    accounts.map(({ id }) => id),
    at,
  )
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: config.timeZone,
  })
  return accounts
    .map((account) => {
      const { flowUsed, flowPack, state } = standingOf(account, traffic(account.id), at)
      const end = isUnlimited(account) ? null : expireOf(timedOf(account))
      return words.account({
        port: account.port,
        state,
        used: formatFlow(flowUsed, language),
        quota: account.flow > 0 ? formatFlow(account.flow + flowPack, language) : null,
        // Its time begins once it is started; the state says that it is not.
        ends: account.active === 0 ? undefined : end === null ? null : moment.format(end),
      })
    })
    .join('\n\n')
}
