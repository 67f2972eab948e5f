import type { ProviderFacts } from './facts.ts'

/** Alipay's own words for its states went into the wire, and are the filter's today. Spec 4. */
export const alipay = {
  kind: 'alipay',
  currency: 'CNY',
  words: {
    open: ['CREATE', 'WAIT_BUYER_PAY'],
    paid: 'TRADE_SUCCESS',
    delivered: 'FINISH',
    closed: 'TRADE_CLOSED',
  },
  hasOwnFields: true,
} as const satisfies ProviderFacts
