import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { accountStatusOf, isUsable, partOf } from '#rules/accountStatus.ts'
import { useServerNow } from '#api/serverNow.ts'
import { StateMark } from '#ui/StateMark.tsx'

type Account = Schema<'AccountOfUser'>

/** The account of a customer in one line, with its state: of several, one that does not connect. */
export function AccountsLine({ accounts }: { accounts: readonly Account[] | undefined }) {
  const now = useServerNow()
  if (!accounts) return null
  if (accounts.length === 0) return <Trans>No account</Trans>
  const states = accounts.map((account) => ({ account, state: stateOf(account, now) }))
  const shown =
    states.find(({ account, state }) => !isUsable(state, account.connection)) ?? states[0]
  if (!shown) return null
  const { account, state } = shown
  const part = partOf(state, account.connection)
  const { port, orderName } = account
  const more = accounts.length - 1
  return (
    <>
      {[port, orderName].filter(Boolean).join(' · ')} ·{' '}
      <StateMark state={state} {...(part && { part })} />
      {more > 0 && ` · +${more}`}
    </>
  )
}

const stateOf = (account: Account, now: number) =>
  accountStatusOf(account, { used: account.flowUsed, flowPack: account.data?.flowPack ?? 0 }, now)
