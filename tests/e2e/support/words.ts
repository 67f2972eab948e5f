import { readFileSync } from 'node:fs'

type Language = 'zh-CN' | 'ja-JP' | 'en-US' | 'ru-RU'

/** The words a screen shows in a language, found by the English ones; tags and names are left out. */
export function wordsIn(language: Language): (english: string) => string {
  const texts = new Map<string, string>()
  for (const folder of ['src/locales', 'src/locales/areas'])
    for (const entry of readFileSync(`${folder}/${language}.po`, 'utf8').split(/\n\n+/)) {
      const [id, text] = ['msgid', 'msgstr'].map((key) => textOf(entry, key))
      if (id && text) texts.set(id, text)
    }
  return (english) => {
    const text = texts.get(english)
    if (text === undefined) throw new Error(`no ${language} words for: ${english}`)
    return text
  }
}

function textOf(entry: string, key: string): string | undefined {
  const [, quoted] = new RegExp(`^${key} ((?:".*"\\n?)+)`, 'm').exec(entry) ?? []
  return quoted
    ?.split('\n')
    .filter(Boolean)
    .map((line): string => JSON.parse(line))
    .join('')
}
