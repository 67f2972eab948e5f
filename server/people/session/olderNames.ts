import { sql } from 'kysely'
import { normalEmail } from '#rules/email.ts'
import type { Database } from '../../database/database.ts'
import { findLogin } from './people.ts'

/** The names with capitals, or letters beyond ASCII, by how they are written today, read once: no new one comes. */
const read = new WeakMap<Database, Promise<Map<string, string[]>>>()

/**
 * A person's fields for a login, by the address as it is read today. Names that earlier releases and
 * consoles stored with capitals, wide letters, or some that nobody sees, are found by it where it means
 * one of them alone; their salt and their mails stay with the name as it is.
 */
export async function findLoginOfAnyAge(db: Database, email: string) {
  const exact = await findLogin(db, email)
  if (exact) return exact
  const older = read.get(db) ?? olderNames(db)
  read.set(db, older)
  older.catch(() => read.delete(db))
  const [name, another] = (await older).get(email) ?? []
  return name === undefined || another !== undefined ? undefined : findLogin(db, name)
}

async function olderNames(db: Database): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('user')
    .select('username')
    .where(
      sql<boolean>`length("username") <> octet_length("username") or lower("username") <> "username"`,
    )
    .execute()
  return Map.groupBy(
    rows.map(({ username }) => username),
    normalEmail,
  )
}
