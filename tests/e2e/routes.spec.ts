import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { ADDRESSES, BUILT } from './support/addresses.ts'
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

/** What a page says went wrong while it was looked at. */
function troubles(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(String(error)))
  page.on('console', (message) => {
    // Addresses that are not built yet may ask for what answers 501.
    if (message.type() === 'error' && !/status of (501|403)|ApiError: 403/.test(message.text()))
      found.push(message.text())
  })
  return found
}

/** Waits until a screen stands; an announcement that pops up over it is closed. */
async function shown(page: Page, address: string) {
  // What is not there says so, and offers to try again.
  const heading = page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('button', { name: 'Try again' }))
    .first()
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

test('every address of the specification exists', () => {
  expect(Object.values(ADDRESSES).flat()).toHaveLength(60)
})

test('a visitor reaches every address of the home area', async ({ page }) => {
  await visit(page, ADDRESSES.home)
})

test('a customer reaches every address of the user area', async ({ page }) => {
  await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
  await expect(page).toHaveURL(/\/user\/index$/)
  await visit(page, ADDRESSES.user)
})

test('the main admin reaches every address of the admin area', async ({ page }) => {
  await logIn(page, sluice.site)
  await expect(page).toHaveURL(/\/admin\/index$/)
  await visit(page, ADDRESSES.admin)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing on what is built, ${colorScheme}`, async ({ browser }) => {
    const findings: string[] = []
    for (const [who, addresses] of Object.entries(BUILT)) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: 390, height: 844 },
        locale: 'en-US',
      })
      const page = await context.newPage()
      if (who === 'user')
        await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
      if (who === 'admin') await logIn(page, sluice.site)
      if (who !== 'visitor') await page.waitForURL(/index$/)
      for (const address of addresses) {
        await page.goto(sluice.site + address)
        await shown(page, address)
        await page.waitForTimeout(700)
        // Fluent's focus sentinels are hidden on purpose.
        const { violations } = await new AxeBuilder({ page })
          .exclude('[data-tabster-dummy]')
          .analyze()
        for (const { id, nodes } of violations)
          findings.push(
            `${address}: ${id}: ${nodes
              .map(({ html }) => html.slice(0, 160))
              .slice(0, 3)
              .join(' | ')}`,
          )
      }
      await context.close()
    }
    expect(findings).toEqual([])
  })

for (const language of ['zh-CN', 'ja-JP', 'ru-RU', 'en-US'])
  test(`nothing is wider than 320 px in ${language}`, async ({ browser }) => {
    const wide: string[] = []
    for (const [who, addresses] of Object.entries(BUILT)) {
      const context = await browser.newContext({
        viewport: { width: 320, height: 844 },
        locale: 'en-US',
      })
      await context.addInitScript(
        (chosen) => localStorage.setItem('sluice.choices', JSON.stringify({ language: chosen })),
        language,
      )
      const page = await context.newPage()
      if (who === 'user')
        await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
      if (who === 'admin') await logIn(page, sluice.site)
      if (who !== 'visitor') await page.waitForURL(/index$/)
      for (const address of addresses) {
        await page.goto(sluice.site + address)
        await shown(page, address)
        await page.waitForTimeout(250)
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (over > 0) wide.push(`${address}: ${over} px too wide`)
      }
      await context.close()
    }
    expect(wide).toEqual([])
  })
