import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { splitFlow } from '#rules/flow.ts'

/** Shows bytes with the unit set quieter than the number. Spec 9. */
export function Amount({ bytes }: { bytes: number }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { amount, unit } = splitFlow(bytes, i18n.locale)
  return (
    <span className={styles.amount}>
      {amount}
      {'\u00a0'}
      <span className={styles.unit}>{unit}</span>
    </span>
  )
}

const useStyles = makeStyles({
  amount: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  unit: { color: tokens.colorNeutralForeground3 },
})
