import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AccountRow } from './AccountRow.tsx'
import { getAccount } from './operations.ts'

/** An account that is online, read once its row is in view: the list has only ids. */
export function OnlineRow({ accountId, now }: { accountId: number; now: number }) {
  const styles = useStyles()
  const { data, error } = useQuery({ ...getAccount(accountId), refetchInterval: false })
  if (data) return <AccountRow account={data} now={now} />
  return (
    <span className={styles.row}>{error ? <Trans>This account was deleted.</Trans> : '…'}</span>
  )
}

const useStyles = makeStyles({
  row: { padding: '12px 16px', color: tokens.colorNeutralForeground3 },
})
