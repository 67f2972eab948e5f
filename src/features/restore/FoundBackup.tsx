import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import { useSubmit } from '#api/submit.ts'
import type { Answer, Body, Schema } from '#contract'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { restoreBackupRefusals } from './messages.ts'
import { restoreBackup } from './operations.ts'
import { useRestoreStyles } from './styles.ts'

/** The server stops right after it has answered, and the answer may be lost with it. */
const restoreOrWait = (wanted: Body<'restoreBackup'>) =>
  restoreBackup(wanted).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 0) return 'success' as const
    throw error
  })

type Props = {
  token: string
  found: Schema<'FetchedBackup'>
  isShipping: Answer<'getRestore'>['isShipping']
  onOther: () => void
  onRestored: () => void
}

/** What is in the copy, to be looked at before it is restored. */
export function FoundBackup({ token, found, isShipping, onOther, onRestored }: Props) {
  const styles = useRestoreStyles()
  const { t, i18n } = useLingui()
  const restoring = useSubmit(restoreOrWait)
  const { time, first, last, title, users, accounts, orders, problems } = found
  return (
    <div className={styles.form}>
      <Facts>
        {title !== '' && <Fact name={t`Site`}>{title}</Fact>}
        <Fact name={t`Point in time`}>
          <Moment time={time} />
        </Fact>
        <Fact name={t`Latest change in the backup`}>
          <Moment time={last} />
        </Fact>
        <Fact name={t`Earliest point in time`}>
          <Moment time={first} />
        </Fact>
        <Fact name={t`Users`}>{i18n.number(users)}</Fact>
        <Fact name={t`Accounts`}>{i18n.number(accounts)}</Fact>
        <Fact name={t`Orders`}>{i18n.number(orders)}</Fact>
      </Facts>
      {problems.length > 0 && (
        <Problem intent="warning">
          <Trans>There are problems in it:</Trans> {problems.join(' ')}
        </Problem>
      )}
      {!isShipping && (
        <Problem intent="info">
          <Trans>
            This server does not back up yet. After the restore, name the store in its settings, and
            restart it.
          </Trans>
        </Problem>
      )}
      <p className={styles.quiet}>
        <Trans>
          You then log in as an admin of this backup. Make sure that the old server no longer runs.
        </Trans>
      </p>
      {restoring.error && (
        <Problem>{i18n._(explain(restoring.error, restoreBackupRefusals))}</Problem>
      )}
      <Button
        appearance="primary"
        size="large"
        disabledFocusable={restoring.pending}
        onClick={() => void restoring.run({ token, time }, onRestored)}
      >
        <Trans>Restore this</Trans>
      </Button>
      <Button size="large" disabledFocusable={restoring.pending} onClick={onOther}>
        <Trans>Choose another</Trans>
      </Button>
    </div>
  )
}
