import { MAIN_ADMIN } from '#rules/roles.ts'
import type { Language } from '../../base/words/words.ts'
import type { Database } from '../../database/database.ts'

/** A person's fields for a login. */
export function findLogin(db: Database, username: string) {
  return db
    .selectFrom('user')
    .select(['id', 'type', 'username', 'email', 'passwordHash', 'language'])
    .where('username', '=', username)
    .executeTakeFirst()
}

/** The same, for a person who is logged in already. */
export function findLoginById(db: Database, id: number) {
  return db
    .selectFrom('user')
    .select(['id', 'type', 'username', 'email', 'passwordHash', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether the main admin exists. */
export async function hasMainAdmin(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', MAIN_ADMIN)
    .executeTakeFirst()
  return row !== undefined
}

/** Creates the main admin. */
export async function insertMainAdmin(
  db: Database,
  { email, passwordHash, now }: { email: string; passwordHash: string; now: number },
): Promise<void> {
  await db
    .insertInto('user')
    .values({
      id: MAIN_ADMIN,
      username: email,
      email,
      passwordHash,
      type: 'admin',
      telegram: null,
      createTime: now,
      lastLogin: now,
    })
    .execute()
}

/** Inserts a person who signed up; undefined when the name is taken. */
export async function insertUser(
  db: Database,
  user: {
    email: string
    passwordHash: string
    groupId: number
    now: number
    language?: Language | undefined
  },
): Promise<number | undefined> {
  const { email, passwordHash, groupId, now, language } = user
  const row = await db
    .insertInto('user')
    .values({
      username: email,
      email,
      passwordHash,
      groupId,
      language: language ?? null,
      type: 'normal',
      telegram: null,
      createTime: now,
      lastLogin: now,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Records when a person was last here, and in which language, where that is known. */
export async function changeLastLogin(
  db: Database,
  id: number,
  { now, language }: { now: number; language?: Language | undefined },
): Promise<void> {
  const seen = { lastLogin: now, ...(language === undefined ? {} : { language }) }
  await db.updateTable('user').set(seen).where('id', '=', id).execute()
}

/** Stores a new password. */
export async function changePasswordHash(db: Database, id: number, passwordHash: string) {
  await db.updateTable('user').set({ passwordHash }).where('id', '=', id).execute()
}
