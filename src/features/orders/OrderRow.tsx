import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { formatDuration } from '#rules/duration.ts'
import { useListRow } from '#ui/listRow.ts'
import { Moment } from '#ui/Moment.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { stateColours } from '#ui/theme.ts'
import { ORDER_KIND_NAMES } from './names.ts'
import { OrderState } from './OrderState.tsx'
import { currencyOf, orderColour, priceText } from './orderStatus.ts'

/** A placed order in the list: buyer, plan, state, amount. */
export function OrderRow({ order }: { order: Schema<'PlacedOrder'> }) {
  const styles = useStyles()
  const list = useListRow()
  const { i18n } = useLingui()
  const { kind, orderId, orderName, username, port, createTime } = order
  return (
    <Link
      to="/admin/pay"
      search={(before) => ({ ...before, order: orderId })}
      resetScroll={false}
      className={mergeClasses(list.row, styles.row)}
    >
      <span className={list.bar} style={{ backgroundColor: stateColours[orderColour(order)] }} />
      <span className={styles.user}>{username ?? <Trans>Deleted user</Trans>}</span>
      <span className={styles.figure}>
        <OrderFigure order={order} />
      </span>
      <span className={styles.lower}>
        <span className={styles.state}>
          <OrderState order={order} />
        </span>
        <span className={mergeClasses(styles.cell, styles.quiet)}>
          {i18n._(ORDER_KIND_NAMES[kind])}
        </span>
        <span className={mergeClasses(styles.cell, styles.quiet)}>
          {orderName ?? (kind === 'refOrder' ? '–' : <Trans>The plan was deleted</Trans>)}
        </span>
        <span className={mergeClasses(styles.cell, styles.quiet, styles.roomy)}>{port ?? '–'}</span>
        <span className={mergeClasses(styles.cell, styles.quiet)}>
          <Moment time={createTime} clock />
        </span>
      </span>
    </Link>
  )
}

/** What an order came to: an amount, a time, or nothing that could be counted. */
export function OrderFigure({ order }: { order: Schema<'PlacedOrder'> }) {
  const { i18n } = useLingui()
  const { kind, amount, refTime } = order
  if (amount !== null) return <>{priceText(amount, currencyOf(kind), i18n.locale)}</>
  return refTime === null ? <>–</> : <>+{formatDuration(refTime)}</>
}

/** The names of the columns, for screens wide enough to have columns. */
export function OrderColumns() {
  const styles = useStyles()
  const list = useListRow()
  const { t } = useLingui()
  const names = [t`User`, t`State`, t`Payment method`, t`Plan`, t`Port`, t`Placed at`]
  // The rows say in words what each of their cells is.
  return (
    <div className={mergeClasses(list.row, list.columns, styles.row)} aria-hidden>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
      <span className={styles.figure}>{t`Amount`}</span>
    </div>
  )
}

const CUT = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
} as const

const useStyles = makeStyles({
  row: {
    // A share of 1 is a pixel at 1280: what the longest words of the four languages want. On narrower
    // screens all of them give way alike, so that nothing has to be scrolled sideways.
    [DESKTOP]: {
      gridTemplateColumns:
        'minmax(0, 196fr) minmax(0, 150fr) minmax(0, 176fr) minmax(0, 88fr) 44px minmax(0, 116fr) 96px',
      columnGap: '12px',
    },
  },
  user: { ...CUT, fontWeight: tokens.fontWeightSemibold },
  figure: {
    textAlign: 'right',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    [DESKTOP]: { gridColumn: '7', gridRow: '1' },
  },
  lower: {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'baseline',
    columnGap: '4px',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    [DESKTOP]: { display: 'contents' },
  },
  state: { flexShrink: 0, [DESKTOP]: { fontSize: tokens.fontSizeBase300 } },
  cell: {
    ...CUT,
    '::before': { content: '"· "' },
    [DESKTOP]: {
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
      '::before': { content: 'none' },
    },
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  roomy: { display: 'none', fontVariantNumeric: 'tabular-nums', [DESKTOP]: { display: 'block' } },
})
