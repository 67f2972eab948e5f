import { makeStyles, tokens } from '@fluentui/react-components'

type Props = {
  /** What the line shows, in words with its sum. */
  label: string
  values: readonly number[]
}

const WIDTH = 88
const HEIGHT = 28

/** A few values as a line no larger than a word; its label has their sum. */
export function Sparkline({ label, values }: Props) {
  const styles = useStyles()
  const top = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map((value, at) => {
    const y = HEIGHT - 2 - (value / top) * (HEIGHT - 4)
    return `${(at * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      {points.length > 1 && <polyline className={styles.run} points={points.join(' ')} />}
    </svg>
  )
}

const useStyles = makeStyles({
  line: { display: 'block', overflow: 'visible', flexShrink: 0 },
  run: {
    fill: 'none',
    stroke: tokens.colorBrandStroke1,
    strokeWidth: '1.5px',
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  },
})
