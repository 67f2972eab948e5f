import { randomInt } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { keyedHash } from '../../base/keyedHash.ts'

const CODE_COUNT = 10
const CODE_LENGTH = 10
/** Without letters that look like others. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'

/** Replaces all recovery codes of a person; the codes are returned here and never again. */
export async function replaceRecoveryCodes(
  tx: Database,
  secret: string,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, newCode)
  await removeRecoveryCodes(tx, userId)
  await tx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: hashOf(secret, userId, code) })))
    .execute()
  return codes
}

/** Uses a recovery code up; returns whether it was unused, true to one of several callers only. */
export async function takeRecoveryCode(
  db: Database,
  { secret, userId, code, now }: { secret: string; userId: number; code: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ usedTime: now })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(secret, userId, code))
    .where('usedTime', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many recovery codes a person has not used yet. */
export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedTime', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Deletes all recovery codes of a person. */
export async function removeRecoveryCodes(tx: Database, userId: number): Promise<void> {
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
}

const newCode = () => {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return `${letters.slice(0, CODE_LENGTH / 2).join('')}-${letters.slice(CODE_LENGTH / 2).join('')}`
}

// Fifty random bits: a keyed hash is enough, they cannot be guessed one by one.
const hashOf = (secret: string, userId: number, code: string) =>
  keyedHash(secret, 'recovery', `${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
