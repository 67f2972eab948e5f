import { mergeClasses } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { useListRow } from '#ui/listRow.ts'
import { Moment } from '#ui/Moment.tsx'
import { useRowStyles } from './rowStyles.ts'

type Props = { referral: Schema<'Referral'>; onOpen: (referral: Schema<'Referral'>) => void }

/** Who was invited, by whom and when; opens what can be done about it. */
export function ReferralRow({ referral, onOpen }: Props) {
  const styles = useRowStyles()
  const list = useListRow()
  const { user, sourceUser, code, time } = referral
  return (
    <button
      type="button"
      className={mergeClasses(list.row, styles.row)}
      onClick={() => onOpen(referral)}
    >
      <span className={styles.main}>{user}</span>
      <span className={styles.figure}>
        <Moment time={time} relative />
      </span>
      <span className={styles.second}>
        <span className={styles.phoneOnly}>
          <Trans>invited by {sourceUser}</Trans>
        </span>
        <span className={styles.desktopOnly}>{sourceUser}</span>
      </span>
      <span className={mergeClasses(styles.last, styles.quiet, styles.code)}>{code}</span>
    </button>
  )
}

/** The names of the columns, for large screens. */
export function ReferralColumns() {
  const styles = useRowStyles()
  const list = useListRow()
  return (
    <div className={mergeClasses(list.row, list.columns, styles.row)} aria-hidden>
      <span>
        <Trans>Invited</Trans>
      </span>
      <span className={styles.figure}>
        <Trans>When</Trans>
      </span>
      <span>
        <Trans>Invited by</Trans>
      </span>
      <span className={styles.last}>
        <Trans>Invitation code</Trans>
      </span>
    </div>
  )
}
