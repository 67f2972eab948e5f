import { Caption1, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OperationId, Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { DONE } from './words.ts'

/** One thing an admin did: who, what, when, and each field as it was and became. */
export function AuditEntry({ entry }: { entry: Schema<'AuditEntry'> }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { actor, operation, label, time } = entry
  const words = DONE[operation as OperationId]
  const what = words ? i18n._(words) : operation
  return (
    <article className={styles.entry}>
      <p className={styles.line}>
        <strong className={styles.name}>{actor || <Trans>A deleted admin</Trans>}</strong> {what}{' '}
        {label && <span className={styles.name}>{label}</span>}
      </p>
      <Caption1 className={styles.time}>
        <Moment time={time} />
      </Caption1>
      <Changes entry={entry} />
    </article>
  )
}

function Changes({ entry: { before, after } }: { entry: Schema<'AuditEntry'> }) {
  const styles = useStyles()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const count = fields.length
  if (count === 0) return null
  return (
    <details>
      <summary className={styles.summary}>
        <Trans>Fields: {count}</Trans>
      </summary>
      <dl className={styles.fields}>
        {fields.map((field) => (
          <div key={field} className={styles.field}>
            <dt className={styles.term}>{field}</dt>
            <dd className={styles.value}>
              {before && <del>{shown(before[field])}</del>}
              {before && after && ' → '}
              {after && <ins className={styles.new}>{shown(after[field])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const shown = (value: unknown) =>
  value === undefined || value === null
    ? '—'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

const useStyles = makeStyles({
  entry: { display: 'grid', gap: '4px', padding: '12px 16px' },
  line: { margin: 0, overflowWrap: 'anywhere' },
  name: { fontWeight: tokens.fontWeightSemibold },
  time: { color: tokens.colorNeutralForeground2 },
  summary: {
    minHeight: '32px',
    display: 'flex',
    alignItems: 'center',
    cursor: 'pointer',
    color: tokens.colorBrandForegroundLink,
  },
  fields: { display: 'grid', gap: '4px', margin: 0 },
  field: { display: 'grid', gridTemplateColumns: 'minmax(96px, 1fr) 3fr', gap: '8px' },
  term: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  value: {
    ...typographyStyles.caption1,
    margin: 0,
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
  },
  new: { textDecorationLine: 'none' },
})
