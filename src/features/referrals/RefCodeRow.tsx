import { mergeClasses } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { useListRow } from '#ui/listRow.ts'
import { useRowStyles } from './rowStyles.ts'

/** A code in the list of all: its owner, and how many signed up with it. */
export function RefCodeRow({ code: row }: { code: Schema<'RefCodeRow'> }) {
  const styles = useRowStyles()
  const list = useListRow()
  const { t } = useLingui()
  const { id, code, email, visit, maxUser, count } = row
  return (
    <Link
      to="/admin/settings/refCode/$id"
      params={{ id }}
      className={mergeClasses(list.row, styles.row)}
    >
      <span className={styles.code}>{code}</span>
      <span className={styles.figure}>
        <Trans>
          {count} of {maxUser}
        </Trans>
      </span>
      <span className={styles.second}>{email}</span>
      <span
        className={mergeClasses(styles.last, styles.quiet)}
      >{t`${plural(visit, { one: '# visit', other: '# visits' })}`}</span>
    </Link>
  )
}

/** The names of the columns, for large screens. */
export function RefCodeColumns() {
  const styles = useRowStyles()
  const list = useListRow()
  return (
    <div className={mergeClasses(list.row, list.columns, styles.row)} aria-hidden>
      <span>
        <Trans>Invitation code</Trans>
      </span>
      <span className={styles.figure}>
        <Trans>Sign-ups used</Trans>
      </span>
      <span>
        <Trans>Owner</Trans>
      </span>
      <span className={styles.last}>
        <Trans>Link opened</Trans>
      </span>
    </div>
  )
}
