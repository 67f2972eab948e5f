import { Badge, mergeClasses } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { useBesideRow } from '#ui/besideRow.ts'
import { PortOf, type UserCells } from './UserRow.tsx'

type Props = { user: Schema<'UserRow'>; cells: UserCells | undefined }

/** A person in the list beside the one who is open, whose place it takes. */
export function UserBesideRow({ user, cells }: Props) {
  const styles = useBesideRow()
  const { id, type, username } = user
  const params = { userId: String(id) }
  const content = (
    <span className={styles.lines}>
      <span className={styles.line}>
        <span className={mergeClasses(styles.cut, styles.strong)}>{username}</span>
        {type === 'admin' && (
          <Badge appearance="tint" className={styles.kept}>
            <Trans>Admin</Trans>
          </Badge>
        )}
      </span>
      <span className={mergeClasses(styles.line, styles.second)}>
        <span className={styles.cut}>{cells ? cells.state : <PortOf user={user} />}</span>
        <span className={styles.kept}>{cells?.expiry}</span>
        <span className={styles.quiet}>{cells?.plan}</span>
      </span>
    </span>
  )
  if (type === 'admin')
    return (
      <Link to="/admin/admin/$userId" params={params} className={styles.link}>
        {content}
      </Link>
    )
  return (
    <Link
      to="/admin/user/$userId"
      params={params}
      // The way back is to the list, and not through everyone who was looked at.
      replace
      preloadDelay={150}
      className={styles.link}
    >
      {content}
    </Link>
  )
}
