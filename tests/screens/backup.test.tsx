import { describe, expect, test } from 'vitest'
import { openScreen, statuses } from '../support/screens.ts'

const WORDS = {
  'zh-CN': '备份失败：',
  'en-US': 'The backup is failing:',
  'ja-JP': 'バックアップに失敗しています。',
  'ru-RU': 'Резервное копирование не удаётся:',
} as const

const open = (state: 'off' | 'ok' | 'behind' | 'failing', language: keyof typeof WORDS = 'en-US') =>
  openScreen(
    '/admin/index',
    {
      getStatus: statuses.mainAdmin,
      getBackupStatus: { state, lastShipped: 0, lastChecked: null, problem: 'It is full.' },
    },
    language,
  )

describe('Home', () => {
  test.each(Object.entries(WORDS))('says why the backup fails, in %s', async (language, words) => {
    const { screen } = await open('failing', language as keyof typeof WORDS)
    const warning = screen.getByRole('alert').filter({ hasText: words })
    await expect.element(warning.filter({ hasText: 'It is full.' })).toBeVisible()
  })

  test.each([
    ['zh-CN', '打开手册', '/guide/zh/backups.html#when-it-says-no'],
    ['en-US', 'Open the manual', '/guide/en/backups.html#when-it-says-no'],
    ['ru-RU', 'Открыть руководство (на английском)', '/guide/en/backups.html#when-it-says-no'],
  ] as const)('leads to the manual, in %s', async (language, words, address) => {
    const { screen } = await open('failing', language)
    const links = screen.getByRole('link', { name: words })
    await expect
      .poll(() => links.elements().map((one) => one.getAttribute('href')))
      .toContain(address)
    for (const link of links.elements()) expect(link.getAttribute('target')).toBe('_blank')
  })

  test('warns of a backup that is behind', async () => {
    const { screen } = await open('behind')
    await expect.element(screen.getByText(/The backup is behind/)).toBeVisible()
  })

  test.each(['off', 'ok'] as const)('says nothing while it is %s', async (state) => {
    const { screen, calls } = await open(state)
    await expect.poll(() => calls.filter(({ id }) => id === 'getBackupStatus').length).toBe(1)
    await expect.element(screen.getByText(/Messages/).first()).toBeVisible()
    expect(screen.getByText('Backups').query()).toBeNull()
  })
})
