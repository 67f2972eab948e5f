import { describe, expect, test } from 'vitest'
import { openScreen, statuses } from '../support/screens.ts'

const WORDS = {
  'zh-CN': '服务器磁盘空间已满。',
  'en-US': 'The server has no disk space left.',
  'ja-JP': 'サーバーのディスクに空き容量がありません。',
  'ru-RU': 'На сервере не осталось места на диске.',
} as const

const open = (state: 'ok' | 'low' | 'full', language: keyof typeof WORDS = 'en-US') =>
  openScreen(
    '/admin/index',
    { getStatus: statuses.mainAdmin, getStorage: { state, free: 0 } },
    language,
  )

describe('Home', () => {
  test.each(Object.entries(WORDS))('warns of a full disk in %s', async (language, words) => {
    const { screen } = await open('full', language as keyof typeof WORDS)
    const warning = screen.getByRole('alert').filter({ hasText: words })
    await expect.element(warning).toBeVisible()
  })

  test('warns before it is full', async () => {
    const { screen } = await open('low')
    await expect.element(screen.getByText(/little disk space left/)).toBeVisible()
  })

  test('says nothing while there is room', async () => {
    const { screen, calls } = await open('ok')
    await expect.poll(() => calls.filter(({ id }) => id === 'getStorage').length).toBe(1)
    await expect.element(screen.getByText(/Messages/).first()).toBeVisible()
    expect(screen.getByText('Disk space').query()).toBeNull()
  })
})
