import { type I18n, type Messages, setupI18n } from '@lingui/core'

/** The languages of the console. Spec 9. */
export const LANGUAGES = ['zh-CN', 'ja-JP', 'en-US', 'ru-RU'] as const

/** One of the languages of the console. */
export type Language = (typeof LANGUAGES)[number]

/** The words of the language in use. */
export const i18n: I18n = setupI18n()

const catalogs = import.meta.glob<{ messages: Messages }>('./*.po')

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
  if (i18n.locale === language) return
  const load = catalogs[`./${language}.po`]
  if (!load) throw new Error(`no catalog for ${language}`)
  const { messages } = await load()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}
