import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { makeDeployments, servePages } from './support/deployments.ts'
import { logIn, setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'
import { freePort } from '../support/freePort.ts'

test.use({ serviceWorkers: 'allow' })

/** 100 of them when the release is judged (DEPLOYMENTS=100); a few find what usually breaks. */
const DEPLOYMENTS = Number(process.env.DEPLOYMENTS ?? 5)
const PLACES = ['user', 'account', 'pay', 'article', 'settings', 'server', 'index']

let sluice: Awaited<ReturnType<typeof startSluice>>
let pages: Awaited<ReturnType<typeof servePages>>
let deployments: ReturnType<typeof makeDeployments>
let folder: string

test.beforeAll(async ({ request }) => {
  const [apiPort, pagePort] = [await freePort(), await freePort()]
  const site = `http://localhost:${pagePort}`
  sluice = await startSluice(['--demo'], { PORT: String(apiPort), SITE: site })
  folder = mkdtempSync(join(tmpdir(), 'sluice-deployed-'))
  deployments = makeDeployments(folder)
  pages = await servePages(folder, apiPort, pagePort)
  await setUpByCall(request, sluice.setupLink)
})
test.afterAll(async () => {
  pages.stop()
  await sluice.stop()
  rmSync(folder, { recursive: true })
})

/** Opens the admin area with the worker in control. */
async function enter(page: Page) {
  await logIn(page, sluice.site)
  await expect(page).toHaveURL(/\/admin\/index$/)
  await expect
    // A page that is just being loaded again has none to ask.
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null).catch(() => false))
    .toBe(true)
}

/** Looks for a newer worker and waits until it is ready. */
async function fetchUpdate(page: Page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return registration?.waiting != null
      }),
    )
    .toBe(true)
}

/** The button that takes the new version. */
const reload = (page: Page) => page.locator('[role=status] button').last()

/** Opens a screen by its link; returns whether it was drawn. */
async function goTo(page: Page, place: string): Promise<boolean> {
  await page.locator(`nav a[href="/admin/${place}"]`).first().click()
  return expect(page.getByRole('heading', { level: 1 }))
    .toBeVisible()
    .then(
      () => page.url().endsWith(`/admin/${place}`),
      () => false,
    )
}

test(`${DEPLOYMENTS} deployments in the middle of use leave no white screen`, async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(1_500_000)
  const errors: string[] = []
  await enter(page)
  const form = await context.newPage()
  await form.goto(`${sluice.site}/admin/addUser`)
  await form.locator('input[type=email]').fill('half@exam')
  // Where workers are refused, the files must come from somewhere else.
  const bare = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' })
  const plain = await bare.newPage()
  await logIn(plain, sluice.site)
  await expect(plain).toHaveURL(/\/admin\/index$/)
  // A tab that is still loading as its files go is another matter.
  await expect(plain.getByRole('heading', { level: 1 })).toBeVisible()
  await plain.waitForLoadState('networkidle')
  // A call that hangs should fail where it hangs.
  for (const one of [page, form, plain]) one.setDefaultTimeout(90_000)
  for (const one of [page, form]) one.on('pageerror', (error) => errors.push(String(error)))

  let white = 0
  let reloads = 0
  for (let number = 0; number < DEPLOYMENTS; number++) {
    // It may be mending itself.
    await expect(plain.getByRole('heading', { level: 1 })).toBeVisible()
    expect(deployments.deploy()).toBeGreaterThan(50)
    if (number % 10 === 0) console.log(`${number} deployments so far, ${white} white screens`)
    if (!(await goTo(page, PLACES[number % PLACES.length]!))) white++
    if (number % 4 === 3) {
      await fetchUpdate(page)
      await Promise.all([page.waitForEvent('domcontentloaded'), reload(page).click()])
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      reloads++
    }
    if (number % 10 === 9) {
      if (!(await goTo(plain, PLACES[((number / 10) % PLACES.length) | 0]!))) white++
    }
  }
  console.log(`${DEPLOYMENTS} deployments, ${reloads} updates taken: ${white} white screens`)
  expect(white).toBe(0)
  expect(errors).toEqual([])
  // The tab with the form was offered the new version, and never took it by itself.
  await expect(form.locator('input[type=email]')).toHaveValue('half@exam')
  await expect(reload(form)).toBeVisible()
  await bare.close()
})

test('a page without a worker mends itself after each deployment, however soon the next follows', async ({
  browser,
}) => {
  const bare = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' })
  const page = await bare.newPage()
  await logIn(page, sluice.site)
  const SCREENS = { user: 'Users', account: 'Accounts', article: 'Articles', pay: 'Orders' }
  for (const [place, name] of Object.entries(SCREENS)) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    deployments.deploy()
    await page.locator(`nav a[href="/admin/${place}"]`).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await bare.close()
})

test('words that cannot be fetched leave a console in Chinese, not a white page', async ({
  browser,
}) => {
  const bare = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' })
  const page = await bare.newPage()
  await page.route(/\/en-US-.*\.js$/, (route) => route.abort())
  await page.goto(`${sluice.site}/home/login`)
  await expect(page.locator('#root').getByRole('button', { name: '登录' })).toBeVisible()
  await bare.close()
})

test('a new stamp makes every client fetch the shell again and drop older caches', async ({
  page,
}) => {
  await enter(page)
  const caches = () => page.evaluate(() => globalThis.caches.keys())
  expect((await caches()).filter((name) => name.startsWith('shell-'))).toHaveLength(1)
  await page.goto(`${sluice.site}/admin/settings/base`)
  await page.getByRole('button', { name: 'Reload all browsers' }).click()
  await expect(page.getByText('Last refreshed')).toBeVisible()
  await page.waitForTimeout(2500)
  await page.goto(`${sluice.site}/admin/index`)
  await Promise.all([
    page.waitForEvent('domcontentloaded'),
    reload(page).click({ timeout: 30_000 }),
  ])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const shells = (await caches()).filter((name) => name.startsWith('shell-'))
  expect(shells).toHaveLength(1)
  expect(Number(shells[0]?.slice(6))).toBeGreaterThan(1_600_000_000_000)
})

test('a site that switches the worker off is rid of it and its files', async ({ page }) => {
  await enter(page)
  await page.goto(`${sluice.site}/admin/settings/base`)
  await page.getByRole('switch', { name: 'Keep the console in the browser' }).click()
  await page.waitForTimeout(2500)
  await page.goto(`${sluice.site}/admin/index`)
  const left = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
    }))
  await expect.poll(left, { timeout: 30_000 }).toEqual({ workers: 0, caches: [] })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
