import { type I18n, type Messages, setupI18n } from '@lingui/core'

/** The languages of the console. Spec 9. */
export const LANGUAGES = ['zh-CN', 'ja-JP', 'en-US', 'ru-RU'] as const

/** One of the languages of the console. */
export type Language = (typeof LANGUAGES)[number]

/** The words of the language in use. */
export const i18n: I18n = setupI18n()

const first = import.meta.glob<{ messages: Messages }>('./*.po')
// One catalog for translators, and of it what each area can show: see scripts/words-by-area.ts.
const areas = {
  help: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=help' }),
  user: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=user' }),
  admin: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=admin' }),
  settings: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=settings' }),
}
const entered = new Set<Area>()
/** What was loaded so far: a slower call must not take away the words of a faster one. */
const words: Partial<Record<Language, Messages>> = {}

/** What has words of its own behind the first screens. */
export type Area = keyof typeof areas

/** Whether a text names a language of the console. */
export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text)
}

/**
 * The language to start with: what was chosen here, else what the site is set to, else Chinese.
 * Spec 1.
 */
export function firstLanguage(chosen: unknown, site: unknown): Language {
  if (isLanguage(chosen)) return chosen
  return isLanguage(site) ? site : 'zh-CN'
}

/** Switches the words, and tells the document its language so that glyphs follow. */
export async function activate(language: Language): Promise<void> {
  const parts = [
    first[`./${language}.po`],
    ...[...entered].map((area) => areas[area][`./areas/${language}.po`]),
  ]
  const catalogs = await Promise.all(parts.map((load) => load?.()))
  const messages = Object.assign(
    {},
    words[language],
    ...catalogs.map((catalog) => catalog?.messages),
  )
  words[language] = messages
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

/** Brings the words of an area behind the first screens; they stay. */
export async function activateArea(area: Area): Promise<void> {
  if (entered.has(area) || !isLanguage(i18n.locale)) return
  entered.add(area)
  try {
    await activate(i18n.locale)
  } catch (error) {
    entered.delete(area)
    throw error
  }
}
