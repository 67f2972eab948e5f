import type { Schema } from '#contract'
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

/**
 * The devices that fill up a page of accounts, after the last account, and how many there are.
 *
 * They have no plan and no end, so the wire's filters by these do not concern them; all of them
 * have a user.
 */
export async function selectDevicesBehind(
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
