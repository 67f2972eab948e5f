/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const OFF = { on: false, authenticator: false, passkeys: 0, recoveryCodes: 0 }
const ON = { on: true, authenticator: true, passkeys: 0, recoveryCodes: 10 }
const CODES = [...'abcdefghjk'].map((letter) => `aaaaa-bbbb${letter}`)
const SECRET = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Site:a?secret=JBSWY3DPEHPK3PXP' }

const ADMIN = {
  id: 2,
  username: 'ada@example.com',
  email: 'ada@example.com',
  telegram: null,
  type: 'admin' as const,
  createTime: 0,
  lastLogin: null,
  group: 0,
  comment: '',
}

const openLogin = async (answers: Answers) => {
  const opened = await openScreen('/home/login', { getStatus: statuses.visitor, ...answers })
  await userEvent.fill(opened.screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.fill(opened.screen.getByLabelText('Password', { exact: true }), 'secret')
  await userEvent.click(opened.screen.getByRole('button', { name: 'Log in' }))
  return opened
}
const openSecurity = (answers: Answers) =>
  openScreen('/admin/settings/security', {
    getStatus: statuses.admin,
    getFactors: OFF,
    listPasskeys: [],
    ...answers,
  })

describe('the second step of a login', () => {
  const needsCode = (body: unknown) =>
    (body as { code?: string }).code === undefined
      ? { refused: 403, word: 'second factor required' }
      : { refused: 403, word: 'wrong code' }

  test('asks for the code, sends it with what was typed before, and explains a wrong one', async () => {
    const { screen, calls } = await openLogin({ logIn: needsCode })
    const code = screen.getByLabelText('Code from your authenticator app')
    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(code).toHaveAttribute('inputmode', 'numeric')
    await userEvent.fill(code, '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('This code is wrong or was used already. Wait for the next one.')
    expect(calls.filter(({ id }) => id === 'logIn').at(-1)?.body).toEqual({
      email: 'ada@example.com',
      password: 'secret',
      code: '123456',
    })
  })

  test('takes a recovery code, and leads in', async () => {
    let requested = 0
    const { screen, router } = await openLogin({
      getStatus: () => ((requested += 1) > 1 ? statuses.admin : statuses.visitor),
      logIn: (body) =>
        (body as { code?: string }).code === CODES[0] ? { type: 'admin', id: 2 } : needsCode({}),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await userEvent.fill(screen.getByLabelText('Recovery code'), CODES[0]!)
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/index'))
  })

  test('leads back to the first step with what was typed', async () => {
    const { screen } = await openLogin({ logIn: needsCode })
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await expect.element(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
  })

  test('offers passkeys only where someone has one', async () => {
    const { screen } = await openScreen('/home/login', { getStatus: statuses.visitor })
    await expect.element(screen.getByRole('button', { name: 'Log in' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Use a passkey' }).query()).toBeNull()
  })

  test('offers a passkey, and explains why it was not taken', async () => {
    const { screen } = await openScreen('/home/login', {
      getStatus: { ...statuses.visitor, passkey: true },
      beginPasskeyLogIn: { refused: 403 },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }))
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('No passkey was used. Try again, or log in with your password.')
  })
})

describe('the security page', () => {
  test('says that the password alone is enough, and where that changes', async () => {
    const { screen } = await openSecurity({})
    await expect.element(screen.getByText(/anyone with your password can log in/)).toBeVisible()
    expect(screen.getByText('Recovery codes').query()).toBeNull()
  })

  test('sets an app up: password, QR code and key, first code, recovery codes', async () => {
    let on = false
    const { screen, calls } = await openSecurity({
      getFactors: () => (on ? ON : OFF),
      beginTotp: SECRET,
      confirmTotp: (body) => {
        on = (body as { code: string }).code === '123456'
        return on ? { recoveryCodes: CODES } : { refused: 403, word: 'wrong code' }
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }))
    const dialog = screen.getByRole('dialog')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    await expect.element(dialog.getByText('Enter your password.')).toBeVisible()
    await userEvent.fill(dialog.getByLabelText('Your password'), 'secret')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    const second = screen.getByRole('alertdialog')
    await expect.element(second.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await expect
      .element(second.getByRole('img', { name: 'Adds this login to an authenticator app' }))
      .toBeVisible()
    const code = second.getByLabelText('Code the app shows now')
    await userEvent.fill(code, '000 000')
    await userEvent.click(second.getByRole('button', { name: 'Turn on' }))
    await expect
      .element(second.getByRole('alert'))
      .toHaveTextContent('Wrong code. Check your phone’s clock, then enter the next one.')
    await userEvent.fill(code, '123 456')
    await userEvent.click(second.getByRole('button', { name: 'Turn on' }))
    await expect.element(screen.getByText('Save your recovery codes')).toBeVisible()
    await expect.element(screen.getByRole('alertdialog').getByText(CODES[9]!)).toBeVisible()
    for (const name of ['Copy all', 'Save', 'Print'])
      await expect.element(screen.getByRole('button', { name })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'I saved them' }))
    await expect.element(screen.getByText('On: your password alone is not enough.')).toBeVisible()
    expect(screen.getByText(CODES[9]!).query()).toBeNull()
    expect(calls.find(({ id }) => id === 'beginTotp')?.body).toEqual({ password: 'secret' })
  })

  test('warns when few codes are left, and makes new ones for a code', async () => {
    const { screen, calls } = await openSecurity({
      getFactors: { ...ON, recoveryCodes: 1 },
      newRecoveryCodes: { recoveryCodes: CODES },
    })
    await expect.element(screen.getByText('1 code is left.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Create new codes' }))
    const dialog = screen.getByRole('dialog')
    expect(dialog.getByLabelText('Your password').query()).toBeNull()
    expect(dialog.getByRole('button', { name: 'Use a passkey' }).query()).toBeNull()
    await userEvent.fill(dialog.getByLabelText(/Code from the app/), '123456')
    await userEvent.click(dialog.getByRole('button', { name: 'Create new codes' }))
    await expect.element(screen.getByText(CODES[0]!).first()).toBeVisible()
    expect(calls.find(({ id }) => id === 'newRecoveryCodes')?.body).toEqual({ code: '123456' })
  })

  test('lists passkeys, and removes one for a code', async () => {
    const passkey = { id: 4, name: 'Office laptop', createTime: Date.now(), lastUsed: null }
    let there = true
    const { screen, calls } = await openSecurity({
      getFactors: () => ({ ...ON, passkeys: there ? 1 : 0 }),
      listPasskeys: () => (there ? [passkey] : []),
      beginPasskeyLogIn: { refused: 403 },
      removePasskey: (body) => {
        if ((body as { code: string }).code !== CODES[0])
          return { refused: 403, word: 'wrong code' }
        there = false
        return 'success'
      },
    })
    await expect.element(screen.getByText('Not used yet')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Office laptop' }))
    const dialog = screen.getByRole('dialog')
    // No passkey is requested here: closing the browser's question says so.
    await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }))
    await expect.element(dialog.getByText(/Your browser asks for the passkey/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove', exact: true }))
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('No passkey was used. Try again, or use a code.')
    await userEvent.click(dialog.getByRole('button', { name: 'Use a code' }))
    await userEvent.fill(dialog.getByLabelText(/Code from the app/), '000000')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove', exact: true }))
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('This code is wrong or was used already. Wait for the next one.')
    await userEvent.fill(dialog.getByLabelText(/Code from the app/), CODES[0]!)
    await userEvent.click(dialog.getByRole('button', { name: 'Remove', exact: true }))
    await expect.poll(() => screen.getByText('Office laptop').query()).toBeNull()
    expect(calls.find(({ id }) => id === 'removePasskey')?.url.pathname).toMatch(/passkeys\/4\//)
  })

  test('is reached from the settings of every admin', async () => {
    const { screen, router } = await openScreen('/admin/settings', {
      getStatus: statuses.admin,
      getFactors: OFF,
      listPasskeys: [],
    })
    await userEvent.click(screen.getByRole('link', { name: /Login security/ }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings/security'))
  })
})

test('the main admin logs another out everywhere', async () => {
  const { screen, calls } = await openScreen('/admin/admin/2', {
    getStatus: statuses.mainAdmin,
    listGroups: [],
    getAdmin: ADMIN,
    endAdminSessions: 'success',
  })
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Log out everywhere' }))
  expect(calls.map(({ id }) => id)).not.toContain('endAdminSessions')
  await userEvent.click(screen.getByRole('button', { name: 'Log out', exact: true }))
  await expect.poll(() => screen.getByRole('alertdialog').query()).toBeNull()
  expect(calls.find(({ id }) => id === 'endAdminSessions')?.url.pathname).toMatch(/admin\/2\//)
})

test('the main admin takes the second step off another', async () => {
  let secondFactor = true
  const { screen, calls } = await openScreen('/admin/admin/2', {
    getStatus: statuses.mainAdmin,
    listGroups: [],
    getAdmin: () => ({ ...ADMIN, secondFactor }),
    removeAdminFactors: () => {
      secondFactor = false
      return 'success'
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Turn off two-step login' }))
  await userEvent.click(screen.getByRole('button', { name: 'Turn off', exact: true }))
  await expect.poll(() => calls.map(({ id }) => id)).toContain('removeAdminFactors')
  await expect.poll(() => screen.getByRole('alertdialog').query()).toBeNull()
})
