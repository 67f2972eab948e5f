import { mergeClasses } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { formatDuration } from '#rules/duration.ts'
import { useListRow } from '#ui/listRow.ts'
import { Moment } from '#ui/Moment.tsx'
import { Said } from '#ui/Said.tsx'
import { stateColours } from '#ui/theme.ts'
import { orderKindName } from './names.ts'
import { OrderLink } from './OrderLink.tsx'
import { OrderState } from './OrderState.tsx'
import { currencyOf, orderColour, priceText } from './orderStatus.ts'
import { useOrderRow } from './rowStyles.ts'

type Props = {
  order: Schema<'PlacedOrder'>
  /** Whether the day is said above. */
  byDay: boolean
  /** Beside an open order there is no room for how it was paid, and the port. */
  narrow: boolean
}

/** A placed order in the list: buyer, plan, state, amount. */
export function OrderRow({ order, byDay, narrow }: Props) {
  const styles = useOrderRow()
  const list = useListRow()
  const { t, i18n } = useLingui()
  const { kind, orderId, orderName, username, port, createTime } = order
  return (
    <OrderLink
      orderId={orderId}
      className={mergeClasses(list.row, styles.row, narrow && styles.narrow)}
    >
      <span className={list.bar} style={{ backgroundColor: stateColours[orderColour(order)] }} />
      <span className={styles.user}>
        <Said name={t`User`}>{username ?? <Trans>Deleted user</Trans>}</Said>
      </span>
      <span className={styles.figure}>
        <Said name={t`Amount`}>
          <OrderFigure order={order} />
        </Said>
      </span>
      <span className={styles.lower}>
        <span className={styles.state}>
          <Said name={t`State`}>
            <OrderState order={order} />
          </Said>
        </span>
        {!narrow && (
          <span className={mergeClasses(styles.cell, styles.quiet)}>
            <Said name={t`Payment method`}>{i18n._(orderKindName(kind))}</Said>
          </span>
        )}
        <span className={mergeClasses(styles.cell, styles.quiet)}>
          <Said name={t`Plan`}>
            {orderName ?? (kind === 'refOrder' ? '–' : <Trans>The plan was deleted</Trans>)}
          </Said>
        </span>
        {!narrow && (
          <span className={mergeClasses(styles.cell, styles.quiet, styles.roomy)}>
            <Said name={t`Port`}>{port ?? '–'}</Said>
          </span>
        )}
        <span className={mergeClasses(styles.cell, styles.quiet)}>
          <Said name={t`Placed at`}>
            <Moment time={createTime} clock={byDay} />
          </Said>
        </span>
      </span>
    </OrderLink>
  )
}

/** What an order came to: an amount, a time, or nothing that could be counted. */
export function OrderFigure({ order }: { order: Schema<'PlacedOrder'> }) {
  const { i18n } = useLingui()
  const { kind, amount, refTime } = order
  if (amount !== null) return <>{priceText(amount, currencyOf(kind), i18n.locale)}</>
  return refTime === null ? <>–</> : <>+{formatDuration(refTime)}</>
}
