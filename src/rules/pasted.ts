/**
 * What people paste, as they see it: messengers, PDF files and keyboards add letters that nobody
 * sees, and write Latin letters as wide as Chinese ones (NFKC, UAX 15). Invisible are the format
 * characters, variation selectors, and the fillers of Hangul.
 */
export const visibleText = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\p{Cf}|\p{Variation_Selector}|[\u034F\u115F\u1160]/gu, '')

/** An email address as it was meant, also copied from a link; letter case stays. */
export const typedEmail = (text: string): string =>
  visibleText(text)
    .trim()
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replaceAll('。', '.')

/** How many hexadecimal digits a recharge code has. */
const DIGITS = 18

/**
 * The recharge code in a text: printed in groups, behind a label (`卡密：…`), in a link, or with
 * punctuation after it. Letter case stays. A text that holds none that we know the form of is
 * shortened to what may be one, as older servers have other codes.
 */
export function rechargeCodeIn(text: string): string {
  const seen = visibleText(text)
  const linked = /[?&](?:redeem|code)=([^&#\s]*)/i.exec(seen)?.[1]
  // A minus is no dash to Unicode, and an underline joins groups like one.
  const plain = (linked ?? seen).replaceAll(/[\p{Pd}\p{Z}\p{Cc}\u2212_]/gu, ' ')
  const groups = new RegExp(`(?<![0-9a-z])[0-9a-f](?: *[0-9a-f]){${DIGITS - 1}}(?![0-9a-z])`, 'gi')
  const [found, another] = plain.match(groups) ?? []
  if (found !== undefined && another === undefined) return found.replaceAll(' ', '')
  const last = plain.split(/[:=]/).findLast((part) => /[\p{L}\p{N}]/u.test(part)) ?? ''
  return last
    .replaceAll(' ', '')
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replaceAll(/^\p{Script=Han}+(?=[0-9a-z])|(?<=[0-9a-z])\p{Script=Han}+$/giu, '')
}
