import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { fieldOf } from './fields.ts'
import { NOTHING, useValueText } from './useValueText.ts'

/** So many are read at a glance; more of them stay folded. */
const MAX_OPEN = 3

type Props = {
  entry: Schema<'AuditEntry'>
  /** The type of an account or a plan. */
  period: (type: number) => string | undefined
}

/** The fields that changed, each as it was and as it became. */
export function AuditChanges({ entry, period }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const text = useValueText(period)
  const { subject, before, after } = entry
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const count = fields.length
  // What a bulk action was is said already, and what it did is on its own screen.
  if (count === 0 || subject === 'job') return null
  const list = (
    <dl className={styles.fields}>
      {fields.map((name) => {
        const known = fieldOf(name)
        return (
          <div key={name} className={styles.field}>
            <dt className={styles.term}>{known ? i18n._(known.name) : name}</dt>
            <dd className={styles.value}>
              {before && <Before text={text(name, before[name])} />}
              {before && after && ' → '}
              {after && <ins className={styles.new}>{text(name, after[name])}</ins>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
  // What was made or deleted has all its fields; what was changed is why one reads this.
  if (before && after && count <= MAX_OPEN) return list
  return (
    <details>
      <summary className={styles.summary}>
        <Trans>Fields: {count}</Trans>
      </summary>
      {list}
    </details>
  )
}

/** What was there is struck out; nothing is not. */
function Before({ text }: { text: string }) {
  return text === NOTHING ? text : <del>{text}</del>
}

const useStyles = makeStyles({
  summary: {
    minHeight: '32px',
    display: 'flex',
    alignItems: 'center',
    cursor: 'pointer',
    color: tokens.colorBrandForegroundLink,
  },
  fields: { display: 'grid', gap: '4px', margin: 0 },
  field: {
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, 200px) 1fr',
    gap: '8px',
    '@media (max-width: 599px)': { gridTemplateColumns: '1fr 2fr' },
  },
  term: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  value: { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  new: { textDecorationLine: 'none' },
})
