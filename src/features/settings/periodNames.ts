import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { PAYMENT_PERIODS } from '#rules/plan.ts'

/** A period that has prices of its own. Spec 3. */
export type PaymentPeriod = (typeof PAYMENT_PERIODS)[number]

/** The labels of the periods. */
export const PERIOD_NAMES: Readonly<Record<PaymentPeriod, MessageDescriptor>> = {
  hour: msg`Hour`,
  day: msg`Day`,
  week: msg`Week`,
  month: msg`Month`,
  season: msg`Quarter`,
  year: msg`Year`,
}

/** Whether a part of an address is a period. */
export function isPaymentPeriod(word: string): word is PaymentPeriod {
  return PAYMENT_PERIODS.some((period) => period === word)
}
