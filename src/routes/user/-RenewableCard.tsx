import type { Schema } from '#contract'
import { AccountCard } from '#features/myAccounts/AccountCard.tsx'
import { CheckNow } from './-CheckNow.tsx'
import type { PaymentWish } from './-Payment.tsx'
import { useRenewal } from './-useRenewal.ts'

type Props = {
  account: Schema<'Account'>
  serverId: number | undefined
  /** Whether it is the only account: the check has room below the card, not in it. */
  alone: boolean
  /** Shows how to connect, on this server if one is given. */
  onConnect: (serverId?: number) => void
  onPay: (wish: PaymentWish) => void
}

/** One account at a glance, with the price of the same again on its button, and the check. */
export function RenewableCard({ account, serverId, alone, onConnect, onPay }: Props) {
  const renewal = useRenewal(account)
  const more = renewal?.more
  const renew = renewal && (() => onPay(renewal.wish))
  const check = <CheckNow account={account} quiet={!alone} onConnect={onConnect} onRenew={renew} />
  return (
    <>
      <AccountCard
        account={account}
        serverId={serverId}
        onConnect={() => onConnect()}
        {...(renew && { onRenew: renew })}
        price={renewal?.price}
        onMore={more && (() => onPay(more))}
        check={!alone && check}
      />
      {alone && check}
    </>
  )
}
