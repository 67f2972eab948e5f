import { expect, test } from 'vitest'
import { audits } from '#contract'
import { DONE } from '#features/audit/words.ts'

const catalogs = import.meta.glob<string>('/src/locales/**/*.po', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Texts of a catalog with their translation; several lines of one text are joined. */
function entries(catalog: string) {
  const joined = catalog.replaceAll(/"\n"/g, '')
  return [...joined.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)].map(
    ([, source = '', target = '']) => ({ source, target }),
  )
}

test('there are four languages', () => {
  expect(Object.keys(catalogs).sort()).toEqual(
    [
      'areas/en-US',
      'areas/ja-JP',
      'areas/ru-RU',
      'areas/zh-CN',
      'en-US',
      'ja-JP',
      'ru-RU',
      'zh-CN',
    ].map((name) => `/src/locales/${name}.po`),
  )
})

test.each(Object.keys(catalogs))('%s has every word', (name) => {
  const missing = entries(catalogs[name] ?? '').filter(({ target }) => target === '')
  expect(missing.map(({ source }) => source)).toEqual([])
})

test.each(Object.keys(catalogs))('%s keeps what is filled in and marked up', (name) => {
  const marks = (text: string) =>
    [...new Set(text.match(/\{\w+(?=[},])|<\/?\d+\/?>/g) ?? [])].sort()
  const broken = entries(catalogs[name] ?? '').filter(
    ({ source, target }) => String(marks(source)) !== String(marks(target)),
  )
  expect(broken).toEqual([])
})

test.each(['zh-CN', 'ja-JP', 'ru-RU'])(
  'a text of the first screens in %s is not overwritten by one that means something else',
  (language) => {
    // Both catalogs are one in the browser: where meanings differ, each text has its context.
    const pairs = (folder: string) =>
      [
        ...(catalogs[`/src/locales/${folder}${language}.po`] ?? '')
          .replaceAll(/"\n"/g, '')
          .matchAll(/^(msgctxt ".+"\n)?msgid "(.+)"\nmsgstr "(.*)"$/gm),
      ].map(([, context = '', source, target]) => [`${context}${source}`, target] as const)
    const behind = new Map(pairs('areas/'))
    const other = pairs('').filter(([text, target]) => (behind.get(text) ?? target) !== target)
    expect(other).toEqual([])
  },
)

test.each(['', 'areas/'])('Russian has its plural forms in %s', (folder) => {
  const broken = entries(catalogs[`/src/locales/${folder}ru-RU.po`] ?? '').filter(
    ({ target }) => target.includes(', plural,') && !/few \{.*many \{/.test(target),
  )
  expect(broken).toEqual([])
})

test('the audit log has a sentence for each action it records', () => {
  const without = Object.keys(audits).filter((operation) => !(operation in DONE))
  expect(without).toEqual([])
})
