import { expect, type Page, test } from '@playwright/test'
import { waitUntilCached } from './support/cached.ts'
import { demoSite } from './support/demo.ts'
import { BOSS, logIn } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

const sluice = demoSite()

/** Holds every script back until it is let go. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

const drawn = (page: Page) => page.locator('.prerendered')

test('the login can be typed into and pressed before any script is loaded', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (line) => line.type() === 'error' && refused.push(line.text()))
  const letGo = await holdScripts(page)
  for (const path of ['/', '/home/index', '/home/login']) {
    await page.goto(sluice.site + path, { waitUntil: 'commit' })
    await expect(drawn(page).getByText(BOSS.site)).toBeVisible()
  }
  await expect(page).toHaveTitle(BOSS.site)
  await page.getByLabel('Email').fill(BOSS.email)
  await page.getByLabel('Password', { exact: true }).fill(BOSS.password)
  // As by Enter, which presses the button.
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(drawn(page).getByRole('button', { name: 'Log in' })).toHaveCSS('opacity', '0.6')
  expect(new URL(page.url()).search).toBe('')
  letGo()
  await expect(page).toHaveURL(/\/admin\/index$/)
  expect(refused).toEqual([])
})

test('what was typed stays, with the place of the cursor, and nothing moves', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto(`${sluice.site}/home/login`, { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('somebody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('half a pass')
  const before = await placesOf(page, '.prerendered')
  letGo()
  await expect(drawn(page)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('word')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half a password')
  expect(await placesOf(page, '#root')).toEqual(before)
})

/** The position and style of everything visible. */
const placesOf = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const root = document.querySelector(selector)
    return [...(root?.querySelectorAll('a,button,h1,label,input,span,svg,form') ?? [])].map(
      (one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        const { color, backgroundColor, fontFamily, fontSize } = getComputedStyle(one)
        return [one.tagName, x, y, width, height, color, backgroundColor, fontFamily, fontSize]
      },
    )
  }, within)

for (const [language, look, word] of [
  ['ru-RU', 'dark', 'Войти'],
  ['zh-CN', 'light', '登录'],
] as const)
  test(`it is rendered in the language and look of the device: ${language}, ${look}`, async ({
    page,
  }) => {
    await page.goto(`${sluice.site}/home/login`)
    await page.evaluate(
      ([chosen, appearance]) => {
        localStorage.setItem('sluice.choices', JSON.stringify({ language: chosen, appearance }))
        document.cookie = `look=${chosen}.${appearance}; path=/`
      },
      [language, look] as const,
    )
    const letGo = await holdScripts(page)
    await page.context().route('**/sw.js*', (route) => route.abort())
    await page.goto(`${sluice.site}/home/login?again`, { waitUntil: 'commit' })
    await expect(drawn(page).getByRole('heading', { name: word })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const before = await placesOf(page, '.prerendered')
    letGo()
    await expect(drawn(page)).toHaveCount(0)
    expect(await placesOf(page, '#root')).toEqual(before)
  })

test('a chosen language is used by the next page, and sets the only cookie', async ({ page }) => {
  await page.goto(`${sluice.site}/home/login`)
  await expect(drawn(page)).toHaveCount(0)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('radio', { name: '日本語' }).click()
  // Also for screen readers: the page behind a dialog is hidden from them.
  await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible()
  const reply = await page.context().request.get(`${sluice.site}/home/login`)
  expect(await reply.text()).toContain('data-lang="ja-JP"')
})

test('people who are logged in, or chose otherwise, do not see it', async ({ page }) => {
  await page.goto(`${sluice.site}/home/login`)
  let held = Promise.withResolvers<void>()
  // For all of them: without a route the browser takes scripts from its memory, and holds nothing.
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  for (const [key, value] of [
    ['sluice.choices', { language: 'ja-JP' }],
    ['sluice.choices', { appearance: 'dark' }],
    ['sluice.status', { status: { status: 'admin', id: 1 }, at: 0 }],
  ] as const) {
    // No app runs there: one that still starts would read what is set here, and go elsewhere by it.
    await page.goto(`${sluice.site}/icon-192.png`)
    await page.evaluate(
      ([name, text]) => {
        localStorage.clear()
        localStorage.setItem(name, text)
      },
      [key, JSON.stringify(value)] as const,
    )
    held = Promise.withResolvers()
    await page.goto(`${sluice.site}/home/login`, { waitUntil: 'commit' })
    await expect(page.locator('.splash svg')).toBeVisible()
    await expect(drawn(page)).toHaveCount(0)
    held.resolve()
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the second visit has it from the device, also without a network', async ({ page }) => {
  await page.goto(`${sluice.site}/home/login`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() =>
      page.evaluate(() =>
        caches
          .open('login')
          .then((stored) => stored.keys())
          .then((keys) => keys.length),
      ),
    )
    .toBe(1)
  await waitUntilCached(page)
  await page.context().setOffline(true)
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const heading = document.querySelector('.prerendered h1')?.textContent
      if (heading) Object.assign(window, { seen: heading })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(sluice.site)
  expect(await page.evaluate('seen')).toBe('Log in')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('whose session ended elsewhere logs in again, and is back where that was noticed', async ({
  page,
  playwright,
}) => {
  await logIn(page, sluice.site)
  await expect(page).toHaveURL(/\/admin\/index$/)
  await page.goto(`${sluice.site}/admin/pay`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  const elsewhere = await playwright.request.newContext({ baseURL: sluice.site })
  const { email, password } = BOSS
  await elsewhere.post('/api/home/login', { data: { email, password } })
  expect((await elsewhere.post('/api/sessions/end')).status()).toBe(200)
  await elsewhere.dispose()
  // One of the calls that a screen makes by itself notices it.
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('sluice.ended'))).toBe('/admin/pay')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/admin\/pay$/)
  expect(await page.evaluate(() => sessionStorage.getItem('sluice.ended'))).toBeNull()
})

test('a browser that lacks what came after the floor logs in, with stand-ins of its own', async ({
  page,
}) => {
  // As Chrome 95 has it: each name that the console uses and that came later.
  await page.addInitScript(() => {
    const lack = (owner: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name)
    }
    lack(Request.prototype, 'body')
    lack(
      Array.prototype,
      'findLast',
      'findLastIndex',
      'toReversed',
      'toSorted',
      'toSpliced',
      'with',
    )
    lack(String.prototype, 'toWellFormed', 'isWellFormed')
    lack(Object, 'groupBy')
    lack(Map, 'groupBy')
    lack(Promise, 'withResolvers', 'try')
    lack(URL, 'canParse', 'parse')
    lack(AbortSignal, 'any', 'timeout')
    lack(AbortSignal.prototype, 'throwIfAborted')
    lack(globalThis, 'structuredClone', 'scheduler')
  })
  const loaded: string[] = []
  page.on('response', (reply) => loaded.push(reply.url()))
  await logIn(page, sluice.site)
  await expect(page).toHaveURL(/\/admin\/index$/)
  expect(loaded.filter((url) => url.includes('/stand-ins-'))).toHaveLength(1)
  for (const path of ['/admin/pay', '/admin/account', '/admin/audit'] as const) {
    await page.goto(sluice.site + path)
    await expect(page.locator('h1').first()).toBeVisible()
    await expect(page.getByText('Not loaded')).toHaveCount(0)
  }
})

test('nobody else loads the stand-ins, or reads that the browser is too old', async ({ page }) => {
  const loaded: string[] = []
  page.on('response', (reply) => loaded.push(reply.url()))
  await logIn(page, sluice.site)
  await expect(page).toHaveURL(/\/admin\/index$/)
  await expect(page.locator('.too-old')).toBeHidden()
  expect(loaded.filter((url) => url.includes('/stand-ins-'))).toEqual([])
})

test('a browser below the floor is told so without a script, in the language of the page first', async ({
  page,
}) => {
  // As one that knows neither the property that tells nor modules.
  let told = false
  const rule = /@supports ?\(accent-color: ?auto\)/
  await page.route('**/*.css', async (route) => {
    const reply = await route.fetch()
    const text = await reply.text()
    told ||= rule.test(text)
    await route.fulfill({
      response: reply,
      body: text.replace(rule, '@supports (accent-color: no)'),
    })
  })
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(`${sluice.site}/user/account`)
  expect(told).toBe(true)
  const words = page.locator('.too-old p')
  await expect(words).toHaveCount(4)
  await expect(words.filter({ hasText: 'too old' })).toBeVisible()
  const tops = await words.evaluateAll((all) =>
    all.map((one) => [one.getAttribute('lang'), one.getBoundingClientRect().top] as const),
  )
  const [first] = tops.toSorted(([, a], [, b]) => a - b)
  expect(first?.[1]).toBeLessThan(60)
  expect(first?.[0]).toBe(await page.locator('html').getAttribute('lang'))
})
