/** @module-tag long */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Body } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const ENDPOINT = 'https://push.example.com/abc'
const KEY =
  'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

/** What the browser does, as far as a page sees it. */
const browser = {
  permission: 'default' as NotificationPermission,
  /** The person's answer to the prompt. */
  answers: 'granted' as NotificationPermission,
  subscription: undefined as object | undefined,
  isReachable: true,
  requested: 0,
}

const subscription = {
  endpoint: ENDPOINT,
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
  async unsubscribe() {
    browser.subscription = undefined
    return true
  },
}
const registration = {
  pushManager: {
    getSubscription: async () => browser.subscription ?? null,
    async subscribe() {
      if (!browser.isReachable) throw new DOMException('no service', 'AbortError')
      browser.subscription = subscription
      return subscription
    },
  },
}

beforeEach(() => {
  Object.assign(browser, {
    permission: 'default',
    answers: 'granted',
    subscription: undefined,
    isReachable: true,
    requested: 0,
  })
  vi.stubGlobal(
    'Notification',
    class {
      static get permission() {
        return browser.permission
      }
      static async requestPermission() {
        browser.requested += 1
        browser.permission = browser.answers
        return browser.answers
      }
    },
  )
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockImplementation(
    // As much of a registration as a page that pushes uses.
    async () => registration as unknown as ServiceWorkerRegistration,
  )
})
afterEach(() => vi.restoreAllMocks())

/** A server that remembers one browser. */
function server(role: 'user' | 'admin') {
  let known: Body<'registerPushClient'> | undefined
  const answers: Answers = {
    getStatus: role === 'user' ? statuses.user : statuses.mainAdmin,
    listMyOrders: [],
    getMyUnreadMessages: { unread: 0 },
    getUnreadMessages: { unread: 0 },
    getPushKey: { publicKey: KEY },
    getPushClient: () =>
      known ? { kinds: known.kinds ?? null, language: known.language ?? null } : { refused: 403 },
    registerPushClient: (body) => {
      known = body as Body<'registerPushClient'>
      return 'success'
    },
    removePushClient: () => {
      known = undefined
      return 'success'
    },
    sendTestPush: 'success',
  }
  return { answers, known: () => known }
}

const open = (role: 'user' | 'admin', answers: Answers) =>
  openScreen(role === 'user' ? '/user/notifications' : '/admin/settings/notifications', answers)

describe('notifications', () => {
  test('are requested only after a click, with a preview', async () => {
    const { answers, known } = server('user')
    const { screen } = await open('user', answers)
    await expect.element(screen.getByText('Your account expires soon')).toBeVisible()
    await expect.element(screen.getByText('An account expires soon')).toBeVisible()
    expect(browser.requested).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
    await expect.element(screen.getByText(/Notifications are on/)).toBeVisible()
    expect(browser.requested).toBe(1)
    expect(known()).toEqual({
      data: { endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } },
      language: 'en-US',
      kinds: [
        'reply',
        'ending',
        'runningOut',
        'usedUp',
        'deviceWaits',
        'delivered',
        'reward',
        'notice',
      ],
    })
  })

  test('are chosen one by one', async () => {
    const { answers, known } = server('admin')
    const { screen } = await open('admin', answers)
    await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
    const servers = screen.getByRole('switch', { name: 'Servers' })
    await expect.element(servers).toBeChecked()
    await userEvent.click(servers)
    await expect.element(servers).not.toBeChecked()
    await expect
      .poll(() => known()?.kinds)
      .toEqual([
        'message',
        'payment',
        'paymentStuck',
        'signUp',
        'allowance',
        'backupBehind',
        'backupWell',
        'certificateEnding',
        'certificateWell',
        'portsShort',
        'trialsRefused',
      ])
  })

  test('stay as they were when the server refuses a choice', async () => {
    const { answers } = server('user')
    let refuses = false
    const register = answers.registerPushClient
    const { screen } = await open('user', {
      ...answers,
      registerPushClient: (body, url) =>
        refuses
          ? { refused: 403 }
          : typeof register === 'function'
            ? register(body, url)
            : 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
    const traffic = screen.getByRole('switch', { name: 'Traffic' })
    await expect.element(traffic).toBeChecked()
    refuses = true
    await userEvent.click(traffic)
    await expect.element(screen.getByText('This was not saved. Try again.')).toBeVisible()
    await expect.element(traffic).toBeChecked()
  })

  test('can be tried, and turned off', async () => {
    const { answers, known } = server('user')
    const { screen } = await open('user', answers)
    await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send a test' }))
    await expect.element(screen.getByText(/It appears within a few seconds/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
    await expect
      .element(screen.getByRole('button', { name: 'Turn on notifications' }))
      .toBeVisible()
    expect([known(), browser.subscription]).toEqual([undefined, undefined])
  })

  test('explain why a test did not arrive', async () => {
    const { answers } = server('user')
    const { screen } = await open('user', {
      ...answers,
      sendTestPush: { refused: 403, word: 'push unreachable' },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send a test' }))
    await expect.element(screen.getByText(/could not reach/)).toBeVisible()
  })

  test('that the person declines change nothing', async () => {
    browser.answers = 'default'
    const { answers, known } = server('user')
    const { screen } = await open('user', answers)
    await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
    await expect.element(screen.getByText(/was not allowed to show notifications/)).toBeVisible()
    expect(known()).toBeUndefined()
  })

  test('can be retried when their service does not answer', async () => {
    browser.isReachable = false
    const { answers } = server('user')
    const { screen } = await open('user', answers)
    const button = screen.getByRole('button', { name: 'Turn on notifications' })
    await userEvent.click(button)
    await expect.element(screen.getByText(/did not answer/)).toBeVisible()
    browser.isReachable = true
    await userEvent.click(button)
    await expect.element(screen.getByText(/Notifications are on/)).toBeVisible()
  })

  test('that the browser blocks are shown with how to allow them', async () => {
    browser.permission = 'denied'
    const { screen } = await open('user', server('user').answers)
    await expect.element(screen.getByText(/blocks notifications/)).toBeVisible()
    await expect.element(screen.getByText(/Set Notifications to Allow/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Turn on notifications' }).query()).toBeNull()
  })

  test('on an iPhone want the app on the home screen', async () => {
    vi.stubGlobal('PushManager', undefined)
    Reflect.deleteProperty(window, 'PushManager')
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS)')
    const { screen } = await open('user', server('user').answers)
    await expect.element(screen.getByText('Tap Add to Home Screen.')).toBeVisible()
  })

  test('of a site without a worker cannot be had', async () => {
    const { answers } = server('user')
    const getStatus = { ...statuses.user, serviceWorker: false }
    const { screen } = await open('user', { ...answers, getStatus })
    await expect.element(screen.getByText(/turned off its service worker/)).toBeVisible()
  })

  test('hold on a narrow phone', async () => {
    await page.viewport(320, 640)
    const { answers } = server('admin')
    const { screen } = await open('admin', answers)
    await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
    await expect.element(screen.getByRole('switch', { name: 'Servers' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  })
})

test('a browser that someone else registered is let go of', async () => {
  browser.permission = 'granted'
  browser.subscription = subscription
  const { answers } = server('user')
  const { calls } = await openScreen('/user/settings', answers)
  await expect.poll(() => browser.subscription, { timeout: 10_000 }).toBeUndefined()
  await expect.poll(() => calls.map(({ id }) => id)).toContain('removePushClient')
})

test('a device follows the language of the console', async () => {
  browser.permission = 'granted'
  browser.subscription = subscription
  const { answers, known } = server('user')
  await openScreen('/user/settings', {
    ...answers,
    getPushClient: { kinds: ['reply'], language: 'ja-JP' },
  })
  await expect
    .poll(() => known(), { timeout: 10_000 })
    .toMatchObject({ kinds: ['reply'], language: 'en-US' })
})
