import type { Call } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import { inTransaction } from '../../database/database.ts'
import { refuseForeignKey } from '../../database/foreignKeys.ts'
import { holdRow } from '../../database/revision.ts'
import { checkProof } from '../../people/factors/proof.ts'
import { reasonNotToDelete, removePerson } from '../../people/users/people.ts'
import { removeFlow } from '../../accounts/quota/reset.ts'
import { removeAccount, selectAccountsOf } from '../../accounts/store.ts'

/**
 * Deletes the caller with their accounts, all or nothing. Orders stay in the books, and what was not
 * paid for is closed. A payment that arrives all the same is booked, and shown as one to refund.
 *
 * Refuses with `unfinished order exists`, without proof as `checkProof` does, and without a word
 * where an account was assigned at the same moment.
 */
export async function deleteMe(call: Call<'deleteMe'>): Promise<'success'> {
  const { db, caller, body, session, wake, now, secret } = call
  await checkProof(call, caller.id, body)
  const accounts = await inTransaction(db, async (tx) => {
    await holdRow(tx, 'user', caller.id)
    const owned = await selectAccountsOf(tx, caller.id)
    for (const { id } of owned) {
      // The servers' totals stay right without saying whose it was.
      await removeFlow(tx, id, now())
      await removeAccount(tx, id)
    }
    const why = await reasonNotToDelete(tx, caller.id)
    if (why === 'unfinished order exists') throw new Refusal(403, why)
    if (!(await removePerson(tx, caller.id, now(), secret))) throw new Refusal(403)
    return owned.map(({ id }) => id)
  }).catch(refuseForeignKey(new Refusal(403)))
  wake(accounts)
  await session.end()
  return 'success'
}
