import type { Schema } from '#contract'

/**
 * What a failure is about, and so what has to wait: this mail; every mail, as the server is at
 * fault; every mail, as the server takes fewer in this time; every mail over this connection; one
 * connection, as the server takes fewer of them. `unclear` is one mail, until others meet the same.
 */
type Scope = 'mail' | 'unclear' | 'server' | 'pace' | 'session' | 'connections'

/** Why a mail was not sent. */
export type MailFailure = {
  problem: Schema<'MailProblem'>
  /** The error text of the server, or of the network. */
  detail: string
  /** Retrying is useless. */
  isFinal: boolean
  scope: Scope
  /** A mail that may be at fault itself, or may have arrived, is tried so often and no more. */
  costsTry: boolean
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

/** Replies about how this console introduces itself, at whatever step (Postfix waits for RCPT). */
const NAMED = /\b(helo|ehlo)\b/i
/** Replies about who may send at all: every recipient gets them. */
const STRANGER = /\brelay|authentication (is )?required|must authenticate|not authenticated/i
/** Replies about the address of this machine. */
const MACHINE = /client host|blocked using|sender ip|your (ip|host)/i
const GREYLISTED = /gr[ae]y[ -]?list/i
/** A temporary reply with one of these asks for fewer mails. */
const TOO_MUCH =
  /too (many|much|fast|quick|frequent|often)|\brates?\b|throttl|limit|quota|exceed|frequen|slow down|频/i
/** A final reply that is none: it ends with the minute, the hour or the day. */
const LIMIT =
  /\b(rate|frequency|daily|hourly|sending|send|submission|outgoing|outbound|messages?|e-?mails?)\b.{0,40}(limit|quota|exceed)|(limit|quota|exceed).{0,40}\b(rate|per|daily|hourly|sending|messages|e-?mails)\b|频率|超限/i
/** Limits that are no matter of time. */
const NO_PACE =
  /\bsize|too (large|big|long)|mailbox|inbox|storage|\bhops?\b|spam|score|content|line/i
const SESSION = /\b(per|in|this|single|same|one) (smtp )?(connection|session)\b/i
/** An enhanced code (RFC 3463) about one address or one mailbox. */
const OF_MAILBOX = /^\d{3}[ -][45]\.[12]\.\d/
/** Enhanced codes about the mail system, the network or what is allowed. */
const OF_SYSTEM = /^\d{3}[ -]4\.[37]\.\d/
/** Temporary replies that are about the server whatever they say: RFC 5321 (421, 452), RFC 4954 (454), Microsoft (432). */
const SYSTEM_CODES = [421, 432, 452, 454]

/** Parses an error of the SMTP client. */
export function failureOf(error: unknown): MailFailure {
  const thrown = error as Thrown
  const said = thrown.response ?? thrown.message ?? String(error)
  // oxlint-disable-next-line no-control-regex -- a server may answer with anything
  const detail = said.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  const [problem, scope] = thrown.responseCode
    ? ofReply(thrown, thrown.responseCode, detail)
    : ofNetwork(thrown)
  const isOfMail = scope === 'mail' || scope === 'unclear'
  return {
    problem,
    scope,
    detail: detail.slice(0, MAX_LETTERS),
    // 5xx is permanent, 4xx temporary. Without a code our own client would not send it at all.
    isFinal: isOfMail && (thrown.responseCode ?? 500) >= 500,
    costsTry: isOfMail || mayHaveArrived(thrown),
  }
}

type Found = readonly [Schema<'MailProblem'>, Scope]

/** What a reply of the server says. */
function ofReply({ code, command = '' }: Thrown, reply: number, said: string): Found {
  const isLogin = code === 'EAUTH' || reply === 530 || reply === 535
  const isBeforeMail = /^(CONN|EHLO|HELO|LHLO)$/.test(command)
  const isForNow = reply < 500
  if (GREYLISTED.test(said) && isForNow) return ['later', 'mail']
  if (NAMED.test(said) && !isLogin) return ['greeting', 'server']
  if (isLogin) {
    const mayPass = (isForNow && reply !== 432) || /too many/i.test(said)
    return mayPass ? ['later', 'server'] : ['login', 'server']
  }
  if (isForNow) return ['later', isBeforeMail ? 'connections' : laterOf(command, reply, said)]
  if (LIMIT.test(said) && !NO_PACE.test(said)) return ['later', 'pace']
  if (isBeforeMail) return [command === 'CONN' ? 'refused' : 'greeting', 'server']
  if (command === 'STARTTLS') return ['no encryption', 'server']
  if (STRANGER.test(said)) return ['login', 'server']
  if (MACHINE.test(said)) return ['refused', 'server']
  const isTooLarge = reply === 552 || NO_PACE.test(said)
  if (command === 'MAIL FROM' && !isTooLarge) return ['sender', 'server']
  return [command === 'RCPT TO' ? 'recipient' : 'refused', 'mail']
}

/** Who has to wait after a temporary reply. */
function laterOf(command: string, reply: number, said: string): Scope {
  if (SESSION.test(said)) return 'session'
  if (reply === 421) return 'pace'
  if (OF_MAILBOX.test(said)) return 'mail'
  const isOfServer = SYSTEM_CODES.includes(reply) || OF_SYSTEM.test(said) || TOO_MUCH.test(said)
  // Neither the recipient nor the text is known yet.
  return isOfServer || command === 'MAIL FROM' ? 'pace' : 'unclear'
}

/** What it means that the server did not reply. */
function ofNetwork({ code = '', originalCode = '', command, message = '' }: Thrown): Found {
  const codes = `${code} ${originalCode}`
  if (/EDNS|ENOTFOUND|EAI_AGAIN/.test(codes)) return ['host not found', 'server']
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|SIGNATURE/.test(codes))
    return ['certificate', 'server']
  if (/ETIMEDOUT|ETIMEOUT/.test(codes)) return ['timeout', 'server']
  if (/EAUTH|ENOAUTH|EOAUTH2/.test(codes)) return ['login', 'server']
  if (/ETLS|ERR_SSL|ERR_TLS/.test(codes) || /wrong version number/i.test(message))
    return ['no encryption', 'server']
  if (code === 'EENVELOPE') return [command === 'MAIL FROM' ? 'sender' : 'recipient', 'mail']
  if (/ESOCKET|ECONN|EHOST|ENET|EPIPE|EPROTOCOL/.test(codes)) return ['no connection', 'server']
  return ['refused', 'mail']
}

/** Whether the server may have taken the mail all the same: it fell silent in the middle. */
function mayHaveArrived({ code = '', originalCode = '', responseCode, message = '' }: Thrown) {
  if (responseCode) return false
  if (/ECONNREFUSED|EHOST|ENET/.test(`${code} ${originalCode}`)) return false
  if (/connection timeout|greeting never|handshake|maximum number of retries/i.test(message))
    return false
  return /ETIMEDOUT|ECONNECTION|ESOCKET/.test(code)
}
