import { useLingui } from '@lingui/react/macro'
import { Problem } from '#ui/Problem.tsx'
import { executePaypalOrderRefusals } from './messages.ts'
import type { OrderState } from './orderState.ts'

/** Shown while a payment is held for review, so that nobody pays twice. */
export function isHeld(state: OrderState | undefined): state is 'checking' | 'wrongAmount' {
  return state === 'checking' || state === 'wrongAmount'
}

/** Says that PayPal looks into a payment, or that it came with another amount. */
export function HeldPayment({ state }: { state: 'checking' | 'wrongAmount' }) {
  const { i18n } = useLingui()
  const reason = state === 'checking' ? 'under review' : 'wrong amount'
  return <Problem intent="info">{i18n._(executePaypalOrderRefusals[reason])}</Problem>
}
