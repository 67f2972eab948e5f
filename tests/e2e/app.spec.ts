import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import { waitUntilCached, waitUntilStored } from './support/cached.ts'
import { logIn, logInAsCustomer, setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'

test.use({ serviceWorkers: 'allow' })

/** Hosts that are named and never loaded from: namespaces, explanations, examples, what one links to. */
const NAMED = [
  'http://www.w3.org',
  'http://api.invalid',
  'http://localhost',
  // A site behind Trojan, as an example.
  'http://127.0.0.1',
  'https://example.com',
  'https://s3.example.com',
  'https://s3.example.com.',
  'https://react.dev',
  'https://simplewebauthn.dev',
  'https://bit.ly',
  'https://t.me',
  // Where customers get apps.
  'https://github.com',
  'https://apps.apple.com',
  'https://openapi.alipay.com',
  'https://openapi-sandbox.dl.alipaydev.com',
  // What profiles for apps name: where they measure delay, and their name server.
  'http://www.gstatic.com',
  'https://www.gstatic.com',
  'https://1.1.1.1',
  'https://.',
]

let sluice: Awaited<ReturnType<typeof startSluice>>
test.beforeAll(async ({ request }) => {
  sluice = await startSluice(['--demo'])
  await setUpByCall(request, sluice.setupLink)
})
test.afterAll(() => sluice.stop())

test('the mark is shown until the first screen is drawn', async ({ page }) => {
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto(`${sluice.site}/home/signup`, { waitUntil: 'commit' })
  const mark = page.locator('.splash svg')
  await expect(mark).toBeVisible()
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test('a chart is drawn within its card', async ({ page }) => {
  await logInAsCustomer(page, sluice)
  await page.goto(`${sluice.site}/user/account`)
  const plot = page.locator('.u-wrap').first()
  const canvas = plot.locator('canvas')
  await expect(canvas).toBeVisible()
  expect(await canvas.boundingBox()).toEqual(await plot.boundingBox())
})

test('a browser may install it', async ({ launchOptions }) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-profile-'))
  // A private window never offers to install, so this wants a profile of its own.
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    headless: true,
  })
  const page = await context.newPage()
  await page.goto(`${sluice.site}/home/login`)
  const session = await context.newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  await expect
    .poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors)
    .toEqual([])
  await context.close()
  await rm(folder, { recursive: true, force: true })
})

test('a customer sees the last known account and its code without a network', async ({
  page,
  context,
}) => {
  await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
  await expect(page).toHaveURL(/\/user\/index$/)
  await page.goto(`${sluice.site}/user/account`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitUntilCached(page, 'user')
  await page.reload()
  const connect = page.getByRole('button', { name: /Connect|连接|QR/ }).first()
  await expect(connect).toBeVisible()
  await page.goto(`${sluice.site}/user/help`)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/user\/help\/\d+$/)
  const article = page.url()
  const heading = page.getByRole('heading', { level: 1 })
  // The address is there before the page is.
  await expect(heading).not.toHaveText('Help')
  const title = await heading.innerText()
  await waitUntilStored(page, `["getArticle",${article.split('/').pop()}`, '["listMyAccounts"')

  await context.setOffline(true)
  await page.goto(`${sluice.site}/user/account`)
  // Whether the browser or the first call notices first is a matter of luck.
  await expect(page.getByText(/Offline|does not answer/).first()).toBeVisible()
  await page
    .getByRole('button', { name: /Connect/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').locator('svg').first()).toBeVisible()
  await page.goto(`${sluice.site}/user/index`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // An article that was read once can be read again.
  await page.goto(article)
  await expect(heading).toHaveText(title)
  await context.setOffline(false)
})

test('logging out leaves nothing of a person on the device', async ({ page }) => {
  await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
  await page.waitForURL(/\/user\/index$/)
  await page.goto(`${sluice.site}/user/settings`)
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page
    .getByRole('button', { name: 'Log out' })
    .last()
    .click({ timeout: 2000 })
    .catch(() => undefined)
  await expect(page).toHaveURL(/\/home\/login$/)
  const stored = await page.evaluate(async (email) => {
    const databases = await indexedDB.databases()
    const entries = await Promise.all(
      databases.map(
        ({ name = '' }) =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open(name)
            opening.onsuccess = () => {
              const stores = [...opening.result.objectStoreNames]
              if (stores.length === 0) return resolve(0)
              const count = opening.result.transaction(stores[0]!).objectStore(stores[0]!).count()
              count.onsuccess = () => resolve(count.result)
            }
          }),
      ),
    )
    const text = JSON.stringify({ ...localStorage })
    return { answers: entries.reduce((sum, count) => sum + count, 0), email: text.includes(email) }
  }, sluice.customer.email)
  expect(stored).toEqual({ answers: 0, email: false })
})

test('the console calls no foreign host', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!/^(data|blob):/.test(url) && !url.startsWith(sluice.site)) foreign.push(url)
  })
  await logIn(page, sluice.site)
  for (const address of ['/admin/index', '/admin/settings', '/help'])
    await page.goto(sluice.site + address, { waitUntil: 'networkidle' })
  expect(foreign).toEqual([])
  // Nothing that loads by itself names another host; links a person may follow are theirs.
  const own = ['index.html', 'app.webmanifest', 'config.json']
  const styles = readdirSync('dist/assets').filter((name) => name.endsWith('.css'))
  for (const name of [...own, ...styles.map((style) => `assets/${style}`)]) {
    const text = readFileSync(join('dist', name), 'utf8')
    expect(text.match(/https?:\/\/(?!localhost\b)[a-z0-9.-]+/gi) ?? [], name).toEqual([])
  }
  // The stand-ins of older browsers try with invented addresses how these are read.
  const scripts = readdirSync('dist/assets').filter((name) => /^(?!stand-ins-).+\.js$/.test(name))
  const hosts = ['sw.js', ...scripts.map((name) => `assets/${name}`)]
    .flatMap(
      (name) => readFileSync(join('dist', name), 'utf8').match(/https?:\/\/\w[\w.-]*/g) ?? [],
    )
    .filter((host) => !NAMED.includes(host))
  expect(hosts).toEqual([])
})

test('the reference of the API is served by this server itself', async ({ page }) => {
  await page.goto(`${sluice.site}/api/docs/`)
  await expect(page.getByText('Sluice').first()).toBeVisible()
})

test('a site that switches the worker off is rid of it where the console does not start', async ({
  page,
}) => {
  await logIn(page, sluice.site)
  await page.waitForURL(/\/admin\/index$/)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const setting = `${sluice.site}/api/admin/setting/base`
  const base = await (await page.request.get(setting)).json()
  const off = await page.request.put(setting, {
    data: { data: { ...base, serviceWorker: false } },
    headers: { origin: sluice.site },
  })
  expect(off.status()).toBe(200)
  // No script of the console runs here: only the browser's own look for a newer worker is left.
  await page.goto(`${sluice.site}/robots.txt`)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect
    .poll(() =>
      page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        caches: await caches.keys(),
      })),
    )
    .toEqual({ workers: 0, caches: [] })
})
