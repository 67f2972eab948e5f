import type { Database } from '../../database/database.ts'
import { removeSessionsOf } from '../session/store.ts'
import { countRecoveryCodes, removeRecoveryCodes } from './recovery.ts'

/** How the login of a person is protected. */
export async function findFactors(db: Database, userId: number) {
  const [totp, keys, recoveryCodes] = await Promise.all([
    findTotp(db, userId),
    db
      .selectFrom('passkey')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow(),
    countRecoveryCodes(db, userId),
  ])
  const authenticator = totp?.confirmed === 1
  const passkeys = Number(keys.count)
  return { on: authenticator || passkeys > 0, authenticator, passkeys, recoveryCodes }
}

/** Whether the login of a person requires a second step. */
export async function hasFactor(db: Database, userId: number): Promise<boolean> {
  return (await findFactors(db, userId)).on
}

/** The stored authenticator app of a person, confirmed or not. */
export function findTotp(db: Database, userId: number) {
  return db.selectFrom('secondFactor').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/** Stores an unconfirmed secret; returns false if one is in use. */
export async function insertTotp(
  db: Database,
  { userId, totp, now }: { userId: number; totp: string; now: number },
): Promise<boolean> {
  const row = await db
    .insertInto('secondFactor')
    .values({ userId, totp, createTime: now, lastStep: null })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ totp, createTime: now, lastStep: null })
        .where('secondFactor.confirmed', '=', 0),
    )
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Confirms a secret with its first code; returns whether it was still stored and unconfirmed. */
export async function changeTotpConfirmed(
  tx: Database,
  { userId, totp, step }: { userId: number; totp: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('secondFactor')
    .set({ confirmed: 1, lastStep: step })
    .where('userId', '=', userId)
    .where('totp', '=', totp)
    .where('confirmed', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses up a code of an app; returns whether it is newer than the last, true to one caller only. */
export async function takeTotpStep(
  db: Database,
  { userId, totp, step }: { userId: number; totp: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('totp', '=', totp)
    .where('confirmed', '=', 1)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a person's authenticator app; returns whether there was one. */
export async function removeTotpOf(tx: Database, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('secondFactor')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Recovery codes are deleted with the last factor: without one they are never requested. */
export async function removeCodesWithoutFactor(tx: Database, userId: number): Promise<void> {
  if (!(await hasFactor(tx, userId))) await removeRecoveryCodes(tx, userId)
}

/** Removes all factors of a person and ends the person's sessions; returns what there was. */
export async function removeFactorsOf(tx: Database, userId: number) {
  const before = await findFactors(tx, userId)
  await removeTotpOf(tx, userId)
  await tx.deleteFrom('passkey').where('userId', '=', userId).execute()
  await tx.deleteFrom('challenge').where('userId', '=', userId).execute()
  await removeRecoveryCodes(tx, userId)
  if (before.on) await removeSessionsOf(tx, userId)
  return before
}
