import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { formatFlow } from '#rules/flow.ts'
import { momentText } from '#ui/moments.ts'
import { stateColours } from '#ui/theme.ts'
import { EVENT_NAMES, FAILURE_NAMES } from './names.ts'
import { priceText } from './orderStatus.ts'

const COLOURS: Readonly<Record<string, keyof typeof stateColours>> = {
  underReview: 'amber',
  paid: 'amber',
  delivered: 'green',
  rewarded: 'green',
  refunded: 'blue',
  shortened: 'blue',
  returned: 'red',
  disputed: 'red',
  disputeSaid: 'red',
  packTaken: 'blue',
  failed: 'red',
  providerFailed: 'red',
  wrongAmount: 'red',
  wrongCurrency: 'red',
  forged: 'red',
  paidAgain: 'red',
  refundRefused: 'red',
}

/** What happened to an order, oldest first, with times and who did it. */
export function OrderTimeline({ order }: { order: Schema<'PlacedOrderDetail'> }) {
  const styles = useStyles()
  const { i18n, t } = useLingui()
  if (order.events.length === 0)
    return (
      <p className={styles.none}>
        <Trans>Nothing was recorded for this order.</Trans>
      </p>
    )
  const words = (event: string, detail: string) => {
    // The number of the account it went to; the facts above name it by its port.
    if (event === 'delivered' && order.kind !== 'refOrder') return ''
    // The name of the refund it belongs to.
    if (event === 'shortenAsked') return ''
    if (event === 'shortened')
      return detail
        .split(' ')
        .map((time) => momentText(Number(time), i18n.locale))
        .join(' → ')
    const ended = /^(\S+) (won|lost)$/.exec(detail)
    if (event === 'disputeEnded' && ended)
      return `${ended[2] === 'won' ? t`For you` : t`For the payer`} · ${ended[1]}`
    if (event === 'packTaken') return formatFlow(Number(detail), i18n.locale)
    const failure = Object.entries(FAILURE_NAMES).find(([known]) => known === detail)?.[1]
    if (failure) return i18n._(failure)
    const [, amount, currency] = /^(\d+\.\d\d) ([A-Z]{3})$/.exec(detail) ?? []
    return amount && currency ? priceText(amount, currency, i18n.locale) : detail
  }
  return (
    <ol className={styles.list}>
      {order.events.map(({ event, detail, time, actor }, index) => {
        const name = EVENT_NAMES[event]
        return (
          // Entries never move, so the index identifies them.
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <li key={index} className={styles.item}>
            <span
              className={styles.dot}
              style={{ backgroundColor: stateColours[COLOURS[event] ?? 'grey'] }}
            />
            <span className={styles.words}>
              <span>{name ? i18n._(name) : event}</span>
              <span className={styles.detail}>
                {[words(event, detail), actor].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={styles.time}>
              <Moment time={time} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '8px minmax(0, 1fr) auto',
    columnGap: '12px',
    alignItems: 'baseline',
    paddingBottom: '12px',
    // The line that leads from one event to the next.
    '::before': {
      content: '""',
      position: 'absolute',
      left: '3px',
      top: '16px',
      bottom: '-2px',
      width: '2px',
      backgroundColor: tokens.colorNeutralStroke2,
    },
    ':last-child': { paddingBottom: 0 },
    ':last-child::before': { content: 'none' },
  },
  dot: {
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  detail: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  time: {
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground3,
  },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
})
