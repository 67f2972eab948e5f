import { DEFAULT_BAN } from '#rules/ban.ts'
import { takeDuration } from './units.ts'

/** What can be done from the palette, named in the order verbs are looked for. */
export const VERBS = ['unban', 'ban', 'extend', 'reset', 'message'] as const
/** What can be done from the palette. */
export type Verb = (typeof VERBS)[number]

/** What somebody has typed as an order: to one port, or to one person. `time` in ms. */
export type Deed =
  | { verb: 'extend' | 'ban'; port: number; time: number }
  | { verb: 'unban' | 'reset'; port: number }
  | { verb: 'message'; who: string }

const MONTH = 2_592_000_000
const MINUTE = 60_000
/** The longest that an end moves or a ban lasts, as the contract has it. */
const LONGEST = { extend: 315_360_000_000, ban: 31_536_000_000 }
const LAST_PORT = 65_535

/**
 * Reads an order such as "extend 50013 by 1 month", "封禁 50013 1小时" or "message ann@example.com".
 *
 * `words` are what each verb is called in the language of the screen, with `|` between them.
 * Numbers and units are read in any language. Undefined for what is no order.
 */
export function readDeed(typed: string, words: Readonly<Record<Verb, string>>): Deed | undefined {
  const text = typed.replaceAll('…', ' ').normalize('NFKC').replaceAll('−', '-').trim()
  for (const verb of VERBS) {
    const rest = without(text, words[verb])
    if (rest === undefined) continue
    return verb === 'message' ? toWhom(rest) : toPort(verb, rest)
  }
  return undefined
}

function toWhom(rest: string): Deed | undefined {
  const who = /[^\s@]*@\S*/.exec(rest)?.[0] ?? /\S+/.exec(rest)?.[0]
  return who === undefined ? undefined : { verb: 'message', who }
}

function toPort(verb: Exclude<Verb, 'message'>, rest: string): Deed | undefined {
  const timed = verb === 'extend' || verb === 'ban' ? takeDuration(rest) : undefined
  const port = Number(/(?<![\d.,@-])\d{1,5}(?![\d.,@])/.exec(timed?.rest ?? rest)?.[0])
  if (!(port >= 1 && port <= LAST_PORT)) return undefined
  if (verb === 'unban' || verb === 'reset') return { verb, port }
  const time = timed?.time ?? (verb === 'ban' ? DEFAULT_BAN * MINUTE : MONTH)
  if (time === 0 || (verb === 'ban' && time < 0) || Math.abs(time) > LONGEST[verb]) return undefined
  return { verb, port, time }
}

/** The text around the first of some words; letters of scripts with spaces only as whole words. */
function without(text: string, words: string): string | undefined {
  for (const word of words.split('|').map((one) => one.trim())) {
    if (word === '') continue
    const plain = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
    const pattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)
      ? plain
      : `(?<![\\p{L}\\p{N}@.])${plain}(?![\\p{L}\\p{N}@.])`
    const found = new RegExp(pattern, 'iu').exec(text)
    if (found)
      return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.trim()
  }
  return undefined
}
