/** Addresses some consoles use for what the contract has under another one (wire S37). */
const ALSO: readonly [RegExp, string][] = [
  [/^\/api\/admin\/user\/getUserCountData(?=\/?(\?|$))/i, '/api/admin/getUserCountData'],
]

/** The contract's address of a requested one. */
export function addressOf(url: string): string {
  return ALSO.reduce((address, [other, ours]) => address.replace(other, ours), url)
}

const ORIGIN = /^https?:\/\/[^/?#]*/i
/** Letters and digits, which mean the same when they are encoded. */
const NEEDLESS = /%(3\d|[46][1-9a-f]|[57][\da])/gi

/**
 * The one spelling of an address: without the origin that a call through a proxy may name, and with
 * plain letters and digits in its path. The router reads the other spellings as this one, so that
 * who compares addresses must not be passed by them. Source: RFC 9112, 3.2.2; RFC 3986, 6.2.2.2.
 */
export function plainUrl(url: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url.replace(ORIGIN, '')) ?? []
  const plain = path.replace(NEEDLESS, (_encoded, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return (plain || '/') + rest
}
