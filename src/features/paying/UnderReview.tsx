import { useLingui } from '@lingui/react/macro'
import { Problem } from '#ui/Problem.tsx'
import { executePaypalOrderRefusals } from './messages.ts'

/** Says that PayPal has the payment and looks into it, so that nobody pays twice. */
export function UnderReview() {
  const { i18n } = useLingui()
  return <Problem intent="info">{i18n._(executePaypalOrderRefusals['under review'])}</Problem>
}
