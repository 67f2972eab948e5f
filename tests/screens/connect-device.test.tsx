/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')

const account: Answer<'listMyAccounts'>[number] = {
  id: 10,
  type: 1,
  orderId: 0,
  userId: 7,
  server: null,
  port: 50_000,
  password: 'AutoPass01',
  key: null,
  data: null,
  status: 0,
  autoRemove: 0,
  autoRemoveDelay: 0,
  multiServerFlow: 1,
  active: 1,
  user: 'ann@example.com',
  publicKey: 'public=',
  privateKey: 'private=',
  flowUsed: 0,
  lastConnect: 0,
  state: 'unlimited',
}

const server: Answer<'listMyServers'>[number] = {
  id: 1,
  type: 'Shadowsocks',
  host: 'tokyo.test',
  name: 'Tokyo',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 0,
  key: null,
  net: null,
  wgPort: null,
}

const guide: Answer<'getArticle'> = {
  id: 5,
  title: 'Any device',
  content: '1. Install it',
  position: 'help',
  category: '',
  category_order: 0,
  url: '',
}

const TOPICS = ['apple', 'android', 'windows', 'mac', 'linux', 'router'] as const

async function connect(answers: Answers = {}) {
  const opened = await openScreen('/user/index', {
    getStatus: statuses.user,
    listMyOrders: [],
    listMyAccounts: [account],
    listMyServers: [server],
    listMyNotices: [],
    getMyFlow: [0],
    getMySubscription: { id: 10, subscribe: TOKEN },
    listArticles: {
      data: TOPICS.map((topic) => ({ ...guide, guide: topic })),
      count: 6,
      pc: 1,
      p: 1,
    },
    ...answers,
  })
  await userEvent.click(opened.screen.getByRole('button', { name: 'Connect' }))
  return opened
}

const imports = /^Import into/

describe('connecting the device in hand', () => {
  test('has one tap that hands all servers to an app', async () => {
    const { screen } = await connect()
    await expect
      .element(screen.getByRole('link', { name: imports }))
      .toHaveAttribute('href', expect.stringContaining(TOKEN))
  })

  test('offers the mirror of the operator before the place of the makers', async () => {
    const systems = TOPICS.map((system) => ({
      app: 'hiddify',
      system,
      url: 'https://mirror.test/app',
    }))
    const { screen } = await connect({ getStatus: { ...statuses.user, appDownloads: systems } })
    await expect
      .element(screen.getByRole('link', { name: 'Download Hiddify' }))
      .toHaveAttribute('href', 'https://mirror.test/app')
  })

  test('says first how to leave another app, where no link opens one', async () => {
    const wechat = 'Mozilla/5.0 (Linux; Android 15; wv) Chrome/150.0 MicroMessenger/8.0.50'
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(wechat)
    const { screen } = await connect()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('Open this page in your browser')).toBeVisible()
  })

  test('opens the guide where no app took the link', async () => {
    const { screen } = await connect()
    const link = screen.getByRole('link', { name: imports })
    await expect.element(link).toBeVisible()
    // The browser of the tests would leave the page.
    addEventListener('click', (event) => event.preventDefault(), { once: true })
    await userEvent.click(link)
    await expect.element(screen.getByText(/did not open/), { timeout: 8_000 }).toBeVisible()
    await expect.element(screen.getByText('Install it')).toBeVisible()
  })

  test('keeps the guide closed where one did', async () => {
    const { screen } = await connect()
    const link = screen.getByRole('link', { name: imports })
    await expect.element(link).toBeVisible()
    addEventListener('click', (event) => event.preventDefault(), { once: true })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      ;(link.element() as HTMLElement).click()
      dispatchEvent(new Event('blur'))
      await vi.advanceTimersByTimeAsync(5_000)
    } finally {
      vi.useRealTimers()
    }
    expect(screen.getByText(/did not open/).query()).toBeNull()
  })

  test('brings a code for the phone beside it', async () => {
    const { screen } = await connect()
    await userEvent.click(screen.getByRole('radio', { name: 'Another device' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Device' }), 'Android')
    await expect
      .element(screen.getByRole('img', { name: 'Subscription link for Clash Meta' }))
      .toBeVisible()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Device' }), 'Router')
    await expect
      .element(screen.getByText('Copy the link, and add it as a subscription in the app there.'))
      .toBeVisible()
  })

  test('says that it is connected once the first bytes came', async () => {
    let latest = account
    const { screen } = await connect({ listMyAccounts: () => [latest] })
    await expect.element(screen.getByText('Turn it on in the app')).toBeVisible()
    latest = { ...account, lastConnect: 1_000 }
    await expect.element(screen.getByText('Connected'), { timeout: 10_000 }).toBeVisible()
  })

  test('leads to single servers, as does a site without subscriptions', async () => {
    const { screen } = await connect()
    await userEvent.click(screen.getByRole('button', { name: /^Single servers/ }))
    await expect
      .element(screen.getByRole('img', { name: 'Code to connect through Tokyo' }))
      .toBeVisible()
  })
})
