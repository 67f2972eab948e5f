import { audits, type OperationId } from '#contract'
import { providerNamed } from '../../shop/providers/registry.ts'
import type { Audit } from '../../../openapi/document.ts'
import type { Sent, Subject, SubjectKind } from './subject.ts'

type Audits = (typeof audits)[keyof typeof audits]

/** The rules that the contract names; one without a function does not compile. */
type AuditRule = Extract<Audits, { rule: string }>['rule']

/** What cannot be said in a word of the contract: each has the last word on a subject. */
const RULES = {
  /** Clearing the traffic of an account does more than editing it. */
  cleansTraffic: (subject, { body }) => ({ ...subject, isEdit: !body['cleanFlow'] }),

  /** So does what is copied from a plan to the accounts that have it. */
  changesAccounts: (subject, { body }) => {
    const copied = Object.values((body['changeCurrentAccount'] as object | undefined) ?? {})
    return { ...subject, isEdit: !copied.includes(true) }
  },

  providerName: ({ key = '', ...subject }) => ({
    ...subject,
    key,
    label: providerNamed(key)?.name ?? key,
  }),
} as const satisfies Record<AuditRule, (subject: Subject, sent: Sent) => Subject>

/** What a call is about, as `x-audit` says; nothing for one that is not noted. */
export function subjectOf(id: OperationId, sent: Sent): Subject | undefined {
  if (!Object.hasOwn(audits, id)) return undefined
  const audit: Audit = audits[id as keyof typeof audits]
  const [found] = [audit.id ?? []].flat().flatMap((place) => sentAt(sent, place) ?? [])
  const number = Number(found)
  // Types hold that there is such a table, and such a rule.
  const kind = audit.subject as SubjectKind
  const rule = audit.rule as AuditRule | undefined
  // The operation determines which settings they are.
  const label = audit.label === undefined && kind === 'setting' ? '' : sentAt(sent, audit.label)
  const subject: Subject = {
    kind,
    ...(found !== undefined && !Number.isNaN(number) && { id: number }),
    ...(audit.key !== undefined && { key: String(sentAt(sent, audit.key)) }),
    ...(label !== undefined && { label: String(label) }),
    ...(audit.isEdit && { isEdit: true }),
    ...(audit.isLook && { isLook: true }),
  }
  return rule ? RULES[rule](subject, sent) : subject
}

/** What was sent at a place of the contract, such as `path.userId`; a bare word is what it says. */
function sentAt(sent: Sent, place: string | undefined): unknown {
  if (place === 'caller') return sent.callerId
  const [part = '', name] = place?.split('.') ?? []
  return name === undefined ? place : sent[part as 'path' | 'query' | 'body'][name]
}
