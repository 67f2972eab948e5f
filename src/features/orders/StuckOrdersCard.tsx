import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explainLoad } from '#api/refusals.ts'
import { Moment } from '#ui/Moment.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { OrderLink } from './OrderLink.tsx'
import { OrderFigure } from './OrderRow.tsx'
import { listStuckOrders } from './operations.ts'
import { OrderState } from './OrderState.tsx'

const SHOWN_LIMIT = 5

/** Orders that need attention, such as paid and not delivered ones; nothing when there are none. */
export function StuckOrdersCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(listStuckOrders())
  // An order that is being delivered this moment is nothing to worry about.
  const stuck = data?.orders.filter(({ failure }) => failure) ?? []
  if (stuck.length === 0) return null
  const { length } = stuck
  return (
    <RecentCard
      title={t`Orders that need review: ${length}`}
      items={stuck.slice(0, SHOWN_LIMIT)}
      problem={error && i18n._(explainLoad(error))}
      empty=""
      keyOf={({ orderId }) => orderId}
    >
      {(order) => (
        <OrderLink orderId={order.orderId}>
          <RecentLine
            main={order.username ?? <Trans>Deleted user</Trans>}
            second={
              <>
                <OrderState order={order} /> · <Moment time={order.createTime} relative />
              </>
            }
            figure={<OrderFigure order={order} />}
          />
        </OrderLink>
      )}
    </RecentCard>
  )
}
