import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openScreen, statuses } from '../support/screens.ts'

const OFF = { on: false, authenticator: false, passkeys: 0, recoveryCodes: 0 }
const CHROME = 'Mozilla/5.0 (Linux; Android 15) Chrome/150.0 Mobile Safari/537.36'
const SESSIONS = [
  { id: 'a'.repeat(16), userAgent: CHROME, createTime: 0, lastTime: 0, current: true },
  {
    id: 'b'.repeat(16),
    userAgent: 'Firefox/140.0 Windows',
    createTime: 0,
    lastTime: 0,
    current: false,
  },
  { id: 'c'.repeat(16), userAgent: '', createTime: 0, lastTime: 0, current: false },
]

describe('the login security of a customer', () => {
  const open = (answers = {}) =>
    openScreen('/user/security', {
      getStatus: statuses.user,
      getFactors: OFF,
      listPasskeys: [],
      listSessions: SESSIONS,
      ...answers,
    })

  test('lists where they are logged in, and logs out of one', async () => {
    let left = SESSIONS
    const { screen, calls } = await open({
      listSessions: () => left,
      endSession: () => {
        left = left.slice(0, 2)
        return 'success'
      },
    })
    const list = screen.getByRole('list', { name: 'Where you are logged in' })
    await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(3)
    await expect.element(list.getByText('Chrome, Android')).toBeVisible()
    await expect.element(list.getByText('This device')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Log out of Unknown browser' }))
    await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(2)
    const ended = calls.find(({ id }) => id === 'endSession')
    expect(ended?.url.pathname).toContain('c'.repeat(16))
  })

  test('logs out of all others at once, and says when one is gone already', async () => {
    const { screen, calls } = await open({
      endSession: { refused: 403, word: '' },
      endOtherSessions: 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Log out of Firefox, Windows' }))
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('This session has ended already.')
    await userEvent.click(screen.getByRole('button', { name: 'Log out of all others' }))
    await expect.poll(() => calls.map(({ id }) => id)).toContain('endOtherSessions')
  })
})

describe('a customer who leaves', () => {
  const open = (answers = {}) =>
    openScreen('/user/settings', { getStatus: statuses.user, getFactors: OFF, ...answers })

  test('proves who they are; why not is said, and nothing is deleted', async () => {
    const { screen, calls } = await open({
      deleteMe: { refused: 403, word: 'unfinished order exists' },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
    await userEvent.fill(screen.getByLabelText('Your password'), 'secret')
    await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }))
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent(
        'Something you paid for has not been delivered yet. Wait for it, or contact support.',
      )
    expect(calls.find(({ id }) => id === 'deleteMe')?.body).toEqual({ password: 'secret' })
  })

  test('takes a file with all that is stored', async () => {
    const answers = {
      listMyAccounts: [],
      listMyOrders: [],
      listMyMessages: [],
      getMyUsage: [1, 2, 3],
      listMyRefCodes: [],
      listMyRefUsers: [],
      listMyMacs: [],
      listSessions: SESSIONS,
      listPasskeys: [],
    }
    const saved = vi.spyOn(URL, 'createObjectURL')
    const { screen } = await open(answers)
    await userEvent.click(screen.getByRole('button', { name: 'Download my data' }))
    await expect.poll(() => saved.mock.calls).toHaveLength(1)
    const data = JSON.parse(await (saved.mock.calls[0]![0] as Blob).text())
    expect(data).toMatchObject({ usage: { day: 1, week: 2, month: 3 }, sessions: SESSIONS })
  })
})
