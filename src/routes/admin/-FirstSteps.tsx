import { methodsOn } from '#features/providers/on.ts'
import { allMethods } from '#features/providers/registry.ts'
import { Button, makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import { CheckmarkCircle24Filled, Circle24Regular, Dismiss20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { useStatus } from '#device/status.ts'
import { getBackupStatus } from '#features/backup/operations.ts'
import { getMailServer } from '#features/mails/operations.ts'
import { TestMailButton } from '#features/mails/TestMailButton.tsx'
import { listOrders } from '#features/plans/operations.ts'
import { getUserCounts } from '#features/users/operations.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'

const QrCode = lazy(async () => ({ default: (await import('#ui/QrCode.tsx')).QrCode }))

type Props = {
  hasServer: boolean
  /** The id of an account to connect with, if there is one. */
  account: number | undefined
  /** Whether any account has ever carried traffic. */
  connected: boolean
  /** Puts the card away. */
  onOver: () => void
}

/** What to do in a new shop, from the first server to the first customer who signs up. */
export default function FirstSteps({ hasServer, account, connected, onOver }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const navigate = useNavigate()
  const status = useStatus()
  const { site, email } = status ?? {}
  const isTrial = status !== undefined && allMethods().some((one) => one.isTrial?.(status))
  const mail = useQuery(getMailServer()).data?.host
  const plans = useQuery(listOrders()).data
  const users = useQuery(getUserCounts()).data?.total.user ?? 0
  const [isQr, setQr] = useState(false)
  const link = `${site}/home/signup`
  const go = (label: string, to: '/admin/addServer' | '/admin/addAccount' | MoreAddress) => (
    <Button onClick={() => void navigate({ to })}>{label}</Button>
  )
  const steps: Step[] = [
    {
      done: hasServer,
      name: t`Add a server`,
      hint: t`It opens the ports that accounts connect to.`,
      action: go(t`Add server`, '/admin/addServer'),
    },
    {
      done: account !== undefined,
      name: t`Add an account`,
      hint: t`A port and a password for one customer.`,
      action: hasServer && go(t`Add account`, '/admin/addAccount'),
    },
    {
      done: connected,
      name: t`Connect a client`,
      hint: t`Scan the account’s QR code with a Shadowsocks client and open a page.`,
      action: account !== undefined && (
        <Button
          onClick={() =>
            void navigate({ to: '/admin/account/$accountId', params: { accountId: account } })
          }
        >
          <Trans>Show the account</Trans>
        </Button>
      ),
    },
    {
      done: Boolean(mail),
      name: t`Set up mail`,
      hint: t`Customers sign up with a code by email.`,
      action: go(mail ? t`Mail` : t`Set up mail`, '/admin/settings/mail'),
      keeps: true,
      more: mail && email && <TestMailButton recipient={email} />,
    },
    {
      done: plans !== undefined && plans.length > 0,
      name: t`Add plan`,
      hint: t`What customers buy: how long, how much traffic, for how much.`,
      action: go(t`Add plan`, '/admin/settings/newOrder'),
    },
    {
      done: methodsOn(status).length > 0,
      name: t`Set up a payment method`,
      hint: isTrial
        ? t`PayPal is in its sandbox: try it with play money, then go live.`
        : t`Alipay or PayPal. PayPal’s sandbox lets you try it without real money.`,
      keeps: isTrial,
      action: go(t`Set up`, '/admin/settings/paymentList'),
    },
    {
      done: users > 0,
      name: t`Share the sign-up link`,
      hint: t`Anyone who signs up with it becomes your customer.`,
      action: (
        <Button onClick={() => setQr(!isQr)}>
          <Trans>QR code</Trans>
        </Button>
      ),
      keeps: true,
      more: (
        <>
          <Copyable text={link} label={t`sign-up link`} />
          {isQr && (
            <Suspense>
              <QrCode text={link} label={t`Share the sign-up link`} size={200} />
            </Suspense>
          )}
        </>
      ),
    },
  ]
  const shown = [...steps, ...useSafetySteps()]
  const done = shown.filter((step) => step.done).length
  const all = shown.length
  return (
    <Card
      title={t`First steps`}
      actions={
        <Button
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label={t`Hide the first steps`}
          title={t`Hide the first steps`}
          onClick={onOver}
        />
      }
    >
      <p className={styles.quiet}>
        <Trans>
          {done} of {all} done
        </Trans>
      </p>
      <ProgressBar value={done} max={all} aria-label={t`First steps`} />
      <ol className={styles.steps}>
        {shown.map((step) => (
          <li key={step.name} className={styles.step}>
            {step.done ? (
              <CheckmarkCircle24Filled className={styles.done} aria-label={t`Done`} />
            ) : (
              <Circle24Regular className={styles.open} aria-label={t`Not done`} />
            )}
            <span className={styles.words}>
              <span className={styles.name}>{step.name}</span>
              <span className={styles.quiet}>{step.hint}</span>
            </span>
            {(!step.done || step.keeps) && step.action}
            {step.more && <div className={styles.more}>{step.more}</div>}
          </li>
        ))}
      </ol>
      <ManualLink to="first-customer.html" />
    </Card>
  )
}

/** What keeps a shop from being lost or read along. Nothing where the server says nothing of it. */
function useSafetySteps(): Step[] {
  const { t } = useLingui()
  const may = useMay()
  const navigate = useNavigate()
  const mayAsk = may('getInstallation')
  const backup = useQuery({ ...getBackupStatus(), enabled: mayAsk }).data
  const { site } = useStatus() ?? {}
  if (!mayAsk) return []
  const action = (
    <Button onClick={() => void navigate({ to: '/admin/settings/service' })}>
      <Trans>Service</Trans>
    </Button>
  )
  return [
    {
      // PostgreSQL is backed up by means of its own.
      done: backup !== undefined && (backup.state !== 'off' || backup.canBackUp === false),
      name: t`Switch backups on`,
      hint: t`On another disk or in a bucket: without them the shop is lost with this machine.`,
      action,
    },
    {
      done: site?.startsWith('https:') ?? false,
      name: t`Serve it by HTTPS`,
      hint: t`Without it passwords can be read on the way.`,
      action,
      more: !site?.startsWith('https:') && (
        <ManualLink to="settings.html#https-by-the-console-itself" />
      ),
    },
  ]
}

type MoreAddress =
  | '/admin/settings/mail'
  | '/admin/settings/newOrder'
  | '/admin/settings/paymentList'

type Step = {
  done: boolean
  name: string
  hint: string
  action: ReactNode
  /** The action stays once it is done. */
  keeps?: boolean
  more?: ReactNode
}

const useStyles = makeStyles({
  steps: { margin: 0, padding: 0, listStyleType: 'none' },
  step: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    paddingBlock: '8px',
  },
  words: { display: 'flex', flexDirection: 'column', flex: '1 1 200px', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3 },
  more: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    width: '100%',
    paddingInlineStart: '36px',
    overflowWrap: 'anywhere',
  },
  done: { color: tokens.colorStatusSuccessForeground1, flexShrink: 0 },
  open: { color: tokens.colorNeutralForeground3, flexShrink: 0 },
})
