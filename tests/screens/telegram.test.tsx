/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const CODE = { code: '12345678', telegram: 'sluice_bot', remaining: 90_000 }

const openUser = (answers: Answers) =>
  openScreen('/user/telegram', {
    getStatus: { ...statuses.user, telegram: true },
    listMyOrders: [],
    ...answers,
  })

const openAdmin = (answers: Answers) =>
  openScreen('/admin/settings/telegram', {
    getStatus: statuses.mainAdmin,
    getTelegramSetting: { bot: 'sluice_bot', problem: null },
    getAdminTelegramCode: CODE,
    ...answers,
  })

describe('a person', () => {
  test('sees the code, how long it stays, and the link that sends it', async () => {
    const { screen } = await openUser({ getMyTelegramCode: CODE })
    await expect.element(screen.getByText('1234 5678')).toBeVisible()
    const timer = screen.getByRole('timer')
    await expect.poll(() => timer.element().textContent).toMatch(/^Changes in 8\d seconds$/)
    await expect
      .element(screen.getByRole('link', { name: 'Connect in Telegram' }))
      .toHaveAttribute('href', 'https://t.me/sluice_bot?start=12345678')
    await expect.element(screen.getByText(/@sluice_bot/)).toBeVisible()
  })

  test('sees by itself that the bot has connected the chat', async () => {
    let requested = 0
    const { screen } = await openUser({
      getMyTelegramCode: () => ((requested += 1) > 1 ? { user: '77' } : CODE),
    })
    await expect.element(screen.getByText('1234 5678')).toBeVisible()
    await expect
      .element(screen.getByText('Your Telegram chat is connected.'), { timeout: 10_000 })
      .toBeVisible()
  })

  test('unbinds after a confirmation', async () => {
    let bound = true
    const { screen, calls } = await openUser({
      getMyTelegramCode: () => (bound ? { user: '77' } : CODE),
      unbindMyTelegram: () => {
        bound = false
        return 'success'
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
    const dialog = screen.getByRole('alertdialog')
    await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await expect.element(screen.getByText('1234 5678')).toBeVisible()
    expect(calls.map(({ id }) => id)).toContain('unbindMyTelegram')
  })

  test('is shown that the site has no bot any more', async () => {
    const { screen } = await openUser({ getMyTelegramCode: { refused: 403 } })
    await expect.element(screen.getByRole('alert')).toBeVisible()
  })

  test('of an older server sees a code without a time', async () => {
    const { screen } = await openUser({ getMyTelegramCode: { code: '00000001', telegram: 'b' } })
    await expect.element(screen.getByText('0000 0001')).toBeVisible()
    expect(screen.getByRole('timer').query()).toBeNull()
  })
})

describe('the main admin', () => {
  test('enters a token, which is checked here and by Telegram', async () => {
    let bot: string | null = null
    const { screen, calls } = await openAdmin({
      getTelegramSetting: () => ({ bot, problem: null }),
      editTelegramSetting: (body) => {
        const { token } = body as { token: string }
        if (token.endsWith('x')) return { refused: 403, word: 'bot unknown' }
        bot = 'sluice_bot'
        return { bot, problem: null }
      },
    })
    const field = screen.getByLabelText('Token of the bot')
    const save = screen.getByRole('button', { name: 'Save' })
    await userEvent.fill(field, 'nonsense')
    await userEvent.click(save)
    await expect.element(screen.getByText(/A token looks like this/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'editTelegramSetting')).toBe(false)
    const token = '123456:AAHkMr-x0Z_abcdefghijklmnopqrstuvw'
    await userEvent.fill(field, `${token}x`)
    await userEvent.click(save)
    await expect.element(screen.getByText(/does not know this bot/)).toBeVisible()
    await userEvent.fill(field, ` ${token} `)
    await userEvent.click(save)
    await expect.element(screen.getByRole('link', { name: '@sluice_bot' })).toBeVisible()
    await expect.element(screen.getByText('1234 5678')).toBeVisible()
    expect(calls.findLast(({ id }) => id === 'editTelegramSetting')?.body).toEqual({ token })
    expect(screen.getByText(token).query()).toBeNull()
  })

  test('sends a test message, or is shown what prevents it', async () => {
    let bound = false
    const { screen } = await openAdmin({
      getAdminTelegramCode: () => (bound ? { user: '1' } : CODE),
      testTelegramSetting: () => (bound ? 'success' : { refused: 403, word: 'not bound' }),
    })
    const send = screen.getByRole('button', { name: 'Send a test message' })
    await userEvent.click(send)
    await expect.element(screen.getByText(/Connect your own chat first/)).toBeVisible()
    bound = true
    await userEvent.click(send)
    await expect.element(screen.getByText(/The message was sent/)).toBeVisible()
  })

  test('sees what is wrong with the bot, and removes it', async () => {
    let bot: string | null = 'sluice_bot'
    const { screen } = await openAdmin({
      getTelegramSetting: () => ({ bot, problem: bot === null ? null : 'conflict' }),
      editTelegramSetting: () => {
        bot = null
        return { bot, problem: null }
      },
    })
    await expect.element(screen.getByText(/Another program uses the same bot/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove the bot' }))
    await userEvent.click(
      screen.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }),
    )
    await expect.element(screen.getByLabelText('Token of the bot')).toBeVisible()
    expect(screen.getByText('1234 5678').query()).toBeNull()
  })

  test('is the only one who sets the bot', async () => {
    const { router } = await openAdmin({ getStatus: statuses.admin })
    await expect.poll(() => router.state.location.pathname).toBe('/admin/settings')
  })
})
