import { setImmediate } from 'node:timers/promises'
import type { Answer } from '#contract'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../database/database.ts'
import { findSetting, findStored } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { insertMail } from '../../messaging/mails/store.ts'
import { selectEnding } from './candidates.ts'
import { letterOf } from './letter.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

const DAY_MS = 86_400_000
/** What counts as ending soon, as on the home screen. */
const DAYS = 1
/** How many mails a transaction writes before others have their turn. */
const BATCH_SIZE = 100

/**
 * Mails the owners of accounts that end within a day, of one group where there is one: each account
 * and end once, however often and by how many it is asked for. Who was warned of this end by itself
 * in the last 24 hours counts as mailed before.
 *
 * Refuses with `no mail server`.
 */
export async function remindEnding(
  { db, now, config }: Pick<World, 'db' | 'now' | 'config'>,
  group: number | undefined,
): Promise<Answer<'mailEndingAccounts'>> {
  const [accounts, mailServer, base, timeZone] = await Promise.all([
    selectEnding(db, { days: DAYS }, now(), group),
    findStored(db, 'mailServer'),
    findSetting(db, 'base'),
    findTimeZone({ db, config }),
  ])
  if (!mailServer) throw new Refusal(403, 'no mail server')
  const terms = { base, percent: 0, timeZone, site: config.site }
  let mailed = 0
  for (let at = 0; at < accounts.length; at += BATCH_SIZE) {
    if (at > 0) await setImmediate()
    const batch = accounts.slice(at, at + BATCH_SIZE)
    mailed += await db.transaction().execute(async (tx) => {
      const warned = await selectWarned(tx, batch, now() - DAY_MS)
      let sent = 0
      for (const account of batch) {
        const { id, expireTime } = account
        if (warned.has(`ending:${id}:${expireTime}`)) continue
        const letter = letterOf('ending', account, terms)
        const effect = `reminded:${id}:${expireTime}`
        if (await insertMail(tx, { ...letter, effect }, now())) sent += 1
      }
      return sent
    })
  }
  return { mailed, before: accounts.length - mailed }
}

/** The effects of the warnings of these ends that were mailed since. */
async function selectWarned(
  tx: Database,
  accounts: readonly { id: number; expireTime: number | null }[],
  since: number,
): Promise<Set<string | null>> {
  const effects = accounts.map(({ id, expireTime }) => `ending:${id}:${expireTime}`)
  const rows = await tx
    .selectFrom('mail')
    .select('effect')
    .where('effect', 'in', effects)
    .where('createTime', '>', since)
    .execute()
  return new Set(rows.map(({ effect }) => effect))
}
