import type { Answer, Schema } from '#contract'
import { countAccounts as countMatches } from '../matches.ts'
import { selectAccountPage } from '../page.ts'
import { toRows } from '../connection/view.ts'
import type { Call } from '../../http/contract.ts'
import { lastPage } from '../../database/lists/finding.ts'
import { cacheAnswer } from '../../http/cachedAnswer.ts'
import { groupOf } from '../../http/scope.ts'
import { toMacRow } from './view.ts'
import type { Database } from '../../database/database.ts'
import { type MacRow, selectMacPage } from './store.ts'

/** What a page of accounts holds before devices follow. */
type Cut = { before: number; shown: number; page: number; pageSize: number }

/** Filters that only accounts can match. */
const MEANT = [
  'endsWithin',
  'usedOver',
  'onServer',
  'banned',
  'waiting',
  'lapsed',
  'seenWithin',
  'unseenFor',
] as const

/** The tables a page of accounts is read from. */
export const ACCOUNT_TABLES = [
  'account',
  'user',
  'plan',
  'server',
  'tag',
  'usage',
  'flowPack',
  'ban',
  'macAccount',
] as const

/** Accounts as an admin searches them, page after page, followed by the devices. */
export function listAccounts(call: Call<'listAccounts'>) {
  const name = JSON.stringify(['listAccounts', groupOf(call.caller) ?? null, call.body])
  return cacheAnswer(call, { name, from: ACCOUNT_TABLES }, () => makePage(call))
}

async function makePage(call: Call<'listAccounts'>): Promise<Answer<'listAccounts'>> {
  const { db, caller, body, now } = call
  const scope = { group: groupOf(caller), now: now() }
  const { rows, total, more, page, pageSize } = await selectAccountPage(db, body, scope)
  const accounts = await toRows(call, rows)
  const cut = { before: total, shown: rows.length, page, pageSize }
  const devices = await selectDevicesBehind(db, body, scope.group, cut)
  const all = total + devices.total
  const account = [...accounts, ...devices.rows.map(toMacRow)]
  const last = lastPage({ total: all, more }, { page, pageSize })
  return {
    total: all,
    accounts: total,
    page,
    pageSize,
    maxPage: last,
    account,
    ...(more && { more }),
  }
}

/** How many matches some searches and filters have, devices included. */
export async function countAccounts({
  db,
  caller,
  body,
  now,
}: Call<'countAccounts'>): Promise<Answer<'countAccounts'>> {
  const scope = { group: groupOf(caller), now: now() }
  const counts: Answer<'countAccounts'> = []
  // One after the other: each may scan every account.
  for (const view of body.views) {
    const { total, more } = await countMatches(db, view, scope)
    const none = { before: total, shown: 1, page: 1, pageSize: 1 }
    const devices = await selectDevicesBehind(db, view, scope.group, none)
    counts.push({ total: total + devices.total, ...(more && { more }) })
  }
  return counts
}

/**
 * The devices that fill up a page of accounts, after the last account, and how many there are.
 *
 * They have no plan and no end, so the wire's filters by these do not concern them; all of them
 * have a user.
 */
async function selectDevicesBehind(
  db: Database,
  { search, filter }: Schema<'AccountQuery'>,
  group: number | undefined,
  { before, shown, page, pageSize }: Cut,
): Promise<{ rows: MacRow[]; total: number }> {
  if (!filter?.mac || (filter.noUser && !filter.hasUser)) return { rows: [], total: 0 }
  if (MEANT.some((name) => filter[name])) return { rows: [], total: 0 }
  const offset = Math.max(0, (page - 1) * pageSize - before)
  return selectMacPage(db, { search, group }, { offset, limit: pageSize - shown })
}
