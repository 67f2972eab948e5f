import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { keepStatus } from '#device/status.ts'
import { openScreen, statuses } from '../support/screens.ts'

describe('login screen', () => {
  test('says what is missing, where it is missing', async () => {
    const { screen, calls } = await openScreen('/home/login', { getStatus: statuses.visitor })
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.element(screen.getByText('Enter your password.')).toBeVisible()
    await expect.element(screen.getByLabelText('E-mail')).toHaveFocus()
    expect(calls.map(({ id }) => id)).not.toContain('logIn')
  })

  test.each([
    ['user not exists', 'This user is not registered.'],
    ['invalid body', 'Enter a correctly formatted username.'],
    ['password retry out of limit', 'Too many attempts. Wait a minute, then try again.'],
    ['invalid password', 'Wrong username or password.'],
    ['anything else', 'Wrong username or password.'],
  ])('explains "%s"', async (word, sentence) => {
    const { screen } = await openScreen('/home/login', {
      getStatus: statuses.visitor,
      logIn: { refused: 403, word },
    })
    await userEvent.fill(screen.getByLabelText('E-mail'), 'ann@example.com')
    await userEvent.fill(screen.getByLabelText('Password'), 'secret{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  })

  test('leads whoever is logged in to their area', async () => {
    const { router } = await openScreen('/home/index', {
      getStatus: statuses.user,
      listMyOrders: [],
      listMyAccounts: [],
      listMyNotices: [],
    })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/index'))
  })

  test('asks for an address before it finds a password', async () => {
    const { screen } = await openScreen('/home/login', { getStatus: statuses.visitor }, 'zh-CN')
    await userEvent.click(screen.getByRole('button', { name: '找回密码' }))
    await expect.element(screen.getByText('请输入邮箱地址再点击“找回密码”')).toBeVisible()
  })
})

describe('areas', () => {
  test.each([
    ['/admin/index', statuses.user, '/user/index'],
    ['/user/index', statuses.admin, '/admin/index'],
    ['/user/account', statuses.visitor, '/home/login'],
    ['/admin/account', statuses.visitor, '/home/login'],
    ['/nowhere/at/all', statuses.visitor, '/home/login'],
    ['/', statuses.visitor, '/home/login'],
  ])('%s sends people where they belong', async (path, getStatus, place) => {
    const { router } = await openScreen(path, { getStatus })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(place))
  })

  test('a visitor link asks whoever is logged in to log out first', async () => {
    const { screen } = await openScreen('/home/ref/123', { getStatus: statuses.user })
    await expect.element(screen.getByRole('heading', { name: 'Log out first' })).toBeVisible()
  })

  test('a visitor link says so when nobody can tell who is here', async () => {
    keepStatus(statuses.user)
    const { screen } = await openScreen('/home/ref/123', { getStatus: { refused: 503 } })
    await expect.element(screen.getByRole('button', { name: 'Try again now' })).toBeVisible()
  })
})
