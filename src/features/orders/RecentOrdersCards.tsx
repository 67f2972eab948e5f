import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { ORDER_KINDS } from './filter.ts'
import { recentOf } from './provider/operations.ts'
import { orderKindName } from './names.ts'
import { currencyOf, priceText } from './orderStatus.ts'
import { statusWord } from './statusWords.ts'

/** The newest orders paid by one provider. Spec 2. */
export function RecentOrdersCard({ kind }: { kind: string }) {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(recentOf(kind).list())
  const isFirst = kind === ORDER_KINDS[0]
  const name = i18n._(orderKindName(kind))
  return (
    <RecentCard
      title={isFirst ? t`Orders` : t`${name} orders`}
      link={<AllOrders />}
      items={data}
      problem={error && i18n._(explainLoad(error))}
      empty={isFirst ? t`There are no orders yet.` : t`There are no ${name} orders yet.`}
      keyOf={({ orderId }) => orderId}
    >
      {(order) => <OrderRow order={order} currency={currencyOf(kind)} />}
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
