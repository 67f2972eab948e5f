import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { ADDRESSES, EVERY } from './support/addresses.ts'
import { logIn, setUpSite } from './support/person.ts'
import { startSluice } from './support/server.ts'

let sluice: Awaited<ReturnType<typeof startSluice>>
test.beforeAll(async ({ browser }) => {
  sluice = await startSluice(['--demo'])
  const page = await browser.newPage()
  await setUpSite(page, sluice.setupLink)
  await page.close()
})
test.afterAll(() => sluice.stop())

/** What the demo refuses: links and codes that are made up. */
const REFUSED = /status of 403|ApiError: 403/

/** What a page says went wrong while it was looked at. */
function troubles(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) found.push(message.text())
  })
  return found
}

/** Waits until a screen stands; an announcement that pops up over it is closed. */
async function shown(page: Page, address: string) {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await expect(heading.or(page.getByRole('dialog')).first(), address).toBeVisible()
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
  await expect(heading, address).toBeVisible()
}

async function visit(page: Page, addresses: string[]) {
  const found = troubles(page)
  for (const address of addresses) {
    await page.goto(sluice.site + address)
    await shown(page, address)
  }
  expect(found).toEqual([])
}

/** Opens every address of an area as one of those it is for. */
async function walk(
  browser: Browser,
  area: keyof typeof EVERY,
  options: BrowserContextOptions & { language?: string },
  look: (page: Page, address: string) => Promise<void>,
) {
  const { language, ...kept } = options
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...kept })
  if (language)
    await context.addInitScript(
      (chosen) => localStorage.setItem('sluice.choices', JSON.stringify({ language: chosen })),
      language,
    )
  const page = await context.newPage()
  const { email, password } = sluice.customer
  if (area === 'user') await logIn(page, sluice.site, email, password)
  if (area === 'admin') await logIn(page, sluice.site)
  if (area !== 'home') await page.waitForURL(/index$/)
  for (const address of EVERY[area]) {
    await page.goto(sluice.site + address)
    await shown(page, address)
    await look(page, address)
  }
  await context.close()
}

const AREAS = ['home', 'user', 'admin'] as const

test('every address of the specification exists', () => {
  expect(Object.values(ADDRESSES).flat()).toHaveLength(60)
})

test('a visitor reaches every address of the home area', async ({ page }) => {
  await visit(page, EVERY.home)
})

test('a customer reaches every address of the user area', async ({ page }) => {
  await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
  await expect(page).toHaveURL(/\/user\/index$/)
  await visit(page, EVERY.user)
})

test('the main admin reaches every address of the admin area', async ({ page }) => {
  await logIn(page, sluice.site)
  await expect(page).toHaveURL(/\/admin\/index$/)
  await visit(page, EVERY.admin)
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const area of AREAS)
    test(`axe finds nothing in the ${area} area, ${colorScheme}`, async ({ browser }) => {
      test.setTimeout(240_000)
      const findings: string[] = []
      const options = { colorScheme, viewport: { width: 390, height: 844 } }
      await walk(browser, area, options, async (page, address) => {
        await page.waitForTimeout(300)
        // Fluent's focus sentinels are hidden on purpose.
        const axe = new AxeBuilder({ page }).exclude('[data-tabster-dummy]')
        for (const { id, nodes } of (await axe.analyze()).violations)
          findings.push(
            `${address}: ${id}: ${nodes
              .map(({ html }) => html.slice(0, 160))
              .slice(0, 3)
              .join(' | ')}`,
          )
      })
      expect(findings).toEqual([])
    })

for (const language of ['zh-CN', 'ja-JP', 'ru-RU', 'en-US'])
  test(`nothing is wider than 320 px in ${language}`, async ({ browser }) => {
    test.setTimeout(240_000)
    const wide: string[] = []
    const options = { language, viewport: { width: 320, height: 844 } }
    for (const area of AREAS)
      await walk(browser, area, options, async (page, address) => {
        await page.waitForTimeout(150)
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (over > 0) wide.push(`${address}: ${over} px too wide`)
      })
    expect(wide).toEqual([])
  })
