import { Button, Caption1, makeStyles, Subtitle2, tokens } from '@fluentui/react-components'
import { CheckmarkCircle48Filled } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { expireOf } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { momentText } from '#ui/moments.ts'
import type { Before } from './delivery.ts'
import type { Bought } from './step.ts'
import { StepBody } from './StepBody.tsx'
import { useDelivery } from './useDelivery.ts'

type Props = {
  /** The paid plan; omitted for a recharge code. */
  bought?: Bought
  /** What the accounts looked like before the payment. */
  before: Before
  /** What may be suggested once it is delivered. */
  next?: ReactNode
  onConnect: (accountId: number) => void
  onClose: () => void
}

/** After a payment: what it has changed, once it is delivered. Spec 4: within two minutes. */
export function SuccessStep({ bought, before, next, onConnect, onClose }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { account, isDelivered, isRefunded, isLate, now } = useDelivery(bought, before)

  const port = account?.port ?? 0
  const expire = account ? expireOf(account) : null
  const until = expire === null ? '' : momentText(expire, i18n.locale, now)
  const { flow = 0, flowPack = 0 } = account?.data ?? {}
  const limit = formatFlow(flow + flowPack, i18n.locale)
  return (
    <StepBody
      onClose={onClose}
      actions={
        <>
          {account?.active === 1 && (
            <Button appearance="primary" size="large" onClick={() => onConnect(account.id)}>
              <Trans>Connect</Trans>
            </Button>
          )}
        </>
      }
    >
      <div role="status" className={styles.column}>
        <CheckmarkCircle48Filled className={styles.tick} />
        {account ? (
          <>
            <Subtitle2>
              {account.active === 0 ? (
                <Trans>Account {port} is ready. Activate it when you want to start.</Trans>
              ) : expire === null ? (
                <Trans>Account {port} is ready.</Trans>
              ) : (
                <Trans>
                  Account {port} runs until {until}.
                </Trans>
              )}
            </Subtitle2>
            {flow > 0 && (
              <Caption1 className={styles.quiet}>
                <Trans>Traffic of this cycle: {limit}</Trans>
              </Caption1>
            )}
          </>
        ) : isRefunded ? (
          <Subtitle2>
            <Trans>This order was refunded.</Trans>
          </Subtitle2>
        ) : isDelivered ? (
          <Subtitle2>
            <Trans>Paid and delivered. Thank you.</Trans>
          </Subtitle2>
        ) : (
          <>
            <Subtitle2>
              <Trans>Paid. Thank you.</Trans>
            </Subtitle2>
            <Caption1 className={styles.quiet}>
              {isLate ? (
                <Trans>
                  It is not delivered yet. Nothing is lost: it is retried automatically. If this
                  continues, send support the number shown under Orders.
                </Trans>
              ) : (
                <Trans>It is delivered within two minutes. You can close this.</Trans>
              )}
            </Caption1>
          </>
        )}
      </div>
      {(account ?? (isDelivered && !isRefunded)) && next}
    </StepBody>
  )
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '8px',
    paddingBlock: '16px',
    textAlign: 'center',
  },
  tick: { color: tokens.colorStatusSuccessForeground1 },
  quiet: { color: tokens.colorNeutralForeground2 },
})
