import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import type { Step } from './step.ts'
import { payWordsOf } from './ways.ts'

/** The title of a step in the dialog. */
export function useTitle(step: Step, account: Schema<'Account'> | null | undefined): string {
  const { t, i18n } = useLingui()
  const titleOf = (way: string) => {
    const words = payWordsOf(way)
    return words ? i18n._(words.title) : way
  }
  const port = account?.port ?? 0
  const renew = account ? t`Renew account ${port}` : t`Buy an account`
  switch (step.at) {
    case 'giftcard':
      return t`Recharge code`
    case 'comment':
      return step.purchase.plan.name
    case 'pay':
      return titleOf(step.placed.way)
    case 'loading':
      return step.purchase.plan.name
    case 'collect':
    case 'returned':
      return titleOf(step.way)
    case 'success':
      return t`Done`
    case 'error':
      return t`Not paid`
    default:
      return renew
  }
}
