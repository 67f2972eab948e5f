import { isUnlimited } from '#rules/account.ts'
import { allowedPlans } from '#rules/plan.ts'
import type { Schema } from '#contract'
import { timedOf } from '../../accounts/facts.ts'
import { findAccount, type StoredAccount } from '../../accounts/store.ts'
import type { Database } from '../../database/database.ts'
import { selectPlans } from '../plans/store.ts'
import { found, Refusal } from '../../base/refusal.ts'

type Buyer = { id: number; groupId: number }

/** The account a customer names, which must be their own; null for a new one. Refuses with 403. */
export async function findAccountToRenew(
  db: Database,
  buyer: Buyer,
  accountId: number | null,
): Promise<StoredAccount | null> {
  if (accountId === null) return null
  const account = found(await findAccount(db, accountId))
  if (account.userId !== buyer.id) throw new Refusal(403)
  return account
}

/** The plans a customer may buy for an account, or for a new one; none for one that never ends. */
export async function selectOffer(
  db: Database,
  { groupId }: Buyer,
  account: StoredAccount | null,
  now: number,
): Promise<Schema<'Plan'>[]> {
  if (account && isUnlimited(account)) return []
  const [plans, group] = await Promise.all([
    selectPlans(db),
    db.selectFrom('userGroup').select('orders').where('id', '=', groupId).executeTakeFirst(),
  ])
  const ofGroup: number[] | null = group?.orders ? JSON.parse(group.orders) : null
  return allowedPlans(plans, ofGroup, account && { ...account, ...timedOf(account) }, now)
}
