import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { ChevronRight20Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { payableBy, stateOf } from './orderState.ts'
import { useOrderWords } from './useOrderWords.ts'

type Props = {
  order: Schema<'UserOrder'>
  now: number
  onOpen: () => void
  onPay: () => void
}

/** One order of a customer: name, state, time and amount, and a button to pay an unpaid one. */
export function MyOrderRow({ order, now, onOpen, onPay }: Props) {
  const styles = useStyles()
  const { name, kind, state, figure } = useOrderWords()(order)
  const orderState = stateOf(order)
  const second = [kind === name ? '' : kind, orderState === 'delivered' ? '' : state].filter(
    Boolean,
  )
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <Caption1 className={styles.quiet}>
            {second.map((word) => `${word} · `)}
            <Moment time={order.createTime} />
          </Caption1>
        </span>
        <span className={styles.figure}>{figure}</span>
        <ChevronRight20Regular className={styles.chevron} />
      </button>
      {payableBy(order, now) && (
        <Button appearance="primary" className={styles.pay} onClick={onPay}>
          <Trans>Pay</Trans>
        </Button>
      )}
    </li>
  )
}

const useStyles = makeStyles({
  item: {
    display: 'flex',
    alignItems: 'center',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexGrow: 1,
    minWidth: 0,
    minHeight: '64px',
    padding: '8px 16px',
    border: 'none',
    textAlign: 'start',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  name: { overflowWrap: 'anywhere', fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground2 },
  chevron: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  figure: { flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
  pay: { flexShrink: 0, minHeight: '44px', marginInlineEnd: '16px' },
})
