import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { flowPercent, formatFlow, splitFlow } from '#rules/flow.ts'
import { usageColour } from './UsageBar.tsx'

type Props = {
  /** Bytes used so far. */
  used: number
  /** Bytes there are in all; 0 or null when there is no limit. */
  quota: number | null
  /** The label of the total, where it includes the period. */
  of?: ReactNode
  /** A line or two inside the ring, such as until when. */
  children?: ReactNode
}

/** Shows a customer how much traffic is left, as a ring that empties. */
export function UsageRing({ used, quota, of, children }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const limited = quota !== null && quota > 0
  const bytes = limited ? Math.max(0, quota - used) : used
  const { amount, unit } = splitFlow(bytes, i18n.locale)
  const left = limited ? 100 - flowPercent(used, quota) : 100
  const quotaText = formatFlow(quota ?? 0, i18n.locale)
  return (
    <div className={styles.ring}>
      <svg viewBox="0 0 216 216" className={styles.drawing} aria-hidden>
        <circle
          className={styles.track}
          style={left > 0 ? undefined : { stroke: usageColour(used, quota), opacity: 0.4 }}
          cx="108"
          cy="108"
          r="100"
        />
        {left > 0 && (
          <circle
            className={styles.arc}
            style={{ stroke: usageColour(used, quota) }}
            cx="108"
            cy="108"
            r="100"
            pathLength={100}
            strokeDasharray={left === 100 ? undefined : `${Math.max(left, 0.5)} 100`}
          />
        )}
      </svg>
      <div className={styles.words}>
        <span className={styles.over}>{limited ? <Trans>Left</Trans> : <Trans>Used</Trans>}</span>
        <span className={styles.amount}>
          {amount} <span className={styles.unit}>{unit}</span>
        </span>
        <span className={styles.of}>
          {limited ? (of ?? <Trans>of {quotaText}</Trans>) : <Trans>No limit</Trans>}
        </span>
        {children && <div className={styles.caption}>{children}</div>}
      </div>
    </div>
  )
}

const useStyles = makeStyles({
  // Where letters are enlarged alone it grows with them, and is never lower than its words.
  ring: {
    display: 'grid',
    placeItems: 'center',
    width: '100%',
    fontSize: tokens.fontSizeBase400,
    // 240 px where letters are as they were drawn.
    maxWidth: '15em',
    marginInline: 'auto',
    fontVariantNumeric: 'tabular-nums',
  },
  drawing: {
    gridArea: '1 / 1',
    display: 'block',
    width: '100%',
    aspectRatio: '1',
    fill: 'none',
    strokeWidth: '12px',
    strokeLinecap: 'round',
    // The ring starts at the top and empties towards it, clockwise.
    transform: 'rotate(-90deg) scaleY(-1)',
  },
  track: { stroke: tokens.colorNeutralStencil1 },
  arc: {
    transitionProperty: 'stroke-dasharray, stroke',
    transitionDuration: tokens.durationSlow,
    transitionTimingFunction: tokens.curveDecelerateMid,
    forcedColorAdjust: 'none',
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '1ms' },
  },
  words: {
    gridArea: '1 / 1',
    boxSizing: 'border-box',
    width: '100%',
    padding: '14%',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
  },
  over: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
  amount: {
    fontSize: tokens.fontSizeHero900,
    lineHeight: 1.2,
    fontWeight: tokens.fontWeightSemibold,
  },
  unit: {
    ...typographyStyles.subtitle1,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  of: { ...typographyStyles.body1, color: tokens.colorNeutralForeground3 },
  caption: {
    ...typographyStyles.caption1,
    marginTop: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground2,
  },
})
