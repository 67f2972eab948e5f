import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { flowPercent, formatFlow } from '#rules/flow.ts'
import { numberFormat } from '#rules/formats.ts'
import { Amount } from './Amount.tsx'
import { stateColours } from './theme.ts'

type Props = {
  /** Bytes used so far; undefined where the server does not report it. */
  used: number | undefined
  /** Bytes there are in all; 0 or null when there is no limit. */
  quota: number | null
  /** `small` for a list's row: the bar and the amounts; `medium` adds the percentage. */
  size?: 'small' | 'medium'
}

/** The colour of a share of a quota: fine, amber over 80 %, red when it is used up. Spec 4. */
export function usageColour(used: number, quota: number | null): string {
  if (!quota || quota < 0) return stateColours.blue
  if (used >= quota) return stateColours.red
  return used > quota * 0.8 ? stateColours.amber : stateColours.green
}

/** Shows how much of a quota is used, as a thin bar and in numbers. */
export function UsageBar({ used: known, quota, size = 'medium' }: Props) {
  const used = known ?? 0
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const limited = quota !== null && quota > 0
  const share = limited ? Math.floor((used / quota) * 100) / 100 : 0
  const percent = numberFormat(i18n.locale, { style: 'percent' }).format(share)
  const usedText = formatFlow(used, i18n.locale)
  const quotaText = formatFlow(quota ?? 0, i18n.locale)
  const fill = {
    width: limited ? `${flowPercent(used, quota)}%` : '100%',
    backgroundColor: usageColour(used, quota),
  }
  return (
    <div className={mergeClasses(styles.usage, size === 'small' && styles.small)}>
      <div className={styles.words}>
        <span>
          {known === undefined ? '–' : <Amount bytes={known} />}
          {limited && (
            <span className={styles.quiet}>
              {' / '}
              <Amount bytes={quota} />
            </span>
          )}
        </span>
        {limited && known !== undefined && size === 'medium' && (
          <span className={styles.quiet}>{percent}</span>
        )}
        {!limited && (
          <span className={styles.quiet}>
            <Trans>No limit</Trans>
          </span>
        )}
      </div>
      <div
        className={mergeClasses(styles.track, !limited && styles.endless)}
        {...(limited &&
          // In a row the words beside it say the same.
          size !== 'small' &&
          known !== undefined && {
            role: 'meter',
            'aria-label': t`Traffic used`,
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': Math.floor(flowPercent(used, quota)),
            'aria-valuetext': t`${usedText} of ${quotaText}, ${percent}`,
          })}
      >
        <div
          className={mergeClasses(
            styles.fill,
            size === 'medium' && styles.growing,
            used > 0 && styles.some,
          )}
          style={fill}
        />
      </div>
    </div>
  )
}

const useStyles = makeStyles({
  usage: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: '6px',
    minWidth: 0,
    fontVariantNumeric: 'tabular-nums',
  },
  small: { rowGap: '4px', fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  words: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalS,
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  track: {
    height: '4px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralStencil1,
  },
  endless: { backgroundColor: 'transparent', opacity: 0.6 },
  fill: {
    height: '100%',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
  /** Not in a list's row, which becomes that of another account. */
  growing: {
    transitionProperty: 'width',
    transitionDuration: tokens.durationNormal,
    transitionTimingFunction: tokens.curveDecelerateMid,
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '1ms' },
  },
  some: { minWidth: '4px' },
})
