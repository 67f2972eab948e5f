import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { Amount } from './Amount.tsx'
import type { Slot } from './chartOptions.ts'

type Props = {
  title: string
  slots: readonly Slot[]
  /** Null is not known. */
  values: readonly (number | null)[]
  before?: readonly (number | null)[] | undefined
}

/** The numbers of a chart as a table, for people who cannot read the drawing. */
export function ChartTable({ title, slots, values, before }: Props) {
  const styles = useStyles()
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          <th className={styles.head} scope="col">
            <Trans>Time</Trans>
          </th>
          <th className={styles.headNumber} scope="col">
            <Trans>Traffic</Trans>
          </th>
          {before && (
            <th className={styles.headNumber} scope="col">
              <Trans>Before</Trans>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {slots.map(({ full }, at) => (
          <tr key={full}>
            <th className={styles.time} scope="row">
              {full}
            </th>
            <td className={styles.number}>
              <Known bytes={values[at]} />
            </td>
            {before && (
              <td className={styles.number}>
                <Known bytes={before[at]} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Known = ({ bytes }: { bytes: number | null | undefined }) =>
  bytes === null ? <Trans>Not known</Trans> : <Amount bytes={bytes ?? 0} />

const head = {
  position: 'sticky',
  top: 0,
  paddingBlock: tokens.spacingVerticalXS,
  fontWeight: tokens.fontWeightRegular,
  color: tokens.colorNeutralForeground3,
  backgroundColor: tokens.colorNeutralBackground1,
  boxShadow: `0 1px ${tokens.colorNeutralStroke2}`,
} as const

const cell = {
  paddingBlock: tokens.spacingVerticalXS,
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
} as const

const useStyles = makeStyles({
  table: { width: '100%', borderSpacing: 0, fontVariantNumeric: 'tabular-nums' },
  head: { ...head, textAlign: 'left' },
  headNumber: { ...head, textAlign: 'right' },
  time: { ...cell, textAlign: 'left', fontWeight: tokens.fontWeightRegular },
  number: { ...cell, textAlign: 'right' },
})
