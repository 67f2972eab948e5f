import { describe, expect, test } from 'vitest'
import { openScreen, statuses } from '../support/screens.ts'

const WORDS = {
  'zh-CN': '备份失败：',
  'en-US': 'The backup is failing:',
  'ja-JP': 'バックアップに失敗しています。',
  'ru-RU': 'Резервное копирование не удаётся:',
} as const

const open = (
  state: 'off' | 'ok' | 'behind' | 'failing',
  language: keyof typeof WORDS = 'en-US',
  more: { lastChecked?: number; isKeyKept?: boolean; canBackUp?: boolean } = {},
) =>
  openScreen(
    '/admin/index',
    {
      getStatus: statuses.mainAdmin,
      getBackupStatus: {
        state,
        lastShipped: 0,
        lastChecked: null,
        problem: 'It is full.',
        ...more,
      },
      confirmBackupKey: 'success',
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

  test('says when all is well, and when that was last tried', async () => {
    const { screen } = await open('ok', 'en-US', {
      lastChecked: Date.now() - 600_000,
      isKeyKept: true,
    })
    await expect.element(screen.getByText(/Every change is backed up\./)).toBeVisible()
    await expect.element(screen.getByText(/Last restored as a test: \S/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'I keep a copy elsewhere' }).query()).toBeNull()
  })

  test.each([
    ['ok', 'after'],
    ['failing', 'before'],
  ] as const)('has its card, while it is %s, %s what needs attention', async (state, where) => {
    const { screen } = await open(state, 'en-US', { isKeyKept: true })
    const card = screen.getByRole('heading', { name: 'Backups' })
    await expect.element(card).toBeVisible()
    const messages = screen.getByRole('heading', { name: 'Messages' })
    await expect.element(messages).toBeVisible()
    const position = card.element().compareDocumentPosition(messages.element())
    const isBefore = (position & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    expect(isBefore ? 'before' : 'after').toBe(where)
  })

  test('asks whether the key is stored elsewhere', async () => {
    const { screen, calls } = await open('ok', 'en-US', { isKeyKept: false })
    await expect
      .element(screen.getByText(/No copy has been restored as a test yet\./))
      .toBeVisible()
    await expect.element(screen.getByText(/Nothing can be restored without/)).toBeVisible()
    await screen.getByRole('button', { name: 'I keep a copy elsewhere' }).click()
    await expect.poll(() => calls.some(({ id }) => id === 'confirmBackupKey')).toBe(true)
  })

  test.each([
    ['en-US', true, /^Backups are off\./, 'before', '/guide/en/backups.html#switch-it-on'],
    ['zh-CN', true, /^备份未开启/, 'before', '/guide/zh/backups.html#switch-it-on'],
    ['en-US', false, /^The database is PostgreSQL\./, 'after', '/guide/en/backups.html#postgresql'],
  ] as const)(
    'says that there are none, in %s, where it could make some: %s',
    async (language, canBackUp, words, where, address) => {
      const { screen } = await open('off', language, { canBackUp })
      const text = screen.getByText(words)
      await expect.element(text).toBeVisible()
      const links = screen.getByRole('link').elements()
      expect(links.map((one) => one.getAttribute('href'))).toContain(address)
      const name = language === 'zh-CN' ? '消息' : 'Messages'
      const messages = screen.getByRole('heading', { name })
      await expect.element(messages).toBeVisible()
      const position = text.element().compareDocumentPosition(messages.element())
      const isBefore = (position & Node.DOCUMENT_POSITION_FOLLOWING) > 0
      expect(isBefore ? 'before' : 'after').toBe(where)
    },
  )

  test('says nothing of an older server whose backups are off', async () => {
    const { screen, calls } = await open('off')
    await expect.poll(() => calls.filter(({ id }) => id === 'getBackupStatus').length).toBe(1)
    await expect.element(screen.getByText(/Messages/).first()).toBeVisible()
    expect(screen.getByText('Backups').query()).toBeNull()
  })
})
