import { describe, expect, test } from 'vitest'
import { openScreen, statuses } from '../support/screens.ts'

const WORDS = {
  'zh-CN': '证书未能续期',
  'en-US': 'The certificate could not be renewed.',
  'ja-JP': '証明書を更新できませんでした。',
  'ru-RU': 'Сертификат не удалось продлить.',
} as const

const open = (
  state: 'off' | 'ok' | 'missing' | 'failing' | 'expiring',
  language: keyof typeof WORDS = 'en-US',
) =>
  openScreen(
    '/admin/index',
    {
      getStatus: statuses.mainAdmin,
      getCertificateStatus: { state, expires: Date.UTC(2027, 0, 5, 12), problem: 'It is away.' },
    },
    language,
  )

describe('Home', () => {
  test.each(Object.entries(WORDS))('says why it is not renewed, in %s', async (language, words) => {
    const { screen } = await open('failing', language as keyof typeof WORDS)
    const warning = screen.getByRole('alert').filter({ hasText: words })
    await expect.element(warning.filter({ hasText: 'It is away.' })).toBeVisible()
  })

  test('warns of one that is nearly over, with its end', async () => {
    const { screen } = await open('expiring')
    await expect.element(screen.getByText(/The certificate expires soon/)).toBeVisible()
    await expect.element(screen.getByText(/Valid until .*2027/)).toBeVisible()
  })

  test.each([
    ['http://panel.example.com', true],
    ['http://192.0.2.7:8080', true],
    ['https://panel.example.com', false],
    ['http://localhost:8080', false],
    ['http://127.0.0.1:8080', false],
  ])('warns where nobody serves HTTPS: %s, %s', async (site, warns) => {
    const status = { ...statuses.mainAdmin, site }
    const off = { state: 'off', expires: null, problem: null } as const
    const answers = { getStatus: status, getCertificateStatus: off }
    const { screen, calls } = await openScreen('/admin/index', answers)
    await expect.poll(() => calls.some(({ id }) => id === 'getCertificateStatus')).toBe(true)
    await expect.element(screen.getByText(/Messages/).first()).toBeVisible()
    const warning = screen.getByText(/begins with http:/)
    if (warns) await expect.element(warning).toBeVisible()
    else expect(warning.query()).toBeNull()
  })

  test.each(['off', 'ok'] as const)('says nothing while it is %s', async (state) => {
    const { screen, calls } = await open(state)
    await expect.poll(() => calls.filter(({ id }) => id === 'getCertificateStatus').length).toBe(1)
    await expect.element(screen.getByText(/Messages/).first()).toBeVisible()
    expect(screen.getByText('Certificate').query()).toBeNull()
  })
})
