/** @module-tag long */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STATUS } from '#device/storageKeys.ts'
import { choose } from '#device/choices.ts'
import type { Language } from '#locales/activate.ts'
import { openScreen, statuses } from '../support/screens.ts'

/** What the server says of the site only once it is asked: such a device knows nothing before. */
const site = (fields: { language?: Language; browserLanguage?: true }) => ({
  getStatus: () => ({ ...statuses.visitor, ...fields }),
})
const speak = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
// Files share the page.
afterEach(() => void vi.restoreAllMocks())
const shown = () => document.documentElement.lang
const LOG_IN = { 'zh-CN': '登录', 'ja-JP': 'ログイン', 'en-US': 'Log in', 'ru-RU': 'Войти' }

describe('a device that knows nothing of the site', () => {
  // The page keeps what it knows of the site; another tab has deleted it.
  beforeEach(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: STATUS }))
  })

  test.each<[string, string[], Parameters<typeof site>[0], Language]>([
    [
      'the browser, where the site wants that',
      ['fr-FR', 'ja', 'en'],
      { browserLanguage: true },
      'ja-JP',
    ],
    ['the site, where it wants that of all', ['ja', 'en'], {}, 'ru-RU'],
    [
      'the site, where the browser speaks none of ours',
      ['fr-FR', 'de'],
      { browserLanguage: true },
      'ru-RU',
    ],
  ])('speaks as %s', async (_whose, languages, fields, language) => {
    speak(...languages)
    const { screen } = await openScreen(
      '/home/login',
      site({ language: 'ru-RU', ...fields }),
      'zh-CN',
    )
    await expect.element(screen.getByRole('button', { name: LOG_IN[language] })).toBeVisible()
    expect(shown()).toBe(language)
  })

  test('speaks as was chosen on it', async () => {
    speak('ja')
    choose({ language: 'en-US' })
    const answers = site({ language: 'ru-RU', browserLanguage: true })
    const { screen } = await openScreen('/home/login', answers)
    await expect.element(screen.getByRole('button', { name: LOG_IN['en-US'] })).toBeVisible()
    expect(shown()).toBe('en-US')
  })
})

test('a device that knows the site does not change its words once they are there', async () => {
  speak('ja')
  const getStatus = { ...statuses.visitor, language: 'ru-RU' as const, browserLanguage: true }
  const { screen } = await openScreen('/home/login', { getStatus }, 'zh-CN')
  await expect.element(screen.getByRole('button', { name: LOG_IN['zh-CN'] })).toBeVisible()
  expect(shown()).toBe('zh-CN')
})
