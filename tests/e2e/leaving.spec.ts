import { expect, type Page, test } from '@playwright/test'
import { demoSite } from './support/demo.ts'
import { logIn, logInAsCustomer } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

// Pages under this name have only what browsers give to pages without https.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--host-resolver-rules=MAP *.sluice.test 127.0.0.1'],
  },
})

const sluice = demoSite()

const pressLogOut = async (page: Page) => {
  await page.goto(`${sluice.site}/user/settings`)
  await page.getByRole('button', { name: 'Log out' }).first().click()
}
const isForgotten = (page: Page) =>
  page.evaluate(() => !localStorage.getItem('sluice.status')?.includes('@'))

test('a logout the server could not do is done before anything is shown again', async ({
  page,
}) => {
  await logInAsCustomer(page, sluice)
  await page.route('**/api/home/logout', (route) => route.fulfill({ status: 502 }))
  await pressLogOut(page)
  await expect(page.getByRole('button', { name: 'Try again now' })).toBeVisible()
  expect(await isForgotten(page)).toBe(true)

  await page.unroute('**/api/home/logout')
  await page.goto(`${sluice.site}/user/index`)
  await expect(page).toHaveURL(/\/home\/(index|login)$/)
})

test('a logout without an answer ends here after a few seconds', async ({ page }) => {
  await logInAsCustomer(page, sluice)
  await page.route('**/api/home/logout', () => undefined)
  await pressLogOut(page)
  await page.waitForURL(/\/home\/login$/, { timeout: 10_000 })
  expect(await isForgotten(page)).toBe(true)
})

test('a session that ended says so, and the login leads back to the screen', async ({ page }) => {
  await logInAsCustomer(page, sluice)
  await page.goto(`${sluice.site}/user/order`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByText('You were logged out.')).toBeVisible()
  await page.locator('input[type=email]').fill(sluice.customer.email)
  await page.locator('input[type=password]').fill(sluice.customer.password)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/user\/order$/)
})

test('what was sent and typed as a session ended is there after the next login', async ({
  page,
}) => {
  await logInAsCustomer(page, sluice)
  await page.goto(`${sluice.site}/user/message`)
  const box = page.getByLabel('Your message')
  await box.fill('I paid on Monday')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  // The login may have come first, where there is no such box to wait for.
  await box.fill('and again on Tuesday', { timeout: 2_000 }).catch(() => undefined)
  await expect(page.getByText('You were logged out.')).toBeVisible()
  await page.locator('input[type=email]').fill(sluice.customer.email)
  await page.locator('input[type=password]').fill(sluice.customer.password)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/user\/message$/)
  await expect(page.getByText('I paid on Monday')).toBeVisible()
  await page.reload()
  await expect(page.getByText('I paid on Monday')).toBeVisible()

  await box.fill('Nothing works')
  await page.context().clearCookies()
  // As coming back to the tab does.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('You were logged out.')).toBeVisible()
  await page.locator('input[type=email]').fill(sluice.customer.email)
  await page.locator('input[type=password]').fill(sluice.customer.password)
  await page.locator('button[type=submit]').click()
  await expect(box).toHaveValue('Nothing works')
})

test('the back button closes the menu of a phone, and stays on the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, sluice.site)
  await page.waitForURL(/\/admin\/index$/)
  await page.goto(`${sluice.site}/admin/settings`)
  await page.getByRole('link', { name: /^Recharge codes/ }).click()
  await expect(page).toHaveURL(/\/giftcard$/)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  await expect(page).toHaveURL(/\/giftcard$/)
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused()
})

test('the search of a phone is loaded before it is asked for', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, sluice.site)
  await page.waitForURL(/\/admin\/index$/)
  const loaded = () =>
    page.evaluate(() => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name)
      return files.some((file) => file.includes('Palette'))
    })
  await expect.poll(loaded).toBe(true)
})

test('the back button closes a sheet, and confirms before input is lost', async ({ page }) => {
  await logIn(page, sluice.site)
  await page.waitForURL(/\/admin\/index$/)
  await page.goto(`${sluice.site}/admin/settings`)
  await page.getByRole('link', { name: /^Recharge codes/ }).click()
  const open = page.getByRole('button', { name: /^Create (recharge )?codes/ }).first()
  await open.click()
  const sheet = page.locator('[role$=dialog]')
  await expect(sheet.locator('input, textarea, select').first()).toBeFocused()
  const field = sheet.getByLabel('Comment')
  await field.fill('For the fair')
  await page.keyboard.press('Escape')
  await expect(sheet.getByText('What you typed here would be lost.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field).toHaveValue('For the fair')
  await page.goBack()
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/giftcard$/)

  await open.click()
  await expect(field).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/giftcard$/)
})

test('addresses that make no sense lead somewhere', async ({ page }) => {
  await logInAsCustomer(page, sluice)
  await page.goto(`${sluice.site}/user`)
  await expect(page).toHaveURL(/\/user\/index$/)
  await page.goto(`${sluice.site}/user/help/abc`)
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Accounts' }).first()).toBeVisible()
})

test('without a chosen language the site’s is shown', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(`${sluice.site}/home/login`)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await context.close()
})

test('a message is sent also where there is no https', async ({ page }) => {
  const site = `http://console.sluice.test:${sluice.port}`
  await logInAsCustomer(page, { ...sluice, site })
  await page.goto(`${site}/user/message`)
  await page.getByRole('textbox').fill('Over plain http')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Over plain http')).toBeVisible()
  await expect(page.getByText(/Waiting|Not sent/)).toHaveCount(0)
  expect(await page.evaluate(() => 'randomUUID' in crypto)).toBe(false)
})
