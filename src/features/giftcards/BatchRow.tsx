import { makeStyles, tokens } from '@fluentui/react-components'
import { ChevronRight20Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { useListRow } from '#ui/listRow.ts'
import { Moment } from '#ui/Moment.tsx'
import { batchColour, BatchState } from './BatchState.tsx'

/** A batch in the list: what it buys, how much of it is left. */
export function BatchRow({ batch }: { batch: Schema<'GiftcardBatch'> }) {
  const styles = useStyles()
  const list = useListRow()
  const { batchNumber, status, orderName, comment, createTime, totalCount, availableCount } = batch
  return (
    <Link
      to="/admin/settings/giftcard/batch/$batchNumber"
      params={{ batchNumber: String(batchNumber) }}
      className={styles.row}
    >
      <span className={list.bar} style={{ backgroundColor: batchColour(status) }} />
      <span className={styles.words}>
        <span className={styles.main}>
          <span className={styles.number}>#{batchNumber}</span>{' '}
          {orderName ?? <Trans>The plan was deleted</Trans>}
        </span>
        <span className={styles.second}>
          <BatchState status={status} /> · <Moment time={createTime} relative />
          {comment !== '' && ` · ${comment}`}
        </span>
      </span>
      <span className={styles.figure}>
        <strong>{availableCount}</strong> <span className={styles.of}>/ {totalCount}</span>
      </span>
      <ChevronRight20Regular className={styles.of} />
    </Link>
  )
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const useStyles = makeStyles({
  row: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '64px',
    padding: '8px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  main: CUT,
  number: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  second: {
    ...CUT,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  figure: { flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
  of: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
})
