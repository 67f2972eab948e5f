import { MAIN_ADMIN } from '#rules/roles.ts'
import type { Database } from '../../database/database.ts'

/** A person's fields for a login. */
export function findLogin(db: Database, username: string) {
  return db
    .selectFrom('user')
    .select(['id', 'type', 'username', 'email', 'passwordHash'])
    .where('username', '=', username)
    .executeTakeFirst()
}

/** The same, for a person who is logged in already. */
export function findLoginById(db: Database, id: number) {
  return db
    .selectFrom('user')
    .select(['id', 'type', 'username', 'email', 'passwordHash'])
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
  user: { email: string; passwordHash: string; groupId: number; now: number },
): Promise<number | undefined> {
  const { email, passwordHash, groupId, now } = user
  const row = await db
    .insertInto('user')
    .values({
      username: email,
      email,
      passwordHash,
      groupId,
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

/** Records when a person was last here. */
export async function changeLastLogin(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('user').set({ lastLogin: now }).where('id', '=', id).execute()
}

/** Stores a new password. */
export async function changePasswordHash(db: Database, id: number, passwordHash: string) {
  await db.updateTable('user').set({ passwordHash }).where('id', '=', id).execute()
}
