import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { problemName } from './names.ts'

/** To whom something was not done, and why. */
export function JobFailures({ job }: { job: Schema<'JobDetail'> }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { failures, failed } = job
  const others = failed - failures.length
  if (failures.length === 0) return null
  return (
    <div>
      <ul className={styles.list} aria-label={t`Left out`}>
        {failures.map(({ id, label, problem }) => (
          <li key={id} className={styles.item}>
            <span className={styles.label}>{label}</span>
            <span className={styles.why}>{i18n._(problemName(problem))}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className={styles.why}>
          <Trans>and {others} more</Trans>
        </p>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', maxHeight: '360px', overflowY: 'auto' },
  item: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '16px',
    minHeight: '36px',
    alignItems: 'center',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomColor: 'transparent' },
  },
  label: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere', minWidth: 0 },
  why: { color: tokens.colorNeutralForeground2 },
})
