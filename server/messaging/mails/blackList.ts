import { normalEmail } from '#rules/email.ts'

/** Disposable mailboxes (ten minutes); the default of a new site. */
export const THROWAWAY: readonly string[] = [
  '@10minutemail.com',
  '@33mail.com',
  '@burnermail.io',
  '@discard.email',
  '@dispostable.com',
  '@emailondeck.com',
  '@fakeinbox.com',
  '@getnada.com',
  '@grr.la',
  '@guerrillamail.com',
  '@guerrillamail.net',
  '@guerrillamail.org',
  '@guerrillamailblock.com',
  '@inboxkitten.com',
  '@mailcatch.com',
  '@maildrop.cc',
  '@mailinator.com',
  '@mailnesia.com',
  '@mailsac.com',
  '@mintemail.com',
  '@moakt.com',
  '@mohmal.com',
  '@sharklasers.com',
  '@spam4.me',
  '@temp-mail.org',
  '@tempail.com',
  '@tempmail.com',
  '@throwawaymail.com',
  '@trashmail.com',
  '@yopmail.com',
]

/**
 * Whether signing up with an address is blocked.
 *
 * `*` in a pattern stands for any text; a pattern that starts with `@` is a whole domain and the
 * domains below it, since providers of disposable mailboxes use all of them. Case-insensitive.
 */
export function isBlackListed(address: string, patterns: readonly string[]): boolean {
  const email = normalEmail(address)
  return patterns.some((text) => {
    const pattern = text.trim().toLowerCase()
    if (!pattern.startsWith('@')) return fits(email, pattern)
    return fits(email, `*${pattern}`) || fits(email, `*@*.${pattern.slice(1)}`)
  })
}

// Part by part instead of a regular expression: many stars cost no more than the text is long.
function fits(text: string, pattern: string): boolean {
  const parts = pattern.split('*')
  const last = parts.pop() ?? ''
  const [first, ...middle] = parts
  if (first === undefined) return text === last
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of middle) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
