import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { recountUsage } from '../quota/usage.ts'
import { Refusal, found } from '../../base/refusal.ts'
import { packsFromNow } from '../quota/moving.ts'
import { keepFormer } from '../former.ts'
import {
  changeAccount,
  changeToActive,
  findAccount,
  holdAccount,
  type StoredAccount,
} from '../store.ts'
import { startedTimes } from '../terms.ts'

/** Longer passwords are cut, as older consoles expect. */
const MAX_PASSWORD_LETTERS = 20

/** Sets another proxy password on one of the caller's accounts. */
export async function changeMyAccountPassword(
  call: Call<'changeMyAccountPassword'>,
): Promise<'success'> {
  const { db, now, wake, caller, path, body } = call
  const password = body.password.slice(0, MAX_PASSWORD_LETTERS)
  const { endsFormer } = body
  await inTransaction(db, async (tx) => {
    await holdAccount(tx, path.accountId)
    const account = await findMine(tx, path.accountId, caller.id)
    if (password !== account.password || endsFormer)
      await keepFormer(tx, account, { kind: 'password', endsFormer, now: now() })
    await changeAccount(tx, account.id, { password })
  })
  wake([path.accountId])
  return 'success'
}

/**
 * Starts an account that was bought and not started. Only once: its time begins a single time, and
 * so does the traffic that was bought on top.
 */
export async function activateMyAccount(call: Call<'activateMyAccount'>): Promise<'success'> {
  const { db, now, wake, caller, path } = call
  await inTransaction(db, async (tx) => {
    // A payment delivered at the same moment gives it more time.
    await holdAccount(tx, path.accountId)
    const account = await findMine(tx, path.accountId, caller.id)
    if (!(await changeToActive(tx, account.id, startedTimes(account, now())))) return
    await packsFromNow(tx, account.id, now())
    await recountUsage(tx, account.id, now())
  })
  wake([path.accountId])
  return 'success'
}

/** An account of the caller's own. Refuses any other. */
export async function findMine(db: Database, id: number, userId: number): Promise<StoredAccount> {
  const account = found(await findAccount(db, id))
  if (account.userId !== userId) throw new Refusal(403)
  return account
}
