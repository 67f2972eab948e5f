import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useOffers } from '#api/offers.ts'
import { explain, explainLoad } from '#api/refusals.ts'
import type { OperationId, Schema } from '#contract'
import { Empty } from '#ui/Empty.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { detailOf } from './byKind.ts'
import { retryRefusals } from './messages.ts'
import { FAILURE_NAMES } from './names.ts'
import { getPlacedOrder, retryPlacedOrder } from './operations.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderLedger } from './OrderLedger.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { NOT_SET_UP, ProviderLink } from './ProviderLink.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { orderState, refundableCents } from './orderStatus.ts'

type Props = {
  orderId: string
  /** The row of the list, which is all there is where the server sends no more. */
  row?: Schema<'PlacedOrder'> | undefined
  may: (id: OperationId) => boolean
  onClose: () => void
}

/** The details of one order, and the actions on it. Spec 2. */
export default function OrderSheet({ orderId, row, may, onClose }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [refunding, setRefunding] = useState(false)
  const hasDetail = useOffers()('getPlacedOrder')
  const { data, error, refetch } = useQuery({ ...getPlacedOrder(orderId), enabled: hasDetail })
  const order = hasDetail || !row ? data : detailOf(row)
  const retry = useMutation(retryPlacedOrder)
  const reload = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])

  if (!order)
    return (
      <Sheet title={t`Order`} onClose={onClose} wide>
        {!hasDetail ? (
          <Empty>
            <Trans>Find the order in its list to see more of it.</Trans>
          </Empty>
        ) : error ? (
          <LoadFailed onRetry={reload}>{i18n._(explainLoad(error))}</LoadFailed>
        ) : (
          <Loading shape="rows" count={6} />
        )}
      </Sheet>
    )
  if (refunding) return <RefundDialog order={order} onClose={() => setRefunding(false)} />
  const state = orderState(order)
  const mayRefund =
    may(order.kind === 'paypal' ? 'refundPaypalOrder' : 'refundAlipayOrder') &&
    refundableCents(order) > 0 &&
    ['alipay', 'paypal'].includes(order.kind)
  const mayRetry = may('retryPlacedOrder') && (state === 'paid' || state === 'created')
  return (
    <Sheet
      title={t`Order`}
      onClose={onClose}
      wide
      actions={
        (mayRefund || mayRetry) && (
          <>
            {mayRefund && (
              <Button onClick={() => setRefunding(true)}>
                <Trans>Refund…</Trans>
              </Button>
            )}
            {mayRetry && (
              <Button
                appearance={state === 'paid' ? 'primary' : 'secondary'}
                disabledFocusable={retry.isPending}
                onClick={() => retry.mutate(orderId)}
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
    >
      <Outcome order={order} retry={retry} />
      <OrderFacts order={order} />
      {hasDetail && (
        <section className={styles.part} aria-labelledby="order-history">
          <h3 id="order-history" className={styles.heading}>
            <Trans>History</Trans>
          </h3>
          <OrderTimeline order={order} />
        </section>
      )}
      {order.ledger.length > 0 && (
        <section className={styles.part} aria-labelledby="order-ledger">
          <h3 id="order-ledger" className={styles.heading}>
            <Trans>Ledger</Trans>
          </h3>
          <OrderLedger entries={order.ledger} />
        </section>
      )}
      {order.providerData && (
        <details className={styles.raw}>
          <summary className={styles.summary}>
            <Trans>What the payment service said last</Trans>
          </summary>
          <pre className={styles.code}>{JSON.stringify(order.providerData, null, 2)}</pre>
        </details>
      )}
    </Sheet>
  )
}

type Retry = ReturnType<typeof useMutation<{ failure: string | null; state: string }, never>>

function Outcome(props: {
  order: Schema<'PlacedOrderDetail'>
  retry: Pick<Retry, 'data'> & { error: Parameters<typeof explain>[0] | null }
}) {
  const { order, retry } = props
  const { i18n } = useLingui()
  if (retry.error)
    return (
      <Problem>
        {i18n._(explain(retry.error, retryRefusals))}{' '}
        {retry.error.reason === NOT_SET_UP && <ProviderLink kind={order.kind} />}
      </Problem>
    )
  if (order.failure) return <Problem>{i18n._(FAILURE_NAMES[order.failure])}</Problem>
  if (retry.data?.state === 'delivered')
    return (
      <Problem intent="success">
        <Trans>Delivered.</Trans>
      </Problem>
    )
  if (retry.data?.state === 'created')
    return (
      <Problem intent="info">
        <Trans>The payment service has no payment for this order yet.</Trans>
      </Problem>
    )
  return null
}

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  raw: { minWidth: 0 },
  summary: {
    minHeight: '44px',
    display: 'list-item',
    lineHeight: '44px',
    cursor: 'pointer',
    color: tokens.colorNeutralForeground2,
  },
  code: {
    margin: 0,
    padding: '12px',
    overflowX: 'auto',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusLarge,
  },
})
