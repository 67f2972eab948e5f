import { expect, test } from 'vitest'
import { firstLanguage } from '#locales/activate.ts'

test.each<[string, Parameters<typeof firstLanguage>, string]>([
  ['what was chosen here', ['ja-JP', 'ru-RU', ['en']], 'ja-JP'],
  ['what the browser speaks first of ours', [undefined, 'ru-RU', ['fr', 'en-GB', 'ja']], 'en-US'],
  ['what is written alike', [undefined, 'ru-RU', ['zh-Hant']], 'zh-CN'],
  ['what the site is set to', [undefined, 'ru-RU', ['fr']], 'ru-RU'],
  ['the site’s, where the browser is not asked', [undefined, 'en-US'], 'en-US'],
  ['Chinese, where nobody says one of ours', ['fr-FR', 'de', ['it']], 'zh-CN'],
])('a console starts in %s', (_why, words, language) => {
  expect(firstLanguage(...words)).toBe(language)
})
