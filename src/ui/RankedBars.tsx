import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Amount } from './Amount.tsx'

/** One share of a whole: its bytes, and its name, which may be a link. */
export type Slice = { key: string | number; name: ReactNode; bytes: number }

const SHOWN_LIMIT = 8
/** The rest together: it has no rank, and no bar. */
const OTHERS = 'others'

/** Who has which share of some traffic, most first. */
export function RankedBars({ title, slices }: { title: string; slices: readonly Slice[] }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const parts = partsOf(slices, t`Others`)
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const longest = Math.max(...parts.map(({ key, bytes }) => (key === OTHERS ? 0 : bytes)))
  const percent = new Intl.NumberFormat(i18n.locale, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  if (total === 0)
    return (
      <p className={styles.empty}>
        <Trans>No traffic in this period</Trans>
      </p>
    )
  return (
    <ol className={styles.list} aria-label={title}>
      {parts.map(({ key, name, bytes }) => (
        <li key={key} className={styles.row}>
          <span className={styles.name}>{name}</span>
          <Amount bytes={bytes} />
          <span className={styles.percent}>{percent.format(bytes / total)}</span>
          {key !== OTHERS && (
            <span className={styles.bar} style={{ width: `${(100 * bytes) / longest}%` }} />
          )}
        </li>
      ))}
    </ol>
  )
}

function partsOf(slices: readonly Slice[], others: string): Slice[] {
  const sorted = slices.filter(({ bytes }) => bytes > 0).toSorted((a, b) => b.bytes - a.bytes)
  // One more than fits is named rather than called "others".
  if (sorted.length <= SHOWN_LIMIT + 1) return sorted
  const rest = sorted.slice(SHOWN_LIMIT).reduce((sum, { bytes }) => sum + bytes, 0)
  return [...sorted.slice(0, SHOWN_LIMIT), { key: OTHERS, name: others, bytes: rest }]
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', fontVariantNumeric: 'tabular-nums' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 52px',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    paddingBlock: '4px',
    '@media (pointer: coarse)': { paddingBlock: 0 },
  },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '& a': {
      display: 'inline-block',
      lineHeight: '24px',
      '@media (pointer: coarse)': { lineHeight: '44px', minWidth: '44px' },
      color: tokens.colorBrandForegroundLink,
      textDecorationLine: 'none',
      ':hover': { textDecorationLine: 'underline' },
    },
  },
  percent: { color: tokens.colorNeutralForeground3, textAlign: 'right' },
  bar: {
    gridColumn: '1 / -1',
    height: '4px',
    minWidth: '2px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorBrandForeground1,
    forcedColorAdjust: 'none',
  },
  empty: {
    display: 'grid',
    placeItems: 'center',
    minHeight: '96px',
    margin: 0,
    color: tokens.colorNeutralForeground3,
  },
})
