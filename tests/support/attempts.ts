import type { Kysely } from 'kysely'
import type { Tables } from '../../server/database/tables.ts'
import { storedKey } from '../../server/http/limits/attempts.ts'

/** The counts there are, with those of these keys by their keys, and in this order: rows hold hashes. */
export async function countsByKey(db: Kysely<Tables>, ...keys: string[]) {
  const rows = await db.selectFrom('attempt').select(['key', 'count', 'until']).execute()
  const hashes = await Promise.all(keys.map((key) => storedKey(db, key)))
  const place = (hash: string) => (hashes.indexOf(hash) + 1 || hashes.length + 1) - 1
  return rows
    .toSorted((a, b) => place(a.key) - place(b.key))
    .map((row) => ({ ...row, key: keys[place(row.key)] ?? row.key }))
}
