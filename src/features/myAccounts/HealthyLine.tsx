import { makeStyles } from '@fluentui/react-components'
import { lazy, Suspense } from 'react'
import type { Schema } from '#contract'
import type { AccountStatus } from '#rules/accountStatus.ts'

const InUseLine = lazy(() => import('./InUseLine.tsx'))

type Props = { account: Schema<'Account'>; status: AccountStatus; now: number }

/** Where nothing is wrong: whether the account is in use. Nothing from a server too old to say. */
export function HealthyLine({ account, status, now }: Props) {
  const styles = useStyles()
  const isHealthy = status === 'open' || status === 'unlimited' || status === 'expiring'
  const { id, lastConnect } = account
  if (!isHealthy || lastConnect === undefined) return null
  return (
    <div className={styles.line}>
      <Suspense>
        <InUseLine accountId={id} lastConnect={lastConnect} now={now} />
      </Suspense>
    </div>
  )
}

// Its height is there before the line is, so that the buttons below stay where they are.
const useStyles = makeStyles({
  line: { display: 'flex', justifyContent: 'center', minHeight: '20px' },
})
