/** @module-tag long */
import { fetchStatus } from '#features/session/visit.ts'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const EMAIL = 'new@example.com'
// An area is loaded only after the login.
const PATIENT = { timeout: 10_000 }
const visitor = { getStatus: statuses.visitor }
const AREA: Answers = { listMyAccounts: [], listMyNotices: [], listMyOrders: [] }

/** A server on which one operation logs in. */
function loggingIn(answers: Answers): Answers {
  let inside = false
  const entering = Object.entries(answers).map(([id, answer]) => [
    id,
    () => {
      inside = true
      return answer
    },
  ])
  const getStatus = () => (inside ? statuses.user : statuses.visitor)
  return { ...AREA, ...Object.fromEntries(entering), getStatus }
}

describe('sign-up screen', () => {
  const fill = async (
    screen: Awaited<ReturnType<typeof openScreen>>['screen'],
    values: Record<string, string>,
  ) => {
    for (const [label, value] of Object.entries(values))
      await userEvent.fill(screen.getByLabelText(label, { exact: true }), value)
  }
  const signUpButton = { name: 'Sign up', exact: true } as const

  test('marks what is missing before anything is sent', async () => {
    const { screen, calls } = await openScreen('/home/signup', visitor)
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await expect.element(screen.getByText(/Enter an email address/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', signUpButton))
    await expect.element(screen.getByText('Enter the code from the email.')).toBeVisible()
    await expect.element(screen.getByText('Use at least 8 characters.')).toBeVisible()
    expect(calls.filter(({ id }) => id !== 'getStatus')).toEqual([])
  })

  test('counts down two minutes, also after the page was reloaded', async () => {
    const answers = { ...visitor, sendCode: 'success' as const }
    const { screen, calls } = await openScreen('/home/signup', answers)
    await fill(screen, { Email: EMAIL })
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await expect.element(screen.getByRole('button', { name: /again in 1(20|19) s/ })).toBeVisible()
    await expect.element(screen.getByText(/We sent a code to new@example.com/)).toBeVisible()
    await screen.unmount()
    const again = (await openScreen('/home/signup', answers)).screen
    const button = again.getByRole('button', { name: /again in 1\d\d s/ })
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(again.getByLabelText('Email')).toHaveValue(EMAIL)
    const pressed = button.element()
    if (pressed instanceof HTMLElement) pressed.click()
    expect(calls.filter(({ id }) => id === 'sendCode')).toHaveLength(1)
  })

  test('a corrected address can request a code at once', async () => {
    const answers = { ...visitor, sendCode: 'success' as const }
    const { screen, calls } = await openScreen('/home/signup', answers)
    await fill(screen, { Email: 'nwe@example.com' })
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await expect.element(screen.getByText(/We sent a code to nwe@example.com/)).toBeVisible()
    await fill(screen, { Email: EMAIL })
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await expect.element(screen.getByText(/We sent a code to new@example.com/)).toBeVisible()
    expect(calls.filter(({ id }) => id === 'sendCode')).toHaveLength(2)
  })

  test('says so when an invitation code holds no more, before anybody is signed up', async () => {
    const { screen, calls } = await openScreen('/home/signup', {
      ...loggingIn({ signUp: 'normal' }),
      visitReferral: { valid: false },
    })
    await fill(screen, { Email: EMAIL, 'Code from the email': '123456', Password: 'long secret' })
    await fill(screen, { 'Invitation code': '9999999999' })
    await userEvent.click(screen.getByRole('button', signUpButton))
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Invalid invitation code.')
    expect(calls.map(({ id }) => id)).not.toContain('signUp')
  })

  test('signs up once however often the button is pressed', async () => {
    const { screen, router, calls } = await openScreen(
      '/home/signup',
      loggingIn({ signUp: 'normal' }),
    )
    await fill(screen, { Email: EMAIL, 'Code from the email': '123456', Password: 'long secret' })
    await userEvent.dblClick(screen.getByRole('button', signUpButton))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/index'), PATIENT)
    expect(calls.filter(({ id }) => id === 'signUp')).toHaveLength(1)
  })

  test('signs up and opens the area', async () => {
    const { screen, router, calls } = await openScreen(
      '/home/signup?ref=0123456789',
      loggingIn({ signUp: 'normal' }),
    )
    await fill(screen, { Email: EMAIL, 'Code from the email': '123456', Password: 'long secret' })
    await expect.element(screen.getByLabelText('Invitation code')).toHaveValue('0123456789')
    await userEvent.click(screen.getByRole('button', signUpButton))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/index'), PATIENT)
    expect(calls.find(({ id }) => id === 'signUp')?.body).toEqual({
      email: EMAIL,
      code: '123456',
      password: 'long secret',
      ref: '0123456789',
    })
    expect(sessionStorage.getItem('sluice.sentCode')).toBeNull()
  })

  test.each([
    ['invalid ref code', 403, 'Invalid invitation code.'],
    ['email in black list', 403, 'This email address cannot be used. Choose another one.'],
    ['send email out of limit', 403, 'Too many requests. Try again later.'],
    ['signup close', 403, 'Sign-up is closed.'],
    ['', 403, 'The code could not be sent.'],
    ['', 500, 'Network error, try again later.'],
  ])('explains why no code came: "%s" with %i', async (word, refused, sentence) => {
    const { screen } = await openScreen('/home/signup', { ...visitor, sendCode: { refused, word } })
    await fill(screen, { Email: EMAIL })
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
    await expect.element(screen.getByRole('button', { name: 'Send code' })).toBeEnabled()
  })

  test.each([
    ['user exists', 403, 'This user already exists.'],
    ['password too short', 403, 'Use at least 8 characters.'],
    ['', 403, 'Sign-up failed. Check the code, or ask for a new one.'],
    [
      '',
      502,
      'No answer, so we cannot tell whether it was done. You can send it again: it is done only once.',
    ],
  ])('explains why nobody was signed up: "%s" with %i', async (word, refused, sentence) => {
    const { screen } = await openScreen('/home/signup', { ...visitor, signUp: { refused, word } })
    await fill(screen, { Email: EMAIL, 'Code from the email': '123456', Password: 'long secret' })
    // An answer that was lost is requested five times, further and further apart.
    if (refused === 502)
      vi.useFakeTimers({ toFake: ['setTimeout'] }).setTimerTickMode('nextTimerAsync')
    await userEvent.click(screen.getByRole('button', signUpButton))
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  })

  test('says at the field that the code is wrong, and takes the good news back', async () => {
    const { screen, calls } = await openScreen('/home/signup', {
      ...visitor,
      sendCode: 'success',
      signUp: { refused: 403, word: 'wrong code' },
    })
    await fill(screen, { Email: EMAIL, 'Code from the email': '123456', Password: '1234567' })
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    const sent = screen.getByText(/We sent a code to/)
    await expect.element(sent).toBeVisible()
    await userEvent.click(screen.getByRole('button', signUpButton))
    await expect.element(screen.getByText('Use at least 8 characters.')).toBeVisible()
    expect(calls.map(({ id }) => id)).not.toContain('signUp')
    await fill(screen, { Password: '12345678' })
    await userEvent.click(screen.getByRole('button', signUpButton))
    const field = screen.getByLabelText('Code from the email')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveAccessibleDescription(/This code is wrong/)
    expect(sent.query()).toBeNull()
    await userEvent.fill(field, '654321')
    expect(screen.getByText(/This code is wrong/).query()).toBeNull()
    sessionStorage.clear()
  })

  test('says at the field that a password is too easy to guess, until another is typed', async () => {
    const refused = { refused: 403, word: 'password too common' } as const
    const { screen } = await openScreen('/home/signup', { ...visitor, signUp: refused })
    await fill(screen, { Email: EMAIL, 'Code from the email': '123456', Password: '12345678' })
    await userEvent.click(screen.getByRole('button', signUpButton))
    const field = screen.getByLabelText('Password', { exact: true })
    await expect.element(field).toHaveAccessibleDescription(/Too easy to guess/)
    expect(screen.getByText(/Too easy to guess/).elements()).toHaveLength(1)
    await userEvent.fill(field, 'qm3-vz7k')
    expect(screen.getByText(/Too easy to guess/).query()).toBeNull()
  })

  test('shows the typed password on request', async () => {
    const { screen } = await openScreen('/home/signup', visitor)
    const password = screen.getByLabelText('Password', { exact: true })
    await expect.element(password).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'Show the password' }))
    await expect.element(password).toHaveAttribute('type', 'text')
  })

  test('says that registration is closed', async () => {
    const getStatus = { ...statuses.visitor, signUp: 'closed' as const }
    const { screen } = await openScreen('/home/signup', { getStatus })
    await expect.element(screen.getByText('Sign-up is closed.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send code' }).query()).toBeNull()
    expect(screen.getByRole('navigation').getByText('Sign up').query()).toBeNull()
  })

  test('requires a referral code where only invited people may sign up', async () => {
    const getStatus = { ...statuses.visitor, signUp: 'invited' as const }
    const answers = { getStatus, sendCode: 'success' as const }
    const { screen, calls } = await openScreen('/home/signup', answers)
    await fill(screen, { Email: EMAIL })
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await expect.element(screen.getByText('Enter your invitation code.')).toBeVisible()
    await fill(screen, { 'Invitation code': '42' })
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'sendCode')?.body).toEqual({
        email: EMAIL,
        refCode: '42',
      }),
    )
  })
})

describe('help', () => {
  test('is offered where there are articles for everybody', async () => {
    for (const path of ['/home/login', '/home/signup']) {
      const getStatus = { ...statuses.visitor, help: true }
      const { screen, router } = await openScreen(path, {
        getStatus,
        listArticles: { data: [], count: 0, pc: 1, p: 1 },
      })
      await userEvent.click(screen.getByRole('link', { name: 'Help' }))
      await vi.waitFor(() => expect(router.state.location.pathname).toBe('/help'), PATIENT)
      await screen.unmount()
      // A call while this is under way would share its answer.
      await fetchStatus()
    }
    const { screen } = await openScreen('/home/login', visitor)
    await expect.element(screen.getByRole('button', { name: 'Reset password' })).toBeVisible()
    // The device has it stored from the visit before, until the server's answer.
    await expect.element(screen.getByRole('link', { name: 'Help' })).not.toBeInTheDocument()
  })
})

describe('finding a password', () => {
  test.each([
    ['success', 'We emailed you a link to set a new password.'],
    [{ refused: 403, word: 'already send' }, 'The link was already sent. Check your inbox.'],
    [{ refused: 403, word: 'user not exists' }, 'Enter a valid email address.'],
    [{ refused: 403 }, 'Network error, try again later.'],
    [{ refused: 500 }, 'Network error, try again later.'],
  ] as const)('%j', async (sendResetLink, sentence) => {
    const { screen, calls } = await openScreen('/home/login', { ...visitor, sendResetLink })
    await userEvent.fill(screen.getByLabelText('Email'), EMAIL)
    await userEvent.click(screen.getByRole('button', { name: 'Reset password' }))
    await expect.element(screen.getByText(sentence)).toBeVisible()
    expect(calls.find(({ id }) => id === 'sendResetLink')?.body).toEqual({ email: EMAIL })
  })
})

describe('reset screen', () => {
  const PATH = '/home/password/reset/0123456789abcdef'

  test('sets a new password and leads to the login', async () => {
    const { screen, router, calls } = await openScreen(PATH, {
      ...visitor,
      checkResetToken: 'success',
      resetPassword: 'success',
    })
    await userEvent.fill(screen.getByLabelText('New password', { exact: true }), 'fresh password')
    await userEvent.fill(screen.getByLabelText('New password again'), 'other password')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await expect.element(screen.getByText('The two passwords differ.')).toBeVisible()
    await userEvent.fill(screen.getByLabelText('New password again'), 'fresh password')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await expect.element(screen.getByText('Password changed, please log in again.')).toBeVisible()
    expect(calls.find(({ id }) => id === 'resetPassword')?.body).toEqual({
      token: '0123456789abcdef',
      password: 'fresh password',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/home/login'))
  })

  test.each([
    [403, 'The link has expired.'],
    [500, 'Network error, try again later.'],
  ])('says what is wrong with the link: %i', async (refused, sentence) => {
    const { screen } = await openScreen(PATH, { ...visitor, checkResetToken: { refused } })
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('New password', { exact: true }).query()).toBeNull()
  })

  test('says that the link expired meanwhile', async () => {
    const answers: Answers = {
      ...visitor,
      checkResetToken: 'success',
      resetPassword: { refused: 403 },
    }
    const { screen } = await openScreen(PATH, answers)
    await userEvent.fill(screen.getByLabelText('New password', { exact: true }), 'fresh password')
    await userEvent.fill(screen.getByLabelText('New password again'), 'fresh password')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await expect.element(screen.getByRole('alert')).toHaveTextContent('The link has expired.')
  })
})

describe('links that log in', () => {
  const links = [
    ['/home/login/0a1b2c3d4e5f', 'logInByMac', { mac: '0a1b2c3d4e5f' }],
    ['/home/login/telegram/feed', 'logInByTelegram', { token: 'feed' }],
  ] as const

  test.each(links)('%s opens the area', async (path, id, body) => {
    const { router, calls } = await openScreen(path, loggingIn({ [id]: 'success' }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/index'), PATIENT)
    expect(calls.filter((call) => call.id === id)).toMatchObject([{ body }])
  })

  test.each([
    ['/home/login/0a1b2c3d4e5f', { logInByMac: { refused: 403 } }, /not registered here/],
    ['/home/login/0a1b2c3d4e5f', { logInByMac: { refused: 500 } }, /Network error/],
    ['/home/login/telegram/x', { logInByTelegram: { refused: 403 } }, /used already/],
  ])('%s explains itself', async (path, answers, sentence) => {
    const { screen } = await openScreen(path, { ...visitor, ...answers })
    await expect.element(screen.getByText(sentence)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: /email and password/ })).toBeVisible()
  })

  test.each([
    ...links.map(([path, id]) => [path, id] as const),
    ['/home/ref/0123456789', 'visitReferral'],
    ['/home/password/reset/0123', 'resetPassword'],
  ] as const)('%s asks a logged-in person to log out first', async (path, id) => {
    const { screen, calls } = await openScreen(path, {
      getStatus: statuses.user,
      checkResetToken: 'success',
    })
    await expect.element(screen.getByRole('heading', { name: 'Log out first' })).toBeVisible()
    await expect.element(screen.getByText(/ann@example.com/)).toBeVisible()
    expect(calls.map((call) => call.id)).not.toContain(id)
  })

  test('asks also on a device without a stored status', async () => {
    const { screen, calls } = await openScreen('/home/login/0a1b2c3d4e5f', {
      getStatus: () => statuses.user,
      logInByMac: 'success',
    })
    await expect.element(screen.getByRole('heading', { name: 'Log out first' })).toBeVisible()
    expect(calls.map((call) => call.id)).not.toContain('logInByMac')
  })
})

describe('invitations', () => {
  test.each([
    ['1234567890', '?ref=1234567890'],
    ['0123456789', '?ref=0123456789'],
    ['1e10', '?ref=1e10'],
    ['ab c', '?ref=ab+c'],
  ])('a code of %s is in the address as it is', async (code, search) => {
    const { screen, router } = await openScreen(`/home/ref/${encodeURIComponent(code)}`, {
      ...visitor,
      visitReferral: { valid: true },
    })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/home/signup'))
    expect(router.state.location.searchStr).toBe(search)
    await expect.element(screen.getByLabelText('Invitation code')).toHaveValue(code)
  })

  test('a code that holds leads to signing up with it', async () => {
    const { screen, router, calls } = await openScreen('/home/ref', {
      ...visitor,
      visitReferral: { valid: true },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await expect.element(screen.getByText('Enter your invitation code.')).toBeVisible()
    await userEvent.fill(screen.getByLabelText('Invitation code'), '0123456789')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/home/signup'))
    await expect.element(screen.getByLabelText('Invitation code')).toHaveValue('0123456789')
    expect(calls.filter(({ id }) => id === 'visitReferral')).toHaveLength(1)
  })

  test.each(['1234', '0123', 'abc'])('%s leads on in an address without quotes', async (code) => {
    const { screen, router } = await openScreen(`/home/ref/${code}`, {
      ...visitor,
      visitReferral: { valid: true },
    })
    await expect.element(screen.getByLabelText('Invitation code')).toHaveValue(code)
    expect(router.state.location.href).toBe(`/home/signup?ref=${code}`)
  })

  test.each([
    [{ valid: false }, 'This invitation code is unknown, or was used up.'],
    [{}, 'This invitation code is unknown, or was used up.'],
    [{ refused: 403 }, 'Too many requests. Try again later.'],
  ])('%j lets the visitor try another', async (visitReferral, sentence) => {
    const { screen } = await openScreen('/home/ref/77', { ...visitor, visitReferral })
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
    await expect.element(screen.getByLabelText('Invitation code')).toHaveValue('77')
  })
})
