import type { audits } from '#contract'

type Audits = typeof audits

/** The kinds of subjects of audited calls, as the contract names them. */
export type SubjectKind = Audits[keyof Audits]['subject']

/** The subject of a call; without an id it makes something new, or is about many. */
export type Subject = {
  kind: SubjectKind
  id?: number
  key?: string
  label?: string
  /** It changes its subject and nothing else: when that is unchanged, nothing was done. */
  isEdit?: boolean
  /** It changes nothing, and opens something secret: noted once an hour. */
  isLook?: boolean
}

type Values = Record<string, unknown>

/** What a call was sent, and by whom. */
export type Sent = { path: Values; query: Values; body: Values; callerId: number }
