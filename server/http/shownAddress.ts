/**
 * Path segments after which an address holds a credential: a MAC address at `login` and `mac`, a
 * token at `reset`, `setup`, `telegram` and `subscribe`, an invitation at `ref`. `ip` is a
 * customer's address.
 */
const SECRET_AFTER = /^(login|mac|reset|setup|telegram|subscribe|ref|ip)$/i
/** Codes, tokens and MAC addresses match this anywhere; ids and words do not. */
const LIKE_A_SECRET = /^(?=.*\d).{10,}$/s
/** Files of the build have a hash in their names. */
const BUILT = /^\/assets\/[\w.-]+$/

/** Query fields whose values are harmless and useful; of others only the name is logged. */
const SHOWN = new Set(
  [
    'page,pageSize,p,ps,number,sort,type,status,kind,filter,stuck,unpaid,group,subject,position,tab',
    'start,end,time,lasttime,tz,language,noPort,noFlow,noPassword,moveUsers,flow,ssr',
    'accountId,serverId,userId,actorId,subjectId,account,server,user,order,orders,base',
  ].flatMap((names) => names.toLowerCase().split(',')),
)
const NAME = /^[a-z_]+(\[([a-z_]*|\d{1,4})\])*$/i
const HARMLESS = /^[a-z\d_.:/+-]{0,30}$/i

const LEFT_OUT = '…'

/** An address as the log may show it: without credentials and personal data. */
export function shownAddress(address: string): string {
  // The router ends the path at either character.
  const [, path = '', query] = /^([^?#]*)(?:[?#](.*))?$/s.exec(address) ?? []
  const fields = query === undefined ? '' : `?${query.split('&').map(shownField).join('&')}`
  return shownPath(path) + fields
}

function shownPath(path: string): string {
  // An encoded secret is still a secret.
  const read = decoded(path)
  if (read === undefined) return LEFT_OUT
  if (BUILT.test(read)) return read
  const parts = read.split('/')
  const word = parts.findIndex((part) => SECRET_AFTER.test(part))
  const shown = word < 0 ? parts : parts.slice(0, word + 1)
  const rest = shown.length < parts.length ? [LEFT_OUT] : []
  return [...shown.map((part) => (LIKE_A_SECRET.test(part) ? LEFT_OUT : part)), ...rest].join('/')
}

function shownField(field: string): string {
  const [left = '', ...right] = field.split('=')
  const name = decoded(left)
  // A part without a value is a value itself, not a name.
  if (right.length === 0 || name === undefined || !NAME.test(name)) return LEFT_OUT
  const value = decoded(right.join('='))
  const isShown = SHOWN.has(name.replace(/\[.*/s, '').toLowerCase())
  return `${name}=${isShown && value !== undefined && HARMLESS.test(value) ? value : LEFT_OUT}`
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
