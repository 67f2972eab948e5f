import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { splitFlow } from '#rules/flow.ts'
import { Amount } from './Amount.tsx'

/** One share of a whole: its name and bytes. */
export type Slice = { key: string | number; name: string; bytes: number }

const SHOWN_LIMIT = 8

const COLOURS = [
  tokens.colorPaletteCornflowerBorderActive,
  tokens.colorPaletteTealBorderActive,
  tokens.colorPaletteMarigoldBorderActive,
  tokens.colorPalettePurpleBorderActive,
  tokens.colorPalettePumpkinBorderActive,
  tokens.colorPaletteSteelBorderActive,
  tokens.colorPaletteMagentaBorderActive,
  tokens.colorPaletteBrassBorderActive,
  tokens.colorNeutralStrokeAccessible,
]

/** Shows who has which share of some traffic: a ring, and a list that says the same. */
export function PieChart({ title, slices }: { title: string; slices: readonly Slice[] }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [lit, setLit] = useState<Slice['key'] | null>(null)
  const parts = partsOf(slices, t`Others`)
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const whole = splitFlow(total, i18n.locale)
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
  const dim = (key: Slice['key']) => lit !== null && lit !== key && styles.dim
  return (
    <div className={styles.pie}>
      <svg viewBox="0 0 160 160" className={styles.drawing} aria-hidden>
        {arcsOf(parts, total).map(({ key, from, length }, at) => (
          <circle
            key={key}
            className={mergeClasses(styles.arc, dim(key))}
            style={{ stroke: COLOURS[at] }}
            cx="80"
            cy="80"
            r="66"
            pathLength={100}
            strokeDasharray={`${length} 100`}
            strokeDashoffset={-from}
            transform="rotate(-90 80 80)"
            onPointerEnter={() => setLit(key)}
            onPointerLeave={() => setLit(null)}
          />
        ))}
        <text className={styles.amount} x="80" y="82">
          {whole.amount}
        </text>
        <text className={styles.unit} x="80" y="100">
          {whole.unit}
        </text>
      </svg>
      <ul className={styles.legend} aria-label={title}>
        {parts.map(({ key, name, bytes }, at) => (
          <li
            key={key}
            className={mergeClasses(styles.row, dim(key))}
            onPointerEnter={() => setLit(key)}
            onPointerLeave={() => setLit(null)}
          >
            <span className={styles.swatch} style={{ backgroundColor: COLOURS[at] }} />
            <span className={styles.name}>{name}</span>
            <Amount bytes={bytes} />
            <span className={styles.percent}>{percent.format(bytes / total)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function partsOf(slices: readonly Slice[], others: string): Slice[] {
  const sorted = slices.filter(({ bytes }) => bytes > 0).toSorted((a, b) => b.bytes - a.bytes)
  // One more than fits is named rather than called "others".
  if (sorted.length <= SHOWN_LIMIT + 1) return sorted
  const rest = sorted.slice(SHOWN_LIMIT).reduce((sum, { bytes }) => sum + bytes, 0)
  return [...sorted.slice(0, SHOWN_LIMIT), { key: 'others', name: others, bytes: rest }]
}

/** Where each part lies on a ring of 100, with a hair of space to the next. */
function arcsOf(parts: readonly Slice[], total: number) {
  const gap = parts.length > 1 ? 0.6 : 0
  return parts.map(({ key, bytes }, at) => {
    const before = parts.slice(0, at).reduce((sum, part) => sum + part.bytes, 0)
    const length = Math.max(0.3, (bytes / total) * 100 - gap)
    return { key, from: (before / total) * 100 + gap / 2, length }
  })
}

const useStyles = makeStyles({
  pie: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingHorizontalXXL,
  },
  drawing: { flexShrink: 0, width: '160px', height: '160px', fill: 'none' },
  arc: {
    strokeWidth: '20px',
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationFast,
    forcedColorAdjust: 'none',
  },
  dim: { opacity: 0.3 },
  amount: {
    ...typographyStyles.subtitle1,
    fill: tokens.colorNeutralForeground1,
    textAnchor: 'middle',
  },
  unit: {
    ...typographyStyles.caption1,
    fill: tokens.colorNeutralForeground3,
    textAnchor: 'middle',
  },
  legend: { flex: '1 1 240px', minWidth: 0, fontVariantNumeric: 'tabular-nums' },
  row: {
    display: 'grid',
    gridTemplateColumns: '10px minmax(0, 1fr) auto 52px',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '28px',
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationFast,
  },
  swatch: {
    width: '10px',
    height: '10px',
    borderRadius: tokens.borderRadiusSmall,
    forcedColorAdjust: 'none',
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  percent: { color: tokens.colorNeutralForeground3, textAlign: 'right' },
  empty: {
    display: 'grid',
    placeItems: 'center',
    minHeight: '160px',
    color: tokens.colorNeutralForeground3,
  },
})
