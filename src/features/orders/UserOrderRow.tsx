import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { lengthText } from '#rules/formats.ts'
import { Moment } from '#ui/Moment.tsx'
import { RecentLine } from '#ui/RecentCard.tsx'
import { OrderState } from './OrderState.tsx'
import { currencyOf, priceText } from './orderStatus.ts'

/** An order of one user, of any kind. */
export type UserOrder = Pick<
  Schema<'PlacedOrder'>,
  'orderId' | 'status' | 'createTime' | 'port'
> & {
  orderName?: string | null
  orderType?: number | null
  amount?: string
  refTime?: number
}

type Props = {
  kind: Schema<'OrderKind'>
  order: UserOrder
  /** Names of plans by id, for servers that name only the id. */
  planName?: ((id: number) => string | undefined) | undefined
  onOpen?: (() => void) | undefined
}

/** An order on the page of its user. */
export function UserOrderRow({ kind, order, planName, onOpen }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { orderType, amount, refTime, status, createTime, port } = order
  const named = orderType == null ? undefined : (planName?.(orderType) ?? `#${orderType}`)
  const orderName = order.orderName === undefined ? named : order.orderName
  const line = (
    <RecentLine
      main={
        kind === 'refOrder' ? (
          port === null ? (
            <Trans>Reward</Trans>
          ) : (
            <Trans>Reward for account {port}</Trans>
          )
        ) : (
          (orderName ?? <Trans>The plan was deleted</Trans>)
        )
      }
      second={
        <>
          <OrderState order={{ kind, status, amount: amount ?? null }} /> ·{' '}
          <Moment time={createTime} />
        </>
      }
      figure={
        amount !== undefined
          ? priceText(amount, currencyOf(kind), i18n.locale)
          : refTime !== undefined && `+${lengthText(refTime, i18n.locale)}`
      }
    />
  )
  if (!onOpen) return line
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      {line}
    </button>
  )
}

const useStyles = makeStyles({
  row: {
    display: 'block',
    width: '100%',
    padding: 0,
    border: 'none',
    textAlign: 'start',
    font: 'inherit',
    color: 'inherit',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
})
