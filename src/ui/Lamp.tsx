import { makeStyles, tokens } from '@fluentui/react-components'
import { stateColours } from './theme.ts'

type Props = { state: 'green' | 'amber' | 'red' | 'grey'; size?: 'small' | 'large' }

/** A coloured light; its meaning is always beside it in words. */
export function Lamp({ state, size = 'small' }: Props) {
  const styles = useStyles()
  const isLarge = size === 'large'
  const px = isLarge ? '40px' : '10px'
  return (
    <span
      aria-hidden
      className={styles.lamp}
      style={{ width: px, height: px, backgroundColor: stateColours[state] }}
    />
  )
}

const useStyles = makeStyles({
  lamp: {
    display: 'inline-block',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
    transitionProperty: 'background-color',
    transitionDuration: tokens.durationNormal,
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '1ms' },
  },
})
