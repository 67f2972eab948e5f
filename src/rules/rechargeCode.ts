import { visibleText } from './pasted.ts'

/** How many hexadecimal digits a recharge code has. */
const DIGITS = 18

/**
 * The recharge code in a text: printed in groups, behind a label (`卡密：…`), in a link, or with
 * punctuation after it. Letter case stays. A text that holds none that we know the form of is
 * shortened to what may be one, as there are codes of other forms.
 */
export function rechargeCodeIn(text: string): string {
  const seen = visibleText(text)
  const linked = /[?&](?:redeem|code)=([^&#\s]*)/i.exec(seen)?.[1]
  // A minus is no dash to Unicode, and an underline joins groups like one.
  const plain = (linked ?? seen).replaceAll(/[\p{Pd}\p{Z}\p{Cc}\u2212_]/gu, ' ')
  // No lookbehind: browsers of the floor cannot read it.
  const groups = `(?:^|[^0-9a-z])([0-9a-f](?: *[0-9a-f]){${DIGITS - 1}})(?![0-9a-z])`
  const [found, another] = [...plain.matchAll(new RegExp(groups, 'gi'))].map(([, code]) => code)
  if (found !== undefined && another === undefined) return found.replaceAll(' ', '')
  const parts = plain.split(/[:=]/).filter((part) => /[\p{L}\p{N}]/u.test(part))
  const last = parts[parts.length - 1] ?? ''
  return last
    .replaceAll(' ', '')
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/^\p{Script=Han}+(?=[0-9a-z])/iu, '')
    .replace(/([0-9a-z])\p{Script=Han}+$/iu, '$1')
}
