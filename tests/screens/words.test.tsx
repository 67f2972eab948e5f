import { expect, test, vi } from 'vitest'

// A copy of its own: what other files have entered already is not on its way any more.
const COPY = '/src/locales/activate.ts?copy'
const { activate, activateArea, i18n }: typeof import('#locales/activate.ts') = await import(
  /* @vite-ignore */ COPY
)

const count = () => Object.keys(i18n.messages).length

test('a second caller waits for the same words', async () => {
  await activate('en-US')
  const before = count()
  const first = activateArea('help')
  await activateArea('help')
  expect(count()).toBeGreaterThan(before)
  await first
})

test('an area entered while a language is being chosen has its words in that language', async () => {
  await activate('en-US')
  await Promise.all([activate('ru-RU'), activateArea('user')])
  expect(i18n.locale).toBe('ru-RU')
  const inRussian = count()
  await activate('en-US')
  expect(count()).toBe(inRussian)
})

test('a language chosen while the words of an area are on their way stays chosen', async () => {
  await activate('en-US')
  await Promise.all([activateArea('admin'), activate('ja-JP')])
  expect(i18n.locale).toBe('ja-JP')
  expect(document.documentElement.lang).toBe('ja-JP')
})

test('words that come later do not write the language down again', async () => {
  await activate('en-US')
  const write = vi.spyOn(document.documentElement, 'lang', 'set')
  await activateArea('restore')
  expect(write).not.toHaveBeenCalled()
  await activate('ru-RU')
  expect(write).toHaveBeenCalledExactlyOnceWith('ru-RU')
  write.mockRestore()
})
