import { expect, type Page, test } from '@playwright/test'
import { demoSite } from './support/demo.ts'

test.use({ serviceWorkers: 'block' })

const sluice = demoSite()

/** Fails the first requests of the sheet, of which the server may say that it is gone; returns all attempts. */
async function withoutSheet(page: Page, { failures = Infinity, isGone = false }) {
  const attempts: string[] = []
  await page.route('**/assets/styles-*.css', async (route) => {
    attempts.push(route.request().url())
    if (attempts.length > failures) await route.continue()
    else if (isGone) await route.fulfill({ status: 404 })
    else await route.abort()
  })
  return attempts
}

/** The documents that a page loads. */
function watchStarts(page: Page) {
  const starts: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && starts.push(request.url()))
  return starts
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
  const attempts = await withoutSheet(page, { failures: 1 })
  // The login brings styles with its page.
  await page.goto(`${sluice.site}/home/signup`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(attempts).toHaveLength(2)
  expect(await layout(page)).toMatch(/flex/)
})

test('a sheet that is gone has the page loaded twice more, which then works without it', async ({
  page,
}) => {
  const attempts = await withoutSheet(page, { isGone: true })
  const starts = watchStarts(page)
  await page.goto(`${sluice.site}/home/signup`)
  await expect.poll(() => starts.length).toBe(3)
  // By the page, once more, and to ask whether the server has it.
  await expect.poll(() => attempts.length).toBe(9)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await layout(page)).not.toMatch(/flex/)
  await page.goto(`${sluice.site}/home/login`)
  await logIn(page)
})

test('a sheet that the network loses leaves the page as it is, which works without it', async ({
  page,
}) => {
  const attempts = await withoutSheet(page, {})
  const starts = watchStarts(page)
  await page.goto(`${sluice.site}/home/signup`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => attempts.length).toBe(3)
  expect(await layout(page)).not.toMatch(/flex/)
  await page.goto(`${sluice.site}/home/login`)
  await logIn(page)
  expect(starts).toHaveLength(2)
})

async function logIn(page: Page) {
  await expect(page.locator('.prerendered')).toHaveCount(0)
  await page.locator('input').nth(0).fill(sluice.customer.email)
  await page.locator('input').nth(1).fill(sluice.customer.password)
  await page.getByRole('button', { name: /^(Log in|登录)$/ }).click()
  await expect(page).toHaveURL(/\/user\/index$/)
}
