const TELEGRAM_NAME = /^@(\w{5,32})$/
const EMAIL = /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/
const SCHEMES = new Set(['https:', 'http:', 'mailto:', 'tg:'])

/**
 * The link to where customers get help, from what an admin typed: a web address with or without
 * `https://`, an email address, or a Telegram name such as `@example`. Undefined for anything else.
 */
export function parseSupportLink(text: string): string | undefined {
  const typed = text.normalize('NFKC').trim()
  // Most sites have none, and every status asks: an address that is none throws, a twentieth of that call.
  if (typed === '') return undefined
  const [, name] = TELEGRAM_NAME.exec(typed) ?? []
  if (name) return `https://t.me/${name}`
  const url = urlOf(EMAIL.test(typed) ? `mailto:${typed}` : typed)
  if (!url || !SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && !url.hostname.includes('.') ? undefined : url.href
}

function urlOf(typed: string): URL | undefined {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`)
  } catch {
    return undefined
  }
}
