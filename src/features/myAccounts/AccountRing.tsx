import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { ACCOUNT_TYPES, cycleOf, expireOf } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { relativeText } from '#ui/moments.ts'
import { UsageRing } from '#ui/UsageRing.tsx'
import type { Usage } from './accountStatus.ts'

type Props = { account: Schema<'Account'>; usage: Usage; now: number }

/** What a customer came to see: how much is left, and until when. */
export function AccountRing({ account, usage, now }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const expire = expireOf(account)
  const day = expire === null ? '' : i18n.date(new Date(expire), { dateStyle: 'medium' })
  const hasEnded = expire !== null && expire <= now
  return (
    <div className={hasEnded ? styles.ended : undefined}>
      <UsageRing used={usage.used} quota={usage.quota} of={useQuotaWords(account, usage, now)}>
        {expire !== null && (
          <>
            <div>{expire > now ? <Trans>until {day}</Trans> : <Trans>expired {day}</Trans>}</div>
            <div>{relativeText(expire, i18n.locale, now)}</div>
          </>
        )}
      </UsageRing>
    </div>
  )
}

/** A recurring quota is shown with its period; that of a single cycle is the total. */
function useQuotaWords(account: Schema<'Account'>, { quota }: Usage, now: number): ReactNode {
  const { i18n } = useLingui()
  const cycle = cycleOf(account, now)
  if (!cycle || cycle.to >= (expireOf(account) ?? 0)) return undefined
  const amount = formatFlow(quota ?? 0, i18n.locale)
  const words: Partial<Record<number, ReactNode>> = {
    [ACCOUNT_TYPES.hour]: <Trans>of {amount} this hour</Trans>,
    [ACCOUNT_TYPES.day]: <Trans>of {amount} for 24 hours</Trans>,
    [ACCOUNT_TYPES.week]: <Trans>of {amount} this week</Trans>,
    [ACCOUNT_TYPES.month]: <Trans>of {amount} for 30 days</Trans>,
  }
  return words[account.type]
}

// The traffic left in an ended account cannot be used.
const useStyles = makeStyles({ ended: { filter: 'grayscale(1)' } })
