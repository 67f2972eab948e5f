import { makeStyles } from '@fluentui/react-components'
import { lazy, Suspense } from 'react'
import type { Schema } from '#contract'
import type { AccountStatus } from '#rules/accountStatus.ts'
import { saysUse } from './accountStatus.ts'

const InUseLine = lazy(() => import('./InUseLine.tsx'))

type Props = {
  account: Schema<'Account'>
  status: AccountStatus
  /** The name of the server where it was last used, where that is known. */
  lastServer?: string | undefined
  now: number
}

/** Where nothing is wrong: whether the account is in use. */
export function HealthyLine({ account, status, lastServer, now }: Props) {
  const styles = useStyles()
  const { id, lastConnect } = account
  if (!saysUse(account, status) || lastConnect === undefined) return null
  return (
    <div className={styles.line}>
      <Suspense>
        <InUseLine accountId={id} lastConnect={lastConnect} lastServer={lastServer} now={now} />
      </Suspense>
    </div>
  )
}

// Its height is there before the line is, so that the buttons below stay where they are.
const useStyles = makeStyles({
  line: { display: 'flex', justifyContent: 'center', minHeight: '20px' },
})
