import { DEFAULT_BAN_MINUTES } from '#rules/ban.ts'
import { isNumber, isPort } from '#rules/ports.ts'
import { takeDuration } from './units.ts'

/** What can be done from the palette, named in the order verbs are looked for. */
export const VERBS = ['unban', 'ban', 'extend', 'reset', 'message'] as const
/** What can be done from the palette. */
export type Verb = (typeof VERBS)[number]

/** A typed command: for one port, or for one person. `time` in ms. */
export type Action =
  | { verb: 'extend' | 'ban'; port: number; time: number }
  | { verb: 'unban' | 'reset'; port: number }
  | { verb: 'message'; who: string }

const MONTH_MS = 2_592_000_000
const MINUTE_MS = 60_000
/** The longest that an end moves or a ban lasts, as the contract has it. */
const LONGEST = { extend: 315_360_000_000, ban: 31_536_000_000 }

/**
 * Reads an order such as "extend 50013 by 1 month", "封禁 50013 1小时" or "message ann@example.com".
 *
 * `words` are what each verb is called in the language of the screen, with `|` between them.
 * Numbers and units are read in any language. Undefined for what is no command.
 */
export function readAction(
  typed: string,
  words: Readonly<Record<Verb, string>>,
): Action | undefined {
  const text = typed.replaceAll('…', ' ').normalize('NFKC').replaceAll('−', '-').trim()
  for (const verb of VERBS) {
    const rest = without(text, words[verb])
    if (rest === undefined) continue
    return verb === 'message' ? toWhom(rest) : toPort(verb, rest)
  }
  return undefined
}

const GLYPHS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
/** An address, also where nothing parts it from the words around it: 给ann@example.com发消息. */
const ADDRESS = new RegExp(`[^\\s@${GLYPHS}]*@[^\\s${GLYPHS}]*`, 'u')
/** Words allowed around a name: "to the user ann", 给ann, annに. */
const BEFORE =
  /^(?:(?:to|the|user|для|пользователю|пользователя)(?=\s)|[给給向]|用户|ユーザー)\s*/iu
const AFTER = /(?:さん)?(?:に|へ|宛に?)$/u

function toWhom(rest: string): Action | undefined {
  let text = rest
  while (BEFORE.test(text)) text = text.replace(BEFORE, '')
  const who = ADDRESS.exec(text)?.[0] ?? /\S+/.exec(text)?.[0].replace(AFTER, '')
  return who ? { verb: 'message', who } : undefined
}

function toPort(verb: Exclude<Verb, 'message'>, rest: string): Action | undefined {
  const timed = verb === 'extend' || verb === 'ban' ? takeDuration(rest) : undefined
  const port = Number(/(?:^|[^\d.,@-])(\d{1,9})(?![\d.,@])/.exec(timed?.rest ?? rest)?.[1])
  if (!isPort(port) && !isNumber(port)) return undefined
  if (verb === 'unban' || verb === 'reset') return { verb, port }
  const time = timed?.time ?? (verb === 'ban' ? DEFAULT_BAN_MINUTES * MINUTE_MS : MONTH_MS)
  if (time === 0 || (verb === 'ban' && time < 0) || Math.abs(time) > LONGEST[verb]) return undefined
  return { verb, port, time }
}

/** The text around the first of some words; letters of scripts with spaces only as whole words. */
function without(text: string, words: string): string | undefined {
  for (const word of words.split('|').map((one) => one.trim())) {
    if (word === '') continue
    const found = patternOf(word).exec(text)
    if (!found) continue
    const [all, before = '', between = ''] = found
    const after = text.slice(found.index + all.length)
    return `${text.slice(0, found.index)}${before} ${between} ${after}`.trim()
  }
  return undefined
}

/** Finds a word: what stands right before it, and what between its two halves. */
function patternOf(word: string): RegExp {
  // Two Chinese words of two signs may have the port between them: 解除 50013 的封禁.
  const apart = /^(\p{Script=Han}{2})(\p{Script=Han}{2})$/u.exec(word)
  if (apart) return new RegExp(`()${apart[1]}(.*?)${apart[2]}`, 'u')
  const plain = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
  if (new RegExp(`[${GLYPHS}]`, 'u').test(word)) return new RegExp(`()${plain}`, 'iu')
  return new RegExp(`(^|[^\\p{L}\\p{N}@.])${withCommand(plain)}(?![\\p{L}\\p{N}@.])`, 'iu')
}

/** A Russian verb is as often typed as a command: продлить, продли; сбросить, сбрось. */
function withCommand(plain: string): string {
  return plain.replace(/ировать$/u, 'ир(?:овать|уйте|уй)').replace(/ить$/u, '(?:ить|ите|и|ьте|ь)')
}
