import type { audits } from '#contract'
import type { Sent, Subject } from './subject.ts'

type Audits = (typeof audits)[keyof typeof audits]

/** The rules that the contract names; one without a function does not compile. */
export type AuditRule = Extract<Audits, { rule: string }>['rule']

/** Ways of paying by their own names. */
const PROVIDERS: Record<string, string> = { alipay: 'Alipay', paypal: 'PayPal' }

/** What cannot be said in a word of the contract: each has the last word on a subject. */
export const RULES = {
  /** Clearing the traffic of an account does more than editing it. */
  cleansTraffic: (subject, { body }) => ({ ...subject, isEdit: !body['cleanFlow'] }),

  /** So does what is copied from a plan to the accounts that have it. */
  changesAccounts: (subject, { body }) => {
    const copied = Object.values((body['changeCurrentAccount'] as object | undefined) ?? {})
    return { ...subject, isEdit: !copied.includes(true) }
  },

  providerName: ({ key = '', ...subject }) => ({ ...subject, key, label: PROVIDERS[key] ?? key }),
} as const satisfies Record<AuditRule, (subject: Subject, sent: Sent) => Subject>
