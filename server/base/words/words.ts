import type { Schema } from '#contract'
import { words as enUS } from './en-US.ts'
import { words as jaJP } from './ja-JP.ts'
import { words as ruRU } from './ru-RU.ts'
import type { Words } from './shape.ts'
import { words as zhCN } from './zh-CN.ts'

/** One of the languages of the console. */
export type Language = Schema<'Language'>

const WORDS: Readonly<Record<Language, Words>> = {
  'zh-CN': zhCN,
  'ja-JP': jaJP,
  'en-US': enUS,
  'ru-RU': ruRU,
}

/** The languages the server can write in. */
export const LANGUAGES = Object.keys(WORDS) as readonly Language[]

/** The texts of a language. */
export function wordsOf(language: Language): Words {
  return WORDS[language]
}

/** The supported language that a tag such as `zh-hans` or `ru` means, if there is one. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  const spoken = tag?.toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((language) => language.startsWith(`${spoken}-`))
}
