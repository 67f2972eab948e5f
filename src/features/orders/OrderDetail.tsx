import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import type { OperationId, Schema } from '#contract'
import { isPaidKind } from '#rules/providers/registry.ts'
import { DetailPanel } from '#ui/DetailPanel.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { detailOf } from './byKind.ts'
import { getPlacedOrder, retryPlacedOrder } from './operations.ts'
import { ownOperations } from './provider/operations.ts'
import { OrderContent } from './OrderContent.tsx'
import { OrderState } from './OrderState.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { orderState, refundableCents } from './orderStatus.ts'

type Props = {
  orderId: string
  /** The row of the list, which is all there is where the server sends no more. */
  row?: Schema<'PlacedOrder'> | undefined
  may: (id: OperationId) => boolean
  /** The way to the others of its list, which it stands beside; left out it is a sheet. */
  beside?: ReactNode
  onClose: () => void
}

/** The details of one order, and the actions on it. Spec 2. */
export default function OrderDetail({ orderId, row, may, beside, onClose }: Props) {
  // Drawn once or twice for an order: memoising it is more code than it saves work.
  'use no memo'
  const { t, i18n } = useLingui()
  const [refunding, setRefunding] = useState<string>()
  const [reviewing, setReviewing] = useState<string>()
  const hasDetail = useMay()('getPlacedOrder')
  const { data, error, refetch } = useQuery({ ...getPlacedOrder(orderId), enabled: hasDetail })
  const order = hasDetail || !row ? data : detailOf(row)
  const tried = useMutation(retryPlacedOrder)
  // Beside a list another one may be open by now.
  const retry = tried.variables === orderId ? tried : NOT_TRIED
  const reload = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const shell = { title: t`Order`, onClose, actions: order && actionsOf(order) }
  const content = order ? (
    <OrderContent order={order} retry={retry} hasHistory={hasDetail} />
  ) : !hasDetail ? (
    <Empty>
      <Trans>Find the order in its list to see more of it.</Trans>
    </Empty>
  ) : error && GONE.includes(error.status) ? (
    <Empty>{i18n._(explainLoad(error))}</Empty>
  ) : error ? (
    <LoadFailed onRetry={reload}>{i18n._(explainLoad(error))}</LoadFailed>
  ) : (
    <Loading shape="rows" count={6} />
  )
  // What is typed into the refund stays as the window, and with it what is below, changes.
  const refund =
    order && refunding === orderId ? (
      <RefundDialog order={order} onClose={() => setRefunding(undefined)} />
    ) : order && reviewing === orderId ? (
      <ReviewDialog order={order} onClose={() => setReviewing(undefined)} />
    ) : undefined
  return (
    <>
      {beside ? (
        <DetailPanel {...shell} of={orderId} tools={beside} said={order && saidOf(order)}>
          {content}
        </DetailPanel>
      ) : (
        !refund && (
          <Sheet {...shell} wide>
            {content}
          </Sheet>
        )
      )}
      {refund}
    </>
  )

  function actionsOf(shown: Schema<'PlacedOrderDetail'>) {
    const { kind } = shown
    const state = orderState(shown)
    const mayRefund =
      may(ownOperations(kind)?.mayRefund ?? 'refundPaymentOrder') &&
      refundableCents(shown) > 0 &&
      isPaidKind(kind)
    const mayRetry = may('retryPlacedOrder') && (state === 'paid' || state === 'created')
    const mayReview =
      may('reviewPlacedOrder') && (shown.failure === 'returned' || shown.failure === 'disputed')
    if (!mayRefund && !mayRetry && !mayReview) return undefined
    return (
      <>
        {mayRefund && (
          <Button onClick={() => setRefunding(orderId)}>
            <Trans>Refund…</Trans>
          </Button>
        )}
        {mayReview && (
          <Button appearance="primary" onClick={() => setReviewing(orderId)}>
            <Trans>Settle…</Trans>
          </Button>
        )}
        {mayRetry && (
          <Button
            appearance={state === 'paid' ? 'primary' : 'secondary'}
            disabledFocusable={retry.isPending}
            onClick={() => tried.mutate(orderId)}
          >
            {retry.isPending ? (
              <Trans>Trying…</Trans>
            ) : state === 'paid' ? (
              <Trans>Deliver again</Trans>
            ) : (
              <Trans>Ask the payment service</Trans>
            )}
          </Button>
        )}
      </>
    )
  }
}

const saidOf = (order: Schema<'PlacedOrderDetail'>) => (
  <>
    {order.username} <OrderState order={order} />
  </>
)

/** Asking again for what is not there, or not for this person, would not bring it. */
const GONE: readonly number[] = [403, 404]
const NOT_TRIED = { data: undefined, error: null, isPending: false }
