import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { closeByKey } from './dialog.ts'

/** The main admin of a test. */
export const BOSS = { email: 'boss@example.com', password: 'a good password', site: 'North Star' }

/** Opens the one-time link and sets the site up, as its new owner would, in English. */
export async function setUpSite(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('combobox').selectOption('en-US')
  await page.getByLabel('Name of the site').fill(BOSS.site)
  await page.getByLabel('Your email').fill(BOSS.email)
  await page.getByLabel('Password', { exact: true }).fill(BOSS.password)
  await page.getByLabel('Password again').fill(BOSS.password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page).toHaveURL(/\/admin\/index$/)
}

/** The same by the call alone, where the page for it is not what is tried; who calls is logged in. */
export async function setUpByCall(request: APIRequestContext, link: string): Promise<void> {
  const { origin, pathname } = new URL(link)
  const { site: title, ...owner } = BOSS
  const data = { ...owner, title, language: 'en-US', token: pathname.split('/').at(-1) }
  const reply = await request.post(`${origin}/api/home/setup`, { data })
  expect(reply.status(), await reply.text()).toBe(200)
}

/** Logs in with the form. */
export async function logIn(
  page: Page,
  site: string,
  email = BOSS.email,
  password = BOSS.password,
) {
  await page.goto(`${site}/home/login`)
  // By kind, not by name: the words differ by language.
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

/** Logs the demo's customer in, and closes the announcement that then opens by itself, once. */
export async function logInAsCustomer(
  page: Page,
  { site, customer }: { site: string; customer: { email: string; password: string } },
) {
  await logIn(page, site, customer.email, customer.password)
  await page.waitForURL(/\/user\/index$/)
  const announcement = page.getByRole('dialog')
  await expect(announcement).toBeVisible()
  await closeByKey(page, announcement)
}
