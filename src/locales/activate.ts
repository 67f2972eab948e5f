import { type I18n, type Messages, setupI18n } from '@lingui/core'

/** The languages of the console. Spec 9. */
export const LANGUAGES = ['zh-CN', 'ja-JP', 'en-US', 'ru-RU'] as const

/** One of the languages of the console. */
export type Language = (typeof LANGUAGES)[number]

/** The words of the language in use. */
export const i18n: I18n = setupI18n()

const first = import.meta.glob<{ messages: Messages }>('./*.po')
const areas = import.meta.glob<{ messages: Messages }>('./areas/*.po')
let behindLogin = false

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
    behindLogin ? areas[`./areas/${language}.po`] : undefined,
  ]
  const catalogs = await Promise.all(parts.map((load) => load?.()))
  const messages = Object.assign({}, ...catalogs.map((catalog) => catalog?.messages))
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

/** Brings the words of the areas behind the login. */
export async function activateAreas(): Promise<void> {
  if (behindLogin || !isLanguage(i18n.locale)) return
  behindLogin = true
  await activate(i18n.locale)
}
