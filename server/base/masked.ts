import { isSecret, SETTING_NAMES } from './settings/names.ts'

/** What stands in the place of a secret. */
const MASK = '***'
/** Shorter values would take words away that are none. */
const LEAST = 6
/** What looks like a secret wherever it stands: keys, tokens, hashes, log-ins within addresses. */
const SHAPES: [RegExp, string][] = [
  [/(-----BEGIN [A-Z ]{1,40}-----)[^]*?(-----END [A-Z ]{1,40}-----|$)/g, `$1${MASK}$2`],
  [/\/\/[^/\s@"]{1,300}@/g, `//${MASK}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${MASK}`],
  [
    /(["']?\w{0,20}(?:password|passwd|secret|token|cookie|authorization|apikey|api_key|privatekey|sid)\w{0,20}["']?\s*[=:]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;}&]+)/gi,
    `$1"${MASK}"`,
  ],
  // Of a bot of Telegram's.
  [/\b\d{6,12}:[\w-]{30,}/g, MASK],
  // Who writes and is written to.
  [/[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,5}/g, MASK],
  // Keys and tokens have no spaces, and are longer than any word.
  [/(?<![\w+/=.-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{24,}/g, MASK],
]

/**
 * A text without what is secret in it: the values of secret settings, whatever else is given as
 * such, and what looks like a secret. Rather too much is taken away than too little.
 */
export function masked(text: string, env: NodeJS.ProcessEnv, more: readonly string[] = []): string {
  const values = [...SETTING_NAMES.filter(isSecret).map((name) => env[name]?.trim() ?? ''), ...more]
    .filter((value) => value.length >= LEAST)
    .toSorted((one, other) => other.length - one.length)
  const plain = values.reduce((now, value) => now.replaceAll(value, MASK), text)
  return SHAPES.reduce((now, [shape, mask]) => now.replaceAll(shape, mask), plain)
}
