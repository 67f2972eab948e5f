import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import type { Step } from './step.ts'

/** The title of a step in the dialog. */
export function useTitle(step: Step, account: Schema<'Account'> | null | undefined): string {
  const { t } = useLingui()
  const port = account?.port ?? 0
  const renew = account ? t`Renew account ${port}` : t`Buy an account`
  switch (step.at) {
    case 'giftcard':
      return t`Recharge code`
    case 'comment':
      return step.purchase.plan.name
    case 'pay':
      return step.placed.way === 'alipay' ? t`Pay with Alipay` : t`Pay with PayPal`
    case 'loading':
      return step.purchase.plan.name
    case 'collect':
    case 'returned':
      return t`Pay with PayPal`
    case 'success':
      return t`Done`
    case 'error':
      return t`Not paid`
    default:
      return renew
  }
}
