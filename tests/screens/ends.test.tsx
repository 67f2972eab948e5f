import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { openScreen, statuses } from '../support/screens.ts'

const WORDS = {
  'zh-CN': '内存耗尽',
  'en-US': 'It ran out of memory.',
  'ja-JP': 'メモリが不足しました。',
  'ru-RU': 'Закончилась память.',
} as const
const HOUR_MS = 3_600_000

/** Home after ends of so many hours ago, newest first. */
const open = (
  ends: [hours: number, cause: Schema<'UnexpectedEnd'>['cause']][],
  language: keyof typeof WORDS = 'en-US',
  status: typeof statuses.admin | typeof statuses.mainAdmin = statuses.mainAdmin,
) =>
  openScreen(
    '/admin/index',
    {
      getStatus: status,
      listUnexpectedEnds: ends.map(([hours, cause]) => ({
        time: Date.now() - hours * HOUR_MS,
        cause,
      })),
    },
    language,
  )

describe('Home', () => {
  test.each(Object.entries(WORDS))('says why the console ended, in %s', async (language, words) => {
    const { screen } = await open([[1, 'memory']], language as keyof typeof WORDS)
    const warning = screen.getByRole('status').filter({ hasText: words })
    await expect.element(warning).toBeVisible()
  })

  test('says the cause of the last, and how often it was within a day', async () => {
    const { screen } = await open([
      [2, 'killed'],
      [23.9, 'memory'],
      [24.1, 'error'],
    ])
    const card = screen.getByRole('status').filter({ hasText: 'It was killed' })
    await expect.element(card).toBeVisible()
    await expect.element(screen.getByText(/^Started again: /)).toBeVisible()
    await expect.element(screen.getByText('2 times in 24 hours.')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Open the manual' }))
      .toHaveAttribute('href', '/guide/en/trouble.html#the-console-ended')
  })

  test('says nothing of what is a day old', async () => {
    const { screen, calls } = await open([[24.1, 'error']])
    await expect.poll(() => calls.filter(({ id }) => id === 'listUnexpectedEnds').length).toBe(1)
    await expect.element(screen.getByText(/Messages/).first()).toBeVisible()
    expect(screen.getByText('The console ended unexpectedly').query()).toBeNull()
  })

  test('asks for the main admin only', async () => {
    const { screen, calls } = await open([[1, 'memory']], 'en-US', statuses.admin)
    await expect.element(screen.getByText(/Messages/).first()).toBeVisible()
    expect(calls.map(({ id }) => id)).not.toContain('listUnexpectedEnds')
  })
})
