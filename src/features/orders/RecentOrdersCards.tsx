import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { CURRENCY } from '#rules/placed.ts'
import { Moment } from '#ui/Moment.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { listRecentAlipayOrders, listRecentPaypalOrders } from './operations.ts'
import { priceText } from './orderStatus.ts'
import { statusWord } from './statusWords.ts'

/** The newest orders paid by Alipay. Spec 2. */
export function RecentAlipayCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(listRecentAlipayOrders())
  return (
    <RecentCard
      title={t`Orders`}
      link={<AllOrders />}
      items={data}
      problem={error && i18n._(explainLoad(error))}
      empty={t`There are no orders yet.`}
      keyOf={({ orderId }) => orderId}
    >
      {(order) => <OrderRow order={order} currency={CURRENCY.alipay} />}
    </RecentCard>
  )
}

/** The newest orders paid by PayPal. Spec 2. */
export function RecentPaypalCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(listRecentPaypalOrders())
  return (
    <RecentCard
      title={t`PayPal orders`}
      link={<AllOrders />}
      items={data}
      problem={error && i18n._(explainLoad(error))}
      empty={t`There are no PayPal orders yet.`}
      keyOf={({ orderId }) => orderId}
    >
      {(order) => <OrderRow order={order} currency={CURRENCY.paypal} />}
    </RecentCard>
  )
}

type Order = Pick<
  Schema<'AlipayOrder'>,
  'orderId' | 'username' | 'orderName' | 'amount' | 'status' | 'createTime'
>

function OrderRow({ order, currency }: { order: Order; currency: string }) {
  const { t, i18n } = useLingui()
  const { orderId, username, orderName, amount, status, createTime } = order
  const known = statusWord(status)
  const word = known ? t(known) : status
  return (
    <Link to="/admin/pay" search={{ order: orderId }}>
      <RecentLine
        main={username ?? <Trans>Deleted user</Trans>}
        second={
          <>
            {orderName ? `${orderName} · ${word}` : word} · <Moment time={createTime} relative />
          </>
        }
        figure={priceText(amount, currency, i18n.locale)}
      />
    </Link>
  )
}

function AllOrders() {
  return (
    <MoreLink to="/admin/pay">
      <Trans>All orders</Trans>
    </MoreLink>
  )
}
