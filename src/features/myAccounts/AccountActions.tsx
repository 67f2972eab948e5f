import { Button, makeStyles } from '@fluentui/react-components'
import { QrCode24Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { isPaidFor, isUsable, type AccountStatus } from '#rules/accountStatus.ts'

type Props = {
  account: Schema<'Account'>
  status: AccountStatus
  onConnect: () => void
  /** Left out where the account cannot be paid for here. */
  onRenew?: () => void
  /** What the same again costs, where that is known. */
  price?: string | undefined
}

/** The actions of an account, connect and pay; the one that helps in its status comes first. */
export function AccountActions({ account, status, onConnect, onRenew, price }: Props) {
  const styles = useStyles()
  const usable = isUsable(status, account.connection)
  const helps = !usable && isPaidFor(status)
  const connect = (
    <Button
      key="connect"
      appearance={usable ? 'primary' : 'secondary'}
      size="large"
      icon={<QrCode24Regular />}
      className={styles.action}
      onClick={onConnect}
    >
      <Trans>Connect</Trans>
    </Button>
  )
  const renew = onRenew && (
    <Button
      key="renew"
      appearance={helps ? 'primary' : 'secondary'}
      size="large"
      className={styles.action}
      onClick={onRenew}
    >
      {status === 'over' || status === 'slowed' ? (
        <Trans>Buy traffic or renew</Trans>
      ) : price === undefined ? (
        <Trans>Renew</Trans>
      ) : (
        <Trans>Renew for {price}</Trans>
      )}
    </Button>
  )
  return <div className={styles.actions}>{helps ? [renew, connect] : [connect, renew]}</div>
}

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  action: { minHeight: '48px', flex: '1 1 auto', whiteSpace: 'nowrap' },
})
