import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { OperationId, Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { placeOf } from './subjects.ts'
import { DONE, isRestored, RESTORED } from './words.ts'

type Entry = Schema<'AuditEntry'>

/** What other features call what an entry is about. */
export type AuditWords = {
  /** A bulk action, and how many it was about. */
  job: (action: Schema<'Job'>['action'], total: number) => string
  /** The type of an account or a plan; undefined where there is none of that number. */
  period: (type: number) => string | undefined
}

/** One thing an admin did: who, what, when, and each field as it was and became. */
export function AuditEntry({ entry, words }: { entry: Entry; words: AuditWords }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { actor, operation, time } = entry
  const done = isRestored(entry) ? RESTORED : DONE[operation as OperationId]
  const name = nameOf(entry, words)
  const place = placeOf(entry)
  return (
    <article className={styles.entry}>
      <p className={styles.line}>
        <strong className={styles.name}>{actor || <Trans>A deleted admin</Trans>}</strong>{' '}
        {done ? i18n._(done) : operation}{' '}
        {name && place ? (
          <Link to={place.to} params={place.params} className={styles.link}>
            {name}
          </Link>
        ) : (
          name && <span className={styles.name}>{name}</span>
        )}
      </p>
      <Caption1 className={styles.time}>
        <Moment time={time} />
        {entry.undoneTime !== undefined && (
          <>
            {' · '}
            <Trans>
              Undone: <Moment time={entry.undoneTime} />
            </Trans>
          </>
        )}
      </Caption1>
      <AuditChanges entry={entry} period={words.period} />
    </article>
  )
}

/** What an entry is about: its name then, or what a bulk action did, and to how many. */
function nameOf({ subject, subjectId, label, after, before }: Entry, words: AuditWords): string {
  if (subject !== 'job') return label
  const { action, total } = after ?? before ?? {}
  if (typeof total !== 'number') return subjectId === null ? '' : `#${subjectId}`
  // The server stores a job's action as it was sent.
  return words.job(action as Schema<'Job'>['action'], total)
}

const useStyles = makeStyles({
  entry: { display: 'grid', gap: '4px', padding: '12px 16px' },
  line: { margin: 0, overflowWrap: 'anywhere' },
  name: { fontWeight: tokens.fontWeightSemibold },
  link: {
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
  time: { color: tokens.colorNeutralForeground2 },
})
