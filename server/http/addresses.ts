/** Addresses some consoles use for what the contract has under another one (wire S37). */
const ALSO: readonly [RegExp, string][] = [
  [/^\/api\/admin\/user\/getUserCountData(?=\/?(\?|$))/i, '/api/admin/getUserCountData'],
]

/** The contract's address of a requested one. */
export function addressOf(url: string): string {
  return ALSO.reduce((address, [other, ours]) => address.replace(other, ours), url)
}
