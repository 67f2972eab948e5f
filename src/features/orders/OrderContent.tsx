import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Problem } from '#ui/Problem.tsx'
import { retryRefusals } from './messages.ts'
import { FAILURE_NAMES } from './names.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderLedger } from './OrderLedger.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { NOT_SET_UP, ProviderLink } from './ProviderLink.tsx'

type Props = {
  order: Schema<'PlacedOrderDetail'>
  /** What came of another try. */
  retry: Pick<Retry, 'data'> & { error: Parameters<typeof explain>[0] | null }
  /** Left out where the server sends only the row of the list. */
  hasHistory: boolean
}
type Retry = ReturnType<typeof useMutation<{ failure: string | null; state: string }, never>>

/** What is known of an order: what is wrong, the facts, the history, where the money went. */
export function OrderContent({ order, retry, hasHistory }: Props) {
  // Drawn once or twice for an order: memoising it is more code than it saves work.
  'use no memo'
  const styles = useStyles()
  return (
    <>
      <Outcome order={order} retry={retry} />
      <OrderFacts order={order} />
      {hasHistory && (
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
    </>
  )
}

function Outcome({ order, retry }: Pick<Props, 'order' | 'retry'>) {
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
