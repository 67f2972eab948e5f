import { mergeClasses } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { formatMac } from '#rules/mac.ts'
import { useBesideRow } from '#ui/besideRow.ts'
import { StateMark } from '#ui/StateMark.tsx'
import { NoUser, usePlanOf } from './AccountRow.tsx'
import { markOf } from './accountStatus.ts'
import { Expiry } from './Expiry.tsx'

type Props = { account: Schema<'AccountRow'>; planName: string | undefined; now: number }

/** An account in the list beside the one that is open, whose place it takes. */
export function AccountBesideRow({ account, planName, now }: Props) {
  const styles = useBesideRow()
  const plan = usePlanOf(account, planName)
  const { id, port, user, autoRemove } = account
  const mark = markOf(account, now)
  return (
    <Link
      to="/admin/account/$accountId"
      params={{ accountId: id }}
      // The way back is to the list, and not through all that were looked at.
      replace
      preloadDelay={150}
      className={styles.link}
    >
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={mergeClasses(styles.kept, styles.strong)}>{port}</span>
          <span className={styles.cut}>{user ?? <NoUser />}</span>
        </span>
        <span className={mergeClasses(styles.line, styles.second)}>
          <span className={styles.cut}>
            <StateMark {...mark} autoRemove={autoRemove === 1} />
          </span>
          {mark.state !== 'unlimited' && (
            <span className={styles.kept}>
              <Expiry account={account} now={now} short />
            </span>
          )}
          <span className={styles.quiet}>{plan}</span>
        </span>
      </span>
    </Link>
  )
}

/** A registered MAC address among the accounts; it opens its owner. */
export function MacBesideRow({ device }: { device: Schema<'MacRow'> }) {
  const styles = useBesideRow()
  const { mac, port, user, userId } = device
  return (
    <Link to="/admin/user/$userId" params={{ userId: String(userId) }} className={styles.link}>
      <span className={styles.lines}>
        <span className={styles.cut}>{formatMac(mac)}</span>
        <span className={mergeClasses(styles.line, styles.second)}>
          <span className={styles.cut}>{user ?? <NoUser />}</span>
          <span className={styles.quiet}>
            {port === null ? (
              <Trans>MAC address without account</Trans>
            ) : (
              <Trans>MAC address of account {port}</Trans>
            )}
          </span>
        </span>
      </span>
    </Link>
  )
}
