import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { problemName } from './names.ts'

type Job = Schema<'JobDetail'>

/** Problems of those who are not there, so that there is no page of theirs. */
const GONE: readonly string[] = ['gone', 'port taken', 'name taken', 'plan exists', 'base gone']

/** The subjects that failed, by reason. */
export function JobFailures({ job }: { job: Job }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { of, action, failures, failed } = job
  // What an import did not add has no page: its number is a row's.
  const isImport = action.kind.startsWith('import')
  const others = failed - failures.length
  if (failures.length === 0) return null
  const reasons = Map.groupBy(failures, ({ problem }) => problem)
  return (
    <div className={styles.reasons}>
      {[...reasons].map(([problem, those]) => (
        <section key={problem} className={styles.reason}>
          <p className={styles.why}>
            <span>{i18n._(problemName(problem, of))}</span>
            <span className={styles.count}>{i18n.number(those.length)}</span>
          </p>
          <ul className={styles.list} aria-label={t`Skipped`}>
            {those.map(({ id, label }) => (
              <li key={id} className={styles.item}>
                {isImport || GONE.includes(problem) ? (
                  label
                ) : (
                  <Subject of={of} id={id} label={label} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {others > 0 && (
        <p className={styles.others}>
          <Trans>and {others} more</Trans>
        </p>
      )}
    </div>
  )
}

function Subject({ of, id, label }: { of: Job['of']; id: number; label: string }) {
  const { link } = useStyles()
  return (
    <Link {...placeOf(of, id)} className={link}>
      {label}
    </Link>
  )
}

function placeOf(of: Job['of'], id: number): Pick<LinkProps, 'to' | 'params'> {
  switch (of) {
    case 'account':
      return { to: '/admin/account/$accountId', params: { accountId: id } }
    case 'user':
      return { to: '/admin/user/$userId', params: { userId: String(id) } }
    case 'plan':
      return { to: '/admin/settings/editOrder/$id', params: { id } }
    case 'notice':
      return { to: '/admin/notice/$noticeId', params: { noticeId: id } }
    case 'article':
      return { to: '/admin/article/$articleId', params: { articleId: id } }
  }
}

const useStyles = makeStyles({
  reasons: { display: 'flex', flexDirection: 'column', gap: '16px' },
  reason: { display: 'flex', flexDirection: 'column', gap: '4px' },
  why: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '16px',
    margin: 0,
    fontWeight: tokens.fontWeightSemibold,
  },
  count: {
    flexShrink: 0,
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
    columnGap: '16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    maxHeight: '360px',
    overflowY: 'auto',
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    minHeight: '36px',
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minWidth: 0,
    minHeight: '36px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
  others: { margin: 0, color: tokens.colorNeutralForeground2 },
})
