import { expect, type Page, test } from '@playwright/test'
import { demoSite } from './support/demo.ts'

test.use({ serviceWorkers: 'block' })

const sluice = demoSite()

/** Fails the first requests of the sheet, and the attempts that were made. */
async function withoutSheet(page: Page, failures: number) {
  const attempts: string[] = []
  await page.route('**/assets/styles-*.css', async (route) => {
    attempts.push(route.request().url())
    if (attempts.length <= failures) await route.abort()
    else await route.continue()
  })
  return attempts
}

/** How a button lays out its content: in a row is Fluent's way, and no browser's own. */
const layout = (page: Page) =>
  page
    .getByRole('button')
    .last()
    .evaluate((button) => getComputedStyle(button).display)

test('a sheet that did not come is fetched once more before the screen is drawn', async ({
  page,
}) => {
  const attempts = await withoutSheet(page, 1)
  // The login brings styles with its page.
  await page.goto(`${sluice.site}/home/signup`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(attempts).toHaveLength(2)
  expect(await layout(page)).toMatch(/flex/)
})

test('without a sheet the page is loaded twice more, and then works without it', async ({
  page,
}) => {
  const attempts = await withoutSheet(page, Infinity)
  const starts: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && starts.push(request.url()))
  await page.goto(`${sluice.site}/home/signup`)
  await expect.poll(() => starts.length).toBe(3)
  await expect.poll(() => attempts.length).toBe(6)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await layout(page)).not.toMatch(/flex/)
  await page.goto(`${sluice.site}/home/login`)
  await expect(page.locator('.prerendered')).toHaveCount(0)
  await page.locator('input').nth(0).fill(sluice.customer.email)
  await page.locator('input').nth(1).fill(sluice.customer.password)
  await page.getByRole('button', { name: /^(Log in|登录)$/ }).click()
  await expect(page).toHaveURL(/\/user\/index$/)
})
