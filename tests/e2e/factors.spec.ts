import { expect, type Page, test } from '@playwright/test'
import { codeAt } from '../support/codes.ts'
import { BOSS, logIn, setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'

/** A fingerprint reader that Chromium plays, which agrees to everything. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** As if the session had ended; the language that was chosen stays. */
const logOut = async (page: Page) => {
  // An open console would be notified of it, and lead to the start in the middle of the next step.
  await page.goto(new URL('/config.json', page.url()).href)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('sluice.status'))
}

test('an admin adds an app and a passkey, and logs in with each', async ({ page }) => {
  const sluice = await startSluice()
  try {
    await setUpByCall(page.request, sluice.setupLink)
    await withAuthenticator(page)
    const security = `${sluice.site}/admin/settings/security`

    const { secret, recovery, spare, used } = await test.step('sets an app up', async () => {
      await page.goto(security)
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByLabel('Your password').fill(BOSS.password)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('img', { name: /authenticator app/ })).toBeVisible()
      const shown = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
      const key = shown.replaceAll(' ', '')
      const code = codeAt(key, Date.now())
      await page.getByLabel('Code the app shows now').fill(code)
      await page.getByRole('button', { name: 'Turn on' }).click()
      const codes = page.getByRole('alertdialog').getByRole('listitem')
      await expect(codes).toHaveCount(10)
      const first = (await codes.first().textContent()) ?? ''
      const second = (await codes.nth(1).textContent()) ?? ''
      await page.getByRole('button', { name: 'I saved them' }).click()
      await expect(page.getByText('10 codes are left.')).toBeVisible()
      return { secret: key, recovery: first, spare: second, used: code }
    })

    await test.step('adds a passkey', async () => {
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByLabel('Name').fill('This machine')
      await page.getByLabel(/Code from the app/).fill(spare)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Not used yet')).toBeVisible()
    })

    await test.step('logs in with the next code of the app, not with the one that was used', async () => {
      await logOut(page)
      await logIn(page, sluice.site)
      const field = page.getByLabel('Code from your authenticator app')
      await field.fill(used)
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await field.fill(codeAt(secret, Date.now() + 30_000))
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page).toHaveURL(/\/admin\/index$/)
    })

    await test.step('logs in with a recovery code', async () => {
      await logOut(page)
      await logIn(page, sluice.site)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recovery)
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page).toHaveURL(/\/admin\/index$/)
    })

    await test.step('logs in with the passkey alone', async () => {
      await logOut(page)
      await page.goto(`${sluice.site}/home/login`)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(page).toHaveURL(/\/admin\/index$/)
      await page.goto(security)
      await expect(page.getByText('8 codes are left.')).toBeVisible()
      await expect(page.getByText(/^Used /)).toBeVisible()
    })

    await test.step('is helped by the command line', async () => {
      await logOut(page)
      expect(await sluice.run(['--reset-second-factor'])).toContain(
        `second factor of ${BOSS.email}`,
      )
      await logIn(page, sluice.site)
      await expect(page).toHaveURL(/\/admin\/index$/)
    })
  } finally {
    await sluice.stop()
  }
})
