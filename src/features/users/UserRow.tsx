import { Badge, mergeClasses } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { useListRow } from '#ui/listRow.ts'
import { Moment } from '#ui/Moment.tsx'
import { Said } from '#ui/Said.tsx'
import { useUserRow } from './rowStyles.ts'

/** What other features add about a person: the status and end of the account, and what was paid. */
export type UserCells = { state: ReactNode; expiry: ReactNode; plan: ReactNode; paid: ReactNode }

type Props = {
  user: Schema<'UserRow'>
  /** Left out for an admin, and where the server sends only a port. */
  cells?: UserCells
}

/** A person in the list; admins open a page of their own. Spec 2. */
export function UserRow({ user, cells }: Props) {
  const styles = useUserRow()
  const list = useListRow()
  const { t } = useLingui()
  const { id, type, username, lastLogin, comment, createTime } = user
  const params = { userId: String(id) }
  const content = (
    <>
      <span className={styles.who}>
        <span className={styles.name}>
          <span className={styles.cut}>
            <Said name={t`User`}>{username}</Said>
          </span>
          {type === 'admin' && (
            <Badge appearance="tint" className={styles.badge}>
              <Trans>Admin</Trans>
            </Badge>
          )}
        </span>
        {comment && <span className={styles.comment}>{comment}</span>}
      </span>
      <span className={styles.lower}>
        <span className={styles.state}>
          <Said name={t`State`}>{cells ? cells.state : <PortOf user={user} />}</Said>
        </span>
        <span className={styles.cell}>
          {cells?.expiry && <Said name={t`Expiry`}>{cells.expiry}</Said>}
        </span>
        <span className={mergeClasses(styles.cell, styles.roomy)}>
          {cells?.plan && <Said name={t`Plan`}>{cells.plan}</Said>}
        </span>
        <span className={styles.paid}>
          {cells?.paid && <Said name={t`Total paid`}>{cells.paid}</Said>}
        </span>
        <span className={mergeClasses(styles.cell, styles.roomy, styles.quiet)}>
          {createTime !== undefined && (
            <Said name={t`Signed up`}>
              <Moment time={createTime} relative />
            </Said>
          )}
        </span>
        <span className={mergeClasses(styles.cell, styles.quiet)}>
          {lastLogin === null ? (
            <Trans>Never logged in</Trans>
          ) : (
            <Said name={t`Last login`}>
              <Moment time={lastLogin} relative />
            </Said>
          )}
        </span>
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

/** The port of a person's account, where the server sends no more of it. */
export function PortOf({ user: { port, type } }: { user: Schema<'UserRow'> }) {
  const styles = useUserRow()
  const { t } = useLingui()
  if (port !== null) return <Trans>Account {port}</Trans>
  return <span className={styles.quiet}>{type === 'normal' ? t`No account` : '–'}</span>
}
