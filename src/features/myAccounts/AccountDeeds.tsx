import { Button, makeStyles } from '@fluentui/react-components'
import { QrCode24Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { isUsable, type Standing } from '#rules/standing.ts'

type Props = {
  account: Schema<'Account'>
  standing: Standing
  onConnect: () => void
  /** Left out where the account cannot be paid for here. */
  onRenew?: () => void
}

/** What an account is for: connecting, and paying for it; first what helps as it stands. */
export function AccountDeeds({ account, standing, onConnect, onRenew }: Props) {
  const styles = useStyles()
  const usable = isUsable(standing, account.connection)
  const connect = (
    <Button
      key="connect"
      appearance={usable ? 'primary' : 'secondary'}
      size="large"
      icon={<QrCode24Regular />}
      className={styles.deed}
      onClick={onConnect}
    >
      <Trans>Connect</Trans>
    </Button>
  )
  const renew = onRenew && (
    <Button
      key="renew"
      appearance={usable ? 'secondary' : 'primary'}
      size="large"
      className={styles.deed}
      onClick={onRenew}
    >
      {standing === 'over' ? <Trans>Buy traffic or renew</Trans> : <Trans>Renew</Trans>}
    </Button>
  )
  return <div className={styles.deeds}>{usable ? [connect, renew] : [renew, connect]}</div>
}

const useStyles = makeStyles({
  deeds: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  deed: { minHeight: '48px', flex: '1 1 auto', whiteSpace: 'nowrap' },
})
