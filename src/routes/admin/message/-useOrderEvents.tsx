import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TalkEvent } from '#features/messages/talkEvents.ts'
import { orderKindName } from '#features/orders/names.ts'
import { listUserOrders } from '#features/orders/operations.ts'
import { OrderState } from '#features/orders/OrderState.tsx'
import { currencyOf, priceText } from '#features/orders/orderStatus.ts'
import { isPaidKind } from '#rules/providers/registry.ts'
import { Moment } from '#ui/Moment.tsx'

/** What a customer ordered, each as a line at its time: plan, price, how, and what became of it. */
export function useOrderEvents(userId: number): TalkEvent[] {
  const { i18n } = useLingui()
  const { data } = useQuery(listUserOrders(userId))
  return (data?.orders ?? [])
    .filter(({ kind }) => kind !== 'refOrder')
    .map((order) => {
      const { orderId, kind, amount, orderName, createTime } = order
      const what = [
        orderName,
        amount !== null && priceText(amount, currencyOf(kind), i18n.locale),
        i18n._(orderKindName(kind)),
      ]
      const words = what.filter(Boolean).join(' · ')
      const node = (
        <>
          {/* The number of the others is a code, which has no place in an address. */}
          {isPaidKind(kind) ? (
            <Link to="/admin/pay" search={{ order: orderId }}>
              {words}
            </Link>
          ) : (
            words
          )}{' '}
          · <OrderState order={order} /> · <Moment time={createTime} />
        </>
      )
      return { key: `order ${orderId}`, time: createTime, node }
    })
}
