import { TERMS, type Target } from './glossary.ts'

/** A message in the language of the source and in those it is translated to. */
export type Message = { source: string } & Record<Target, string>

const TARGETS: Target[] = ['zh-CN', 'ja-JP', 'ru-RU']
const SENTENCE_END = /[.?!…。？！]$/
/** A Chinese or Japanese character takes the place of about this many letters. */
const LETTERS = 2.2
/** From this ratio of their lengths on two translations hardly say the same. */
const FAR = 2.2

/**
 * What speaks for a translation being that of another message; empty unless at least two do:
 *
 * - The source names a concept of the glossary, the translation does not.
 * - The translation names one that neither the source nor another language names.
 * - It is far shorter or longer than both other translations.
 * - Only one of source and translation ends as a sentence.
 *
 * One alone is usual: languages leave out what goes without saying.
 */
export function doubts(message: Message, target: Target): string[] {
  const text = bare(message[target])
  const others = TARGETS.filter((other) => other !== target)
  const found = TERMS.flatMap((term) => {
    const named = term[target].test(text)
    const wanted = term.source.test(bare(message.source))
    if (wanted && !named) return [`lacks ${term[target].source}`]
    const elsewhere = others.some((other) => term[other].test(bare(message[other])))
    return named && !wanted && !elsewhere ? [`has ${term[target].source}`] : []
  })
  if (others.every((other) => far(text, bare(message[other])))) found.push('length')
  if (SENTENCE_END.test(message.source) !== SENTENCE_END.test(message[target])) found.push('end')
  return found.length > 1 ? found : []
}

function far(one: string, other: string): boolean {
  const ratio = letters(one) / letters(other)
  return Math.max(ratio, 1 / ratio) > FAR
}

function letters(text: string): number {
  return [...text].reduce(
    (sum, sign) => sum + (/[\u3000-\u9fff\uff00-\uffef]/.test(sign) ? LETTERS : 1),
    0,
  )
}

/** A text without the names of what is filled in, which are English in all languages. */
function bare(text: string): string {
  return text.replaceAll(/\{\w+, (plural|select),|\{\w+\}/g, ' ')
}
