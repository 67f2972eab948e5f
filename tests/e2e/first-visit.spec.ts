import { expect, type Page, test } from '@playwright/test'
import { demoSite } from './support/demo.ts'

test.use({ serviceWorkers: 'allow' })

const sluice = demoSite()

/** The paths of calls and files, in the order in which they are asked for. */
function calls(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|assets)\//.test(pathname)) asked.push(pathname)
  })
  return asked
}

const twice = (asked: readonly string[]) =>
  [...new Set(asked)].filter((path) => asked.indexOf(path) !== asked.lastIndexOf(path))

test('a customer reads what is left before any script runs, and every answer is asked for once', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('console', (line) => line.type() !== 'info' && faults.push(line.text()))
  await page.context().request.post(`${sluice.site}/api/home/login`, { data: sluice.customer })
  const asked = calls(page)
  const held = Promise.withResolvers<void>()
  // By the entry alone nothing runs; the rest is sent for meanwhile.
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${sluice.site}/`, { waitUntil: 'commit' })
  const sight = page.locator('.snapshot')
  await expect(sight).toBeVisible()
  // Its root is closed, so that nothing in it is found: its size says that it is drawn.
  expect((await sight.boundingBox())?.height).toBeGreaterThan(150)
  await expect.poll(() => asked).toContain('/api/user/account')
  await expect.poll(() => asked).toContain('/api/home/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/user\/index$/)
  await expect(sight).toHaveCount(0)
  await expect(
    page
      .getByRole('img', { name: /GB|MB|KB/ })
      .or(page.locator('main circle'))
      .first(),
  ).toBeVisible()
  expect(twice(asked)).toEqual([])
  // What was sent ahead and not used, or was refused, says so here.
  expect(faults).toEqual([])
})

test('so does who opens the accounts', async ({ page }) => {
  await page.context().request.post(`${sluice.site}/api/home/login`, { data: sluice.customer })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${sluice.site}/user/account`, { waitUntil: 'commit' })
  const sight = page.locator('.snapshot')
  await expect(sight).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(sight).toHaveCount(0)
})

test('the worker of a first visit waits until the screen stands', async ({ page }) => {
  await page.context().request.post(`${sluice.site}/api/home/login`, { data: sluice.customer })
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${sluice.site}/user/index`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const first = asked.indexOf('/sw.js')
  expect(first).toBeGreaterThan(-1)
  for (const path of ['/api/user/account', '/api/user/notice', '/api/user/usage'])
    expect(asked.indexOf(path), path).toBeLessThan(first)
})

test('nobody’s accounts are in the page of a session that is over, nor after the logout', async ({
  page,
}) => {
  const { request } = page.context()
  await request.post(`${sluice.site}/api/home/login`, { data: sluice.customer })
  const before = await request.get(`${sluice.site}/user/index`)
  expect(await before.text()).toContain('class="snapshot"')
  expect(before.headers()['cache-control']).toBe('private, no-store, no-transform')
  await request.post(`${sluice.site}/api/home/logout`)
  for (const path of ['/', '/user/index', '/user/account'])
    expect(await (await request.get(sluice.site + path)).text()).not.toContain('data-address')
})
