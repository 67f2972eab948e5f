import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { cycleOf, isExpired } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { isFlowPack } from '#rules/plan.ts'
import { momentText } from '#ui/moments.ts'
import { useNow } from '#ui/now.ts'
import { endAfter, flowAfter } from './offer.ts'

type Props = { account: Schema<'Account'> | null; plan: Schema<'Plan'> }

/** What paying for a plan would do to an account, before anything is paid. */
export function PlanEffect({ account, plan }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const now = useNow()
  const flow = formatFlow(plan.flow, i18n.locale)
  if (isFlowPack(plan)) {
    // An account that is not started has no cycle yet.
    const end = account?.active ? (cycleOf(account, now)?.to ?? 0) : 0
    const until = momentText(end, i18n.locale, now)
    return (
      <p className={styles.note}>
        {end > now ? (
          <Trans>
            Adds {flow} that can be used until {until}. The expiry date does not change.
          </Trans>
        ) : (
          <Trans>Adds {flow}. The expiry date does not change.</Trans>
        )}
      </p>
    )
  }
  if (!account)
    return (
      <p className={styles.note}>
        {plan.active === 0 ? (
          <Trans>A new account. Its time starts when you activate it.</Trans>
        ) : (
          <Trans>A new account. Its time starts when it is paid.</Trans>
        )}
      </p>
    )

  const { port, data } = account
  const end = endAfter(account, plan, now)
  const until = end === null ? '' : momentText(end, i18n.locale, now)
  const isWaiting = account.active === 0
  const after = flowAfter(account, plan, now) ?? 0
  const limit = formatFlow(after, i18n.locale)
  const changes = after !== (data?.flow ?? 0)
  return (
    <p className={styles.note}>
      {end !== null &&
        (isWaiting ? (
          <Trans>Account {port} gets this time on top. Its time starts when you activate it.</Trans>
        ) : isExpired(account, now) ? (
          <Trans>
            Account {port} then works again, until {until}.
          </Trans>
        ) : (
          <Trans>
            Account {port} then runs until {until}.
          </Trans>
        ))}
      {changes && ' '}
      {changes &&
        (after > 0 ? (
          <Trans>Each of its cycles then has {limit}.</Trans>
        ) : (
          <Trans>Its traffic then has no limit.</Trans>
        ))}
    </p>
  )
}

const useStyles = makeStyles({
  note: {
    width: '100%',
    minHeight: '0',
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
})
