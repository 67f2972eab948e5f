import type { Schema } from '#contract'
import { AccountCard } from '#features/myAccounts/AccountCard.tsx'
import type { PaymentWish } from './-Payment.tsx'
import { useRenewal } from './-useRenewal.ts'

type Props = {
  account: Schema<'Account'>
  serverId: number | undefined
  onConnect: () => void
  onPay: (wish: PaymentWish) => void
}

/** One account at a glance, with the price of the same again on its button. */
export function RenewableCard({ account, serverId, onConnect, onPay }: Props) {
  const renewal = useRenewal(account)
  const more = renewal?.more
  return (
    <AccountCard
      account={account}
      serverId={serverId}
      onConnect={onConnect}
      {...(renewal && { onRenew: () => onPay(renewal.wish) })}
      price={renewal?.price}
      onMore={more && (() => onPay(more))}
    />
  )
}
