import { Button, makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import { CheckmarkCircle24Filled, Circle24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card } from '#ui/Card.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'

type Props = {
  hasServer: boolean
  /** The id of an account to connect with, if there is one. */
  account: number | undefined
  /** Whether any account has ever carried traffic. */
  connected: boolean
}

/** What to do in a new shop, in order, with what is done already. */
export function FirstStepsCard({ hasServer, account, connected }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const navigate = useNavigate()
  const done = [hasServer, account !== undefined, connected].filter(Boolean).length
  return (
    <Card title={t`First steps`}>
      <p className={styles.quiet}>
        <Trans>{done} of 3 done</Trans>
      </p>
      <ProgressBar value={done} max={3} aria-label={t`First steps`} />
      <ol className={styles.steps}>
        <Step
          done={hasServer}
          name={t`Add a server`}
          hint={t`It opens the ports that accounts connect to.`}
          action={
            <Button appearance="primary" onClick={() => void navigate({ to: '/admin/addServer' })}>
              <Trans>Add server</Trans>
            </Button>
          }
        />
        <Step
          done={account !== undefined}
          name={t`Add an account`}
          hint={t`A port and a password for one customer.`}
          action={
            hasServer && (
              <Button
                appearance="primary"
                onClick={() => void navigate({ to: '/admin/addAccount' })}
              >
                <Trans>Add account</Trans>
              </Button>
            )
          }
        />
        <Step
          done={connected}
          name={t`Connect a client`}
          hint={t`Scan the account’s QR code with a Shadowsocks client and open a page.`}
          action={
            account !== undefined && (
              <Button
                appearance="primary"
                onClick={() =>
                  void navigate({
                    to: '/admin/account/$accountId',
                    params: { accountId: account },
                  })
                }
              >
                <Trans>Show the account</Trans>
              </Button>
            )
          }
        />
      </ol>
      <ManualLink to="first-customer.html" />
    </Card>
  )
}

type StepProps = { done: boolean; name: string; hint: string; action: ReactNode }

function Step({ done, name, hint, action }: StepProps) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <li className={styles.step}>
      {done ? (
        <CheckmarkCircle24Filled className={styles.done} aria-label={t`Done`} />
      ) : (
        <Circle24Regular className={styles.open} aria-label={t`Not done`} />
      )}
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>{hint}</span>
      </span>
      {!done && action}
    </li>
  )
}

const useStyles = makeStyles({
  steps: { margin: 0, padding: 0, listStyleType: 'none' },
  step: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '12px',
    minHeight: '64px',
    paddingBlock: '8px',
  },
  words: { display: 'flex', flexDirection: 'column', flex: '1 1 200px', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3 },
  done: { color: tokens.colorStatusSuccessForeground1, flexShrink: 0 },
  open: { color: tokens.colorNeutralForeground3, flexShrink: 0 },
})
