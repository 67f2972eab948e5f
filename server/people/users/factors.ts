import type { Call } from '../../http/contract.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { holdRow } from '../../database/revision.ts'
import { groupOf } from '../../http/scope.ts'
import { removeFactorsOf } from '../factors/store.ts'
import { mailLoginChanged } from './loginLetter.ts'
import { findPerson } from './people.ts'

/**
 * Removes all factors of a normal user within the caller's group, who then logs in by password
 * alone, and is mailed so. Refused without a word where there are none.
 */
export async function removeUserFactors(call: Call<'removeUserFactors'>): Promise<'success'> {
  const { db, caller, path } = call
  const scope = { type: 'normal' as const, group: groupOf(caller) }
  await db.transaction().execute(async (tx) => {
    const { id } = found(await findPerson(tx, path.userId, scope))
    await holdRow(tx, 'user', id)
    if (!(await removeFactorsOf(tx, id)).on) throw new Refusal(403)
    await mailLoginChanged(tx, call, { id, what: 'factors' })
  })
  return 'success'
}
