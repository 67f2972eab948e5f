import { Badge, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { useListRow } from '#ui/listRow.ts'
import { Moment } from '#ui/Moment.tsx'
import { DESKTOP } from '#ui/desktop.ts'

/** A person in the list; admins open a page of their own. Spec 2. */
export function UserRow({ user }: { user: Schema<'UserRow'> }) {
  const styles = useStyles()
  const list = useListRow()
  const { id, type, username, port, lastLogin, comment } = user
  const params = { userId: String(id) }
  const content = (
    <>
      <span className={styles.name}>
        <span className={styles.cut}>{username}</span>
        {type === 'admin' && (
          <Badge appearance="tint" className={styles.badge}>
            <Trans>Admin</Trans>
          </Badge>
        )}
      </span>
      <span className={mergeClasses(styles.cut, styles.comment)}>{comment}</span>
      <span className={styles.port}>
        {port !== null ? (
          <Trans>Port {port}</Trans>
        ) : (
          <span className={styles.quiet}>
            {type === 'normal' ? <Trans>No account</Trans> : '–'}
          </span>
        )}
      </span>
      <span className={styles.login}>
        {lastLogin === null ? <Trans>Never logged in</Trans> : <Moment time={lastLogin} relative />}
      </span>
    </>
  )
  if (type === 'admin')
    return (
      <Link
        to="/admin/admin/$userId"
        params={params}
        className={mergeClasses(list.row, styles.row)}
      >
        {content}
      </Link>
    )
  return (
    <Link
      to="/admin/user/$userId"
      params={params}
      preloadDelay={150}
      className={mergeClasses(list.row, styles.row)}
    >
      {content}
    </Link>
  )
}

/** The names of the columns, for screens wide enough to have columns. */
export function UserColumns() {
  const styles = useStyles()
  const list = useListRow()
  const { t } = useLingui()
  // The rows say in words what each of their cells is.
  return (
    <div className={mergeClasses(list.row, list.columns, styles.row)} aria-hidden>
      {[t`User`, t`Comment`, t`Account`, t`Last login`].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  )
}

const CUT = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
} as const
const SMALL = {
  fontSize: tokens.fontSizeBase200,
  lineHeight: tokens.lineHeightBase200,
  color: tokens.colorNeutralForeground2,
  [DESKTOP]: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
} as const

const useStyles = makeStyles({
  row: {
    [DESKTOP]: { gridTemplateColumns: 'minmax(200px, 3fr) minmax(160px, 2fr) 128px 144px' },
  },
  name: {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    fontWeight: tokens.fontWeightSemibold,
    [DESKTOP]: { gridColumn: 'auto' },
  },
  badge: { flexShrink: 0 },
  cut: CUT,
  comment: { ...SMALL, display: 'none', [DESKTOP]: { display: 'block' } },
  port: { ...SMALL, fontVariantNumeric: 'tabular-nums' },
  login: { ...SMALL, color: tokens.colorNeutralForeground3 },
  quiet: { color: tokens.colorNeutralForeground3 },
})
