import { mergeClasses } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { formatMac } from '#rules/mac.ts'
import { hasOwnPort } from '#rules/ports.ts'
import { ROOMY } from '#ui/desktop.ts'
import { useListRow } from '#ui/listRow.ts'
import { useMedia } from '#ui/media.ts'
import { Moment } from '#ui/Moment.tsx'
import { Said } from '#ui/Said.tsx'
import { StateMark } from '#ui/StateMark.tsx'
import { stateColours } from '#ui/theme.ts'
import { UsageBar } from '#ui/UsageBar.tsx'
import { Expiry } from './Expiry.tsx'
import { TYPE_NAMES } from './names.ts'
import { useRowStyles } from './rowStyles.ts'
import { barColour, markOf, usageOf } from './accountStatus.ts'

/** States that the text about the end already covers. */
const SAID = ['open', 'unlimited', 'expired', 'expiring']

/** An account in the list: whose it is, until when, and how much of it is used. Spec 4. */
export function AccountRow(props: {
  account: Schema<'AccountRow'>
  planName?: string
  now: number
}) {
  const { account, planName, now } = props
  const styles = useRowStyles()
  const list = useListRow()
  const { t } = useLingui()
  const plan = usePlanOf(account, planName)
  const hasColumns = useMedia(ROOMY)
  const { id, port, user, lastConnect, autoRemove } = account
  const mark = markOf(account, now)
  return (
    <Link
      to="/admin/account/$accountId"
      params={{ accountId: id }}
      preloadDelay={150}
      className={mergeClasses(list.row, styles.row)}
    >
      <span className={list.bar} style={{ backgroundColor: barColour(account, now) }} />
      <span className={styles.line}>
        <span className={styles.port}>
          <Said name={hasOwnPort(account) ? t`Port` : t`Account`}>{port}</Said>
        </span>
        <span className={styles.owner}>
          <Said name={t`User`}>{user ?? <NoUser />}</Said>
        </span>
      </span>
      <span className={mergeClasses(styles.line, styles.lower)}>
        <span className={mergeClasses(styles.state, SAID.includes(mark.state) && styles.said)}>
          <Said name={t`State`}>
            <StateMark {...mark} autoRemove={autoRemove === 1} />
          </Said>
        </span>
        <span className={styles.expiry}>
          <Expiry account={account} now={now} short={hasColumns} />
        </span>
        <span className={styles.plan}>{plan && <Said name={t`Plan`}>{plan}</Said>}</span>
        <span className={styles.last}>
          <Said name={t`Last connected`}>
            <LastConnect time={lastConnect} />
          </Said>
        </span>
      </span>
      <span className={styles.usage}>
        <Said name={t`Traffic`} block>
          <UsageBar {...usageOf(account)} used={account.flowUsed} size="small" />
        </Said>
      </span>
    </Link>
  )
}

/** What an account was sold as: its plan, by a name from elsewhere where it has none, or its kind. */
export function usePlanOf({ type, orderName }: Schema<'AccountRow'>, planName: string | undefined) {
  const { i18n } = useLingui()
  const period = TYPE_NAMES[type]
  return orderName ?? planName ?? (period && i18n._(period))
}

/** When an account was last used, where that is known. */
function LastConnect({ time }: { time: number | undefined }) {
  if (time === undefined) return <>–</>
  return time > 0 ? <Moment time={time} relative /> : <Trans>Never</Trans>
}

/** A registered MAC address among the accounts; it opens its owner, where it can be changed. */
export function MacRow({ device }: { device: Schema<'MacRow'> }) {
  const styles = useRowStyles()
  const list = useListRow()
  const { mac, port, user, userId } = device
  return (
    <Link
      to="/admin/user/$userId"
      params={{ userId: String(userId) }}
      preloadDelay={150}
      className={mergeClasses(list.row, styles.row)}
    >
      <span className={list.bar} style={{ backgroundColor: stateColours.grey }} />
      <span className={mergeClasses(styles.line)}>
        <span className={styles.mac}>{formatMac(mac)}</span>
        <span className={styles.owner}>
          {port === null ? (
            <Trans>MAC address without account</Trans>
          ) : (
            <Trans>MAC address of account {port}</Trans>
          )}
        </span>
      </span>
      <span className={mergeClasses(styles.line, styles.lower)}>
        <span className={styles.owner}>{user ?? <NoUser />}</span>
      </span>
    </Link>
  )
}

/** Stands for the owner of what has none. */
export function NoUser() {
  return (
    <span className={useRowStyles().none}>
      <Trans>No user</Trans>
    </span>
  )
}

/** The key of a row: accounts and MAC addresses count their ids apart. */
export function keyOf(row: Schema<'AccountPage'>['account'][number]) {
  return `${'mac' in row ? 'mac' : 'account'}-${row.id}`
}
