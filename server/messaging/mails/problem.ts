import type { Schema } from '#contract'

/** Why a mail was not sent. */
export type MailFailure = {
  problem: Schema<'MailProblem'>
  /** The error text of the server, or of the network. */
  detail: string
  /** Retrying is useless. */
  isFinal: boolean
}

/** What the SMTP client throws. */
type Thrown = {
  message?: string
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

const MAX_LETTERS = 300
/** Problems of the server itself: every other mail would meet them too. */
const OF_SERVER: readonly Schema<'MailProblem'>[] = [
  'host not found',
  'no connection',
  'timeout',
  'no encryption',
  'certificate',
  'login',
]

/** Parses an error of the SMTP client. */
export function failureOf(error: unknown): MailFailure {
  const thrown = error as Thrown
  const problem = problemOf(thrown)
  const refused = problem === 'recipient' || problem === 'refused'
  // 5xx is permanent, 4xx temporary. Without a code our own client would not send it at all.
  const isFinal = refused && (thrown.responseCode ?? 500) >= 500
  const said = thrown.response ?? thrown.message ?? String(error)
  // oxlint-disable-next-line no-control-regex -- a server may answer with anything
  const detail = said.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return { problem, detail: detail.slice(0, MAX_LETTERS), isFinal }
}

/** Whether the server itself is the problem, so that other mails should wait. */
export function isOfServer({ problem }: Pick<MailFailure, 'problem'>): boolean {
  return OF_SERVER.includes(problem)
}

function problemOf({ code = '', originalCode = '', command, message = '' }: Thrown) {
  const codes = `${code} ${originalCode}`
  if (/EDNS|ENOTFOUND|EAI_AGAIN/.test(codes)) return 'host not found'
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|SIGNATURE/.test(codes)) return 'certificate'
  if (/ETIMEDOUT|ETIMEOUT/.test(codes)) return 'timeout'
  if (/EAUTH|ENOAUTH|EOAUTH2/.test(codes)) return 'login'
  if (/ETLS|ERR_SSL|ERR_TLS/.test(codes) || /wrong version number/i.test(message))
    return 'no encryption'
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return 'sender'
  if (code === 'EENVELOPE' && command !== 'DATA') return 'recipient'
  if (/ESOCKET|ECONN|EHOST|ENET|EPIPE|EPROTOCOL/.test(codes)) return 'no connection'
  return 'refused'
}
