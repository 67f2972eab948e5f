import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { stateColours } from '#ui/theme.ts'
import { orderColour, orderState } from './orderStatus.ts'
import { statusWord } from './statusWords.ts'

type Props = {
  order: Pick<Schema<'PlacedOrder'>, 'kind' | 'status' | 'amount' | 'state' | 'failure'>
}

/** Says the state of an order with a coloured dot and its word. Spec 4. */
export function OrderState({ order }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const word = statusWord(order.status)
  const known = word ? t(word) : order.status
  return (
    <span className={styles.mark}>
      <span className={styles.dot} style={{ backgroundColor: stateColours[orderColour(order)] }} />
      {order.failure ? (
        orderState(order) === 'paid' ? (
          <Trans>Paid, not delivered</Trans>
        ) : (
          <Trans>Needs review</Trans>
        )
      ) : order.state === 'refunded' ? (
        <Trans>Refunded</Trans>
      ) : (
        known
      )}
    </span>
  )
}

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
})
