import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Checkmark32Regular, Phone32Regular, Warning32Regular } from '@fluentui/react-icons'

type Props = {
  /** `watching` with the part of the time that is left, 0 to 1; else how it ended. */
  state: 'watching' | 'good' | 'bad'
  left: number
}

/** The ring that empties while we watch, then how it ended. Words beside it say the same. */
export function Picture({ state, left }: Props) {
  const styles = useStyles()
  const Icon = { watching: Phone32Regular, good: Checkmark32Regular, bad: Warning32Regular }[state]
  return (
    <span className={mergeClasses(styles.picture, styles[state])} aria-hidden>
      {state === 'watching' && (
        <svg viewBox="0 0 100 100" className={styles.ring}>
          <circle className={styles.track} cx="50" cy="50" r="47" />
          <circle
            className={styles.arc}
            cx="50"
            cy="50"
            r="47"
            pathLength={100}
            strokeDasharray={`${left * 100} 100`}
          />
        </svg>
      )}
      <Icon />
    </span>
  )
}

const useStyles = makeStyles({
  picture: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: '96px',
    height: '96px',
    borderRadius: tokens.borderRadiusCircular,
  },
  watching: { color: tokens.colorBrandForeground1 },
  good: {
    color: tokens.colorStatusSuccessForeground1,
    backgroundColor: tokens.colorStatusSuccessBackground1,
  },
  bad: {
    color: tokens.colorStatusDangerForeground1,
    backgroundColor: tokens.colorStatusDangerBackground1,
  },
  ring: {
    position: 'absolute',
    inset: 0,
    fill: 'none',
    strokeWidth: '5px',
    strokeLinecap: 'round',
    transform: 'rotate(-90deg)',
  },
  track: { stroke: tokens.colorNeutralStencil1 },
  arc: {
    stroke: tokens.colorBrandStroke1,
    transitionProperty: 'stroke-dasharray',
    transitionDuration: '1s',
    transitionTimingFunction: 'linear',
    forcedColorAdjust: 'none',
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '1ms' },
  },
})
