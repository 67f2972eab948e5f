import { PLAIN_WORDS, type ProviderFacts } from './facts.ts'

/** PayPal, whose words every later provider shares. */
export const paypal = {
  kind: 'paypal',
  currency: 'USD',
  words: PLAIN_WORDS,
  hasOwnFields: true,
} as const satisfies ProviderFacts
