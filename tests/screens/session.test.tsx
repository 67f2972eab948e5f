import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storeWanted } from '#device/returnAddress.ts'
import { storeStatus } from '#device/status.ts'
import { setLeaving } from '#device/personalData.ts'
import { openScreen, statuses } from '../support/screens.ts'

describe('login screen', () => {
  test('says what is missing, where it is missing', async () => {
    const { screen, calls } = await openScreen('/home/login', { getStatus: statuses.visitor })
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.element(screen.getByText('Enter your password.')).toBeVisible()
    await expect.element(screen.getByLabelText('Email')).toHaveFocus()
    expect(calls.map(({ id }) => id)).not.toContain('logIn')
  })

  test.each([
    ['user not exists', 'No user has this email address.'],
    ['invalid body', 'Enter a correctly formatted username.'],
    [
      'password retry out of limit',
      'Too many attempts. Wait a minute; after many tries, an hour. Or set a new password by email.',
    ],
    ['invalid password', 'Wrong username or password.'],
    ['anything else', 'Wrong username or password.'],
  ])('explains "%s"', async (word, sentence) => {
    const { screen } = await openScreen('/home/login', {
      getStatus: statuses.visitor,
      logIn: { refused: 403, word },
    })
    await userEvent.fill(screen.getByLabelText('Email'), 'ann@example.com')
    await userEvent.fill(screen.getByLabelText('Password', { exact: true }), 'secret{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  })

  test.each([
    [
      false,
      'Your browser refuses cookies, so you cannot stay logged in. Allow cookies for this site, then log in again.',
    ],
    // Tests run over http, where the cookie of a site with an https address is not kept.
    [
      true,
      'Your browser did not keep the login. If the address of this site begins with https://, open it that way; otherwise allow cookies for this site.',
    ],
  ])('says that its cookie was not kept (others are: %s)', async (enabled, sentence) => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(enabled)
    let entered = 0
    const { screen, router } = await openScreen('/home/login', {
      getStatus: statuses.visitor,
      logIn: async () => {
        entered += 1
        return { type: 'normal', id: 7 }
      },
    })
    await userEvent.fill(screen.getByLabelText('Email'), 'ann@example.com')
    await userEvent.fill(screen.getByLabelText('Password', { exact: true }), 'secret')
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
    expect(entered).toBe(1)
    expect(router.state.location.pathname).toBe('/home/login')
    // Whoever allows them logs in with what is still there.
    await expect.element(screen.getByLabelText('Email')).toHaveValue('ann@example.com')
  })

  test('leads a logged-in person to their area', async () => {
    const { router } = await openScreen('/home/index', {
      getStatus: statuses.user,
      listMyOrders: [],
      listMyAccounts: [],
      listMyNotices: [],
    })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/index'))
  })

  test('requires an address before it mails a reset link', async () => {
    const { screen } = await openScreen('/home/login', { getStatus: statuses.visitor }, 'zh-CN')
    await userEvent.click(screen.getByRole('button', { name: '找回密码' }))
    await expect.element(screen.getByText('请输入邮箱地址再点击“找回密码”。')).toBeVisible()
  })
})

describe('within another app', () => {
  const WECHAT = 'Mozilla/5.0 (Linux; Android 15; wv) Chrome/150.0 MicroMessenger/8.0.50'
  const title = 'Open this page in your browser'

  test.each(['/home/login', '/home/signup'])('%s says how to leave it', async (path) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WECHAT)
    const { screen } = await openScreen(path, { getStatus: statuses.visitor })
    await expect.element(screen.getByText(title)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Copy this address' })).toBeVisible()
  })

  test('the link is the one that was wanted before the login', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WECHAT)
    onTestFinished(() => storeWanted(null))
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const wanted = '/user/account?renew=5001'
    const { screen } = await openScreen(wanted, { getStatus: statuses.visitor })
    await userEvent.click(screen.getByRole('button', { name: 'Copy this address' }))
    expect(write).toHaveBeenCalledWith(location.origin + wanted)
  })

  test('is not mentioned in a browser', async () => {
    const { screen } = await openScreen('/home/login', { getStatus: statuses.visitor })
    await expect.element(screen.getByLabelText('Email')).toBeVisible()
    expect(screen.getByText(title).query()).toBeNull()
  })
})

describe('the language of visitors', () => {
  test.each([
    ['zh-CN', '语言: 简体中文'],
    ['ja-JP', '言語: 日本語'],
    ['en-US', 'Language: English'],
    ['ru-RU', 'Язык: Русский'],
  ] as const)('is named in its own script: %s', async (language, name) => {
    const { screen } = await openScreen('/home/login', { getStatus: statuses.visitor }, language)
    const button = screen.getByRole('button', { name, exact: true })
    await expect.element(button).toHaveTextContent(name.split(': ')[1] ?? '')
  })

  test('has room beside the menu on the narrowest phones', async () => {
    await page.viewport(320, 640)
    const { screen } = await openScreen('/home/login', { getStatus: statuses.visitor }, 'ru-RU')
    const box = (role: 'navigation' | 'button', name: string | RegExp) =>
      screen.getByRole(role, { name }).element().getBoundingClientRect()
    await expect.element(screen.getByRole('button', { name: /^Язык/ })).toBeVisible()
    expect(box('button', /^Язык/).right).toBeLessThanOrEqual(320)
    expect(box('button', /^Язык/).left).toBeGreaterThanOrEqual(box('navigation', 'Меню').right)
    expect(document.documentElement.scrollWidth).toBe(320)
  })
})

describe('areas', () => {
  test.each([
    ['/admin/index', statuses.user, '/user/index'],
    ['/user/index', statuses.admin, '/admin/index'],
    ['/user/account', statuses.visitor, '/home/login'],
    ['/admin/account', statuses.visitor, '/home/login'],
    ['/nowhere/at/all', statuses.visitor, '/home/login'],
    ['/admin/article/abc', statuses.mainAdmin, '/admin/index'],
    ['/admin/article/1.5', statuses.admin, '/admin/index'],
    ['/admin/notice/abc', statuses.mainAdmin, '/admin/index'],
    ['/', statuses.visitor, '/home/login'],
    ['/home', statuses.visitor, '/home/login'],
  ])('%s sends people where they belong', async (path, getStatus, place) => {
    const { router } = await openScreen(path, { getStatus })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(place))
  })

  test('a visitor link asks a logged-in person to log out first', async () => {
    const { screen } = await openScreen('/home/ref/123', { getStatus: statuses.user })
    await expect.element(screen.getByRole('heading', { name: 'Log out first' })).toBeVisible()
  })

  test('so does the form for a code', async () => {
    const { screen } = await openScreen('/home/ref', { getStatus: statuses.user })
    await expect.element(screen.getByRole('heading', { name: 'Log out first' })).toBeVisible()
  })

  test.each([
    ['/home/ref', 'North'],
    ['/home/login', 'Log in – North'],
    ['/home/signup', 'Sign up – North'],
    ['/home/password/reset/x', 'North'],
  ])('%s bears the name of the site, and says which form it is', async (path, name) => {
    document.title = 'another'
    await openScreen(path, { getStatus: { ...statuses.visitor, title: 'North' } })
    await vi.waitFor(() => expect(document.title).toBe(name))
  })

  test.each([
    ['/user/order?redeem=ab', 'normal', '/user/order'],
    ['/admin/index', 'normal', '/user/index'],
  ] as const)('a link to %s leads on after the login', async (link, type, place) => {
    sessionStorage.clear()
    let isIn = false
    const { screen, router } = await openScreen(link, {
      getStatus: () => (isIn ? statuses.user : statuses.visitor),
      logIn: () => {
        isIn = true
        return { type, id: 7 }
      },
    })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/home/login'))
    expect(screen.getByText(/You were logged out/).query()).toBeNull()
    await userEvent.fill(screen.getByLabelText('Email'), 'ann@example.com')
    await userEvent.fill(screen.getByLabelText('Password', { exact: true }), 'secret')
    await userEvent.click(screen.getByRole('button', { name: 'Log in', exact: true }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(place))
    expect(sessionStorage.getItem('sluice.wanted')).toBeNull()
  })

  test('says that the device is logged out while the server cannot be reached', async () => {
    setLeaving(true)
    const { screen } = await openScreen('/home/login', {
      logOut: { refused: 503 },
      getStatus: { refused: 503 },
    })
    await expect
      .element(screen.getByRole('heading', { name: 'You are logged out on this device' }))
      .toBeVisible()
    setLeaving(false)
  })

  test('a server that refuses the status is asked again in the background', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    try {
      storeStatus(statuses.user)
      // Long enough ago to be revalidated.
      vi.setSystemTime(Date.now() + 20_000)
      const { calls } = await openScreen('/user/index', { getStatus: { refused: 500 } })
      const requested = () => calls.filter(({ id }) => id === 'getStatus').length
      await vi.waitFor(() => expect(requested()).toBe(1))
      await vi.advanceTimersByTimeAsync(4_000)
      expect(requested()).toBe(1)
      await vi.advanceTimersByTimeAsync(1_500)
      await vi.waitFor(() => expect(requested()).toBe(2))
    } finally {
      vi.useRealTimers()
    }
  })

  test('a visitor link says so when the status cannot be read', async () => {
    storeStatus(statuses.user)
    const { screen } = await openScreen('/home/ref/123', { getStatus: { refused: 503 } })
    await expect.element(screen.getByRole('button', { name: 'Try again now' })).toBeVisible()
  })
})
