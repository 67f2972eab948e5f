import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Expiry } from '#features/accounts/Expiry.tsx'
import { markOf } from '#features/accounts/accountStatus.ts'
import { PaidSums } from '#features/orders/PaidSums.tsx'
import type { UserCells } from '#features/users/UserRow.tsx'
import { StateMark } from '#ui/StateMark.tsx'

/** What a person owns and paid, for the list; nothing of admins, and where the server does not say. */
export function userCells(user: Schema<'UserRow'>, now: number): UserCells | undefined {
  const { account, accounts, paid = [], type } = user
  if (accounts === undefined || type === 'admin') return undefined
  const sums = <PaidSums paid={paid} />
  if (!account) return { state: <Trans>No account</Trans>, expiry: null, plan: null, paid: sums }
  return {
    state: <StateMark {...markOf(account, now)} autoRemove={account.autoRemove === 1} />,
    expiry: <Expiry account={account} now={now} short />,
    plan: account.orderName,
    paid: sums,
  }
}
