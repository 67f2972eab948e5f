import type { Kysely } from 'kysely'
import { MAIN_ADMIN } from '#rules/roles.ts'
import { insertAudit } from '../admin/audit/store.ts'
import { holdRow } from '../database/revision.ts'
import type { Tables } from '../database/tables.ts'
import { removeFactorsOf } from '../people/factors/store.ts'

/** The command line option. */
export const RESCUE = '--reset-second-factor'

/**
 * Removes every factor of the main admin if the command line requests it with
 * `--reset-second-factor`, and returns what it did; undefined when not requested.
 *
 * For a lost phone, passkeys and recovery codes: this requires access to the machine, as the set-up
 * did.
 */
export async function rescueOnRequest(
  db: Kysely<Tables>,
  now: number,
  words: readonly string[],
): Promise<string | undefined> {
  if (!words.includes(RESCUE)) return undefined
  const person = await db
    .selectFrom('user')
    .select('username')
    .where('id', '=', MAIN_ADMIN)
    .executeTakeFirst()
  if (!person) return 'There is no main admin yet. Nothing was changed.'
  const { username } = person
  const before = await db.transaction().execute(async (tx) => {
    await holdRow(tx, 'user', MAIN_ADMIN)
    const found = await removeFactorsOf(tx, MAIN_ADMIN)
    if (found.on)
      await insertAudit(tx, {
        time: now,
        actorId: null,
        operation: 'removeAdminFactors',
        subject: 'secondFactor',
        subjectId: MAIN_ADMIN,
        label: username,
      })
    return found
  })
  if (!before.on) return `${username} has no second factor. Nothing was changed.`
  return [
    `The second factor of ${username} is off:`,
    before.authenticator ? '- the authenticator app is forgotten' : undefined,
    before.passkeys > 0 ? `- passkeys forgotten: ${before.passkeys}` : undefined,
    `- recovery codes void: ${before.recoveryCodes}`,
    '- every session has ended',
    'Log in with the password, then set up a new one.',
  ]
    .filter((line) => line !== undefined)
    .join('\n')
}
