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
  servers: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=servers' }),
  users: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=users' }),
  messages: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=messages' }),
  restore: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=restore' }),
  watch: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=watch' }),
  wireguard: import.meta.glob<{ messages: Messages }>('./areas/*.po', {
    query: '?area=wireguard',
  }),
  settings: import.meta.glob<{ messages: Messages }>('./areas/*.po', { query: '?area=settings' }),
}
const entered = new Map<Area, Promise<void>>()
/** The language last asked for: its words may still be on their way. */
let wanted: Language | undefined
/** What was loaded so far: a slower call must not take away the words of a faster one. */
const words: Partial<Record<Language, Messages>> = {}

/** What has words of its own behind the first screens. */
export type Area = keyof typeof areas

/** Whether a text names a language of the console. */
export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text)
}

/**
 * The language to start with: what was chosen here, else what the browser speaks where the site
 * wants that, else what the site is set to, else Chinese. Spec 1.
 */
export function firstLanguage(chosen: unknown, site: unknown, spoken: readonly string[] = []) {
  if (isLanguage(chosen)) return chosen
  // A tag such as `ru` or `zh-Hant` means the language of ours that begins alike.
  const own = spoken.flatMap(
    (tag) => LANGUAGES.find((one) => one.startsWith(tag.slice(0, 2))) ?? [],
  )
  return own[0] ?? (isLanguage(site) ? site : 'zh-CN')
}

/** The language in use. */
export const languageNow = (): Language => (isLanguage(i18n.locale) ? i18n.locale : 'zh-CN')

/** Switches the catalog, and sets the document's language so that glyphs follow. */
export async function activate(language: Language): Promise<void> {
  wanted = language
  try {
    await bringWords(language)
  } catch (error) {
    if (wanted === language) wanted = isLanguage(i18n.locale) ? i18n.locale : undefined
    throw error
  }
}

/** Brings the words of an area behind the first screens; they stay loaded. Callers wait for them. */
export function activateArea(area: Area): Promise<void> {
  const language = wanted
  if (!language) return Promise.resolve()
  const brought =
    entered.get(area) ??
    // A step later, so that the area is among those entered when their words are sent for.
    Promise.resolve().then(() => bringWords(language))
  entered.set(area, brought)
  brought.catch(() => entered.delete(area))
  return brought
}

async function bringWords(language: Language) {
  const parts = [
    first[`./${language}.po`],
    ...[...entered.keys()].map((area) => areas[area][`./areas/${language}.po`]),
  ]
  const catalogs = await Promise.all(parts.map(async (load) => load?.()))
  const messages = Object.assign(
    {},
    words[language],
    ...catalogs.map((catalog) => catalog?.messages),
  )
  words[language] = messages
  // Another language may have been chosen while this one's words were on their way.
  if (language !== wanted) return
  i18n.loadAndActivate({ locale: language, messages })
  // Written again, the same language would restyle every element.
  if (document.documentElement.lang !== language) document.documentElement.lang = language
}
