import { createHash, timingSafeEqual } from 'node:crypto'
import { TOKEN_LETTERS } from '../shadowsocksInside.ts'

/** A request for a WebSocket under the secret path. */
export type Call = {
  /** What accepts it. */
  reply: string
  /** What the client sends with the request already, which is the beginning of its stream. */
  early: Buffer
  /** What came behind the request. */
  behind: Buffer
  /** What stands behind the secret path, where it is one that is known; absent for nothing. */
  token?: string
  /** Whom a proxy in front says that it comes from, the latest last; empty for nobody. */
  forwardedFor: string
}

/** Most bytes of a request. */
const MOST_BYTES = 16_384
const END = '\r\n\r\n'
/** RFC 6455, 1.3. */
const ACCEPTS = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const KEY = /^[A-Za-z0-9+/]{22}==$/
const [SPACE, SLASH, QUESTION_MARK] = [0x20, 0x2f, 0x3f]

/**
 * The request that some bytes begin with, where it is one for a WebSocket under the path, or under one
 * of the `known` parts below it: `incomplete` where its end is missing. Nothing else is: neither another
 * path nor this one as a page. Most of the bytes are looked at only where they begin with all of the
 * path, so that nobody else is waited for.
 */
export function callIn(
  data: Buffer,
  path: string,
  known: (token: string) => boolean,
): Call | 'incomplete' | undefined {
  const token = isFor(data, path) ? tokenBehind(data, path) : undefined
  if (token === undefined || (token !== '' && !known(token))) return undefined
  const end = data.indexOf(END)
  if (end < 0) return data.length > MOST_BYTES ? undefined : 'incomplete'
  const [line = '', ...lines] = data.toString('latin1', 0, end).split('\r\n')
  if (!line.endsWith(' HTTP/1.1')) return undefined
  const fields = fieldsOf(lines)
  const has = (name: string, word: string) =>
    (fields.get(name) ?? '')
      .toLowerCase()
      .split(/\s*,\s*/)
      .includes(word)
  const key = fields.get('sec-websocket-key') ?? ''
  if (!has('upgrade', 'websocket') || !has('connection', 'upgrade') || !KEY.test(key))
    return undefined
  if (fields.get('sec-websocket-version') !== '13') return undefined
  const early = fields.get('sec-websocket-protocol') ?? ''
  return {
    reply: replyTo(key, early),
    // Clients write it in either alphabet, and without its padding.
    early: Buffer.from(early, 'base64url'),
    behind: data.subarray(end + END.length),
    ...(token !== '' && { token }),
    forwardedFor: fields.get('x-forwarded-for') ?? '',
  }
}

/** Compared whole: nothing tells how much of a path was right. */
function isFor(data: Buffer, path: string): boolean {
  const wanted = Buffer.from(`GET ${path}`)
  if (data.length <= wanted.length) return false
  return timingSafeEqual(data.subarray(0, wanted.length), wanted)
}

/** What stands between the path and its end, one part at most; undefined for anything else. */
function tokenBehind(data: Buffer, path: string): string | undefined {
  const at = 'GET '.length + path.length
  if (isEnd(data[at])) return ''
  const end = at + 1 + TOKEN_LETTERS
  return data[at] === SLASH && isEnd(data[end]) ? data.toString('latin1', at + 1, end) : undefined
}

const isEnd = (byte: number | undefined) => byte === SPACE || byte === QUESTION_MARK

function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return fields
}

function replyTo(key: string, protocol: string): string {
  const accept = createHash('sha1').update(`${key}${ACCEPTS}`).digest('base64')
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    // Browsers want the one they named, and a client may be made of one.
    ...(protocol === '' ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
    END.slice(2),
  ].join('\r\n')
}
