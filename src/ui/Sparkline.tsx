import { makeStyles, tokens } from '@fluentui/react-components'

type Props = {
  /** What the line shows, in words with its sum. */
  label: string
  /** Null is not known, and leaves a gap. */
  values: readonly (number | null)[]
}

const WIDTH = 88
const HEIGHT = 28

/** A few values as a line no larger than a word; its label has their sum. */
export function Sparkline({ label, values }: Props) {
  const styles = useStyles()
  const top = Math.max(1, ...values.map((value) => value ?? 0))
  const step = WIDTH / Math.max(1, values.length - 1)
  const runs = runsOf(values).map((run) =>
    run.map(({ at, value }) => {
      const y = HEIGHT - 2 - (value / top) * (HEIGHT - 4)
      return `${(at * step).toFixed(1)},${y.toFixed(1)}`
    }),
  )
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      {values.length > 1 &&
        runs.map(([first, ...rest]) => (
          // A line of one point is drawn as a dot by its round ends.
          <polyline key={first} className={styles.run} points={[first, ...rest].join(' ')} />
        ))}
    </svg>
  )
}

/** The values that stand side by side, without those that are not known; one alone twice. */
function runsOf(values: readonly (number | null)[]): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = [[]]
  for (const [at, value] of values.entries())
    if (value === null) runs.push([])
    else runs.at(-1)?.push({ at, value })
  return runs.flatMap((run) =>
    run.length === 0 ? [] : [run.length === 1 ? [...run, ...run] : run],
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
