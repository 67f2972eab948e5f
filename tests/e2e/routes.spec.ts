import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { ADDRESSES, EVERY } from './support/addresses.ts'
import { axe, COLOURS } from './support/axe.ts'
import { go } from './support/go.ts'
import { logIn, logInAsCustomer, setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'
import { settled } from './support/settled.ts'

// The walks know nothing of each other; each worker has a server of its own.
test.describe.configure({ mode: 'parallel' })

let sluice: Awaited<ReturnType<typeof startSluice>>
test.beforeAll(async ({ request }) => {
  sluice = await startSluice(['--demo'])
  await setUpByCall(request, sluice.setupLink)
})
test.afterAll(() => sluice.stop())

/** What the demo refuses: links and codes that are made up. */
const REFUSED = /status of 403|ApiError: 403/

/** The errors a page reported while it was open. */
function troubles(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) found.push(message.text())
  })
  return found
}

/** Waits until a screen is drawn; a dialog that opened by itself is closed. */
async function shown(page: Page, address: string) {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await expect(heading.or(page.getByRole('dialog')).first(), address).toBeVisible()
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
  await expect(heading, address).toBeVisible()
}

type Options = BrowserContextOptions & { language?: string }

/** A page of a person of an area. */
async function open(browser: Browser, area: keyof typeof EVERY, { language, ...stored }: Options) {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...stored })
  if (language)
    await context.addInitScript(
      (chosen) => localStorage.setItem('sluice.choices', JSON.stringify({ language: chosen })),
      language,
    )
  const page = await context.newPage()
  if (area === 'user') await logInAsCustomer(page, sluice)
  if (area === 'admin') await logIn(page, sluice.site)
  if (area !== 'home') await page.waitForURL(/index$/)
  return page
}

const AREAS = ['home', 'user', 'admin'] as const
const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 844 }

test('every address of the specification exists', () => {
  expect(Object.values(ADDRESSES).flat()).toHaveLength(62)
})

for (const area of AREAS)
  test(
    `every address of the ${area} area can be opened, and axe finds nothing`,
    {
      // Thirty screens twice take minutes.
      tag: area === 'admin' ? '@soak' : [],
    },
    async ({ browser }) => {
      test.setTimeout(600_000)
      const page = await open(browser, area, { viewport: PHONE })
      const found = troubles(page)
      const findings: string[] = []
      for (const address of EVERY[area]) {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(sluice.site + address)
        await shown(page, address)
        await settled(page)
        findings.push(...(await axe(page, `${address}, light`)))
        // Only colours differ in the dark, so only the checks of colours run again.
        await page.emulateMedia({ colorScheme: 'dark' })
        await settled(page)
        findings.push(...(await axe(page, `${address}, dark`, COLOURS)))
      }
      expect(findings).toEqual([])
      expect(found).toEqual([])
      await page.context().close()
    },
  )

for (const language of ['zh-CN', 'ja-JP', 'ru-RU', 'en-US'])
  test(
    `nothing is wider than 320 px in ${language}`,
    {
      // Russian has the longest words.
      tag: language === 'ru-RU' ? [] : '@soak',
    },
    async ({ browser }) => {
      test.setTimeout(400_000)
      const wide: string[] = []
      for (const area of AREAS) {
        const page = await open(browser, area, { language, viewport: NARROW })
        if (area === 'home') await page.goto(`${sluice.site}/home/login`)
        for (const address of EVERY[area]) {
          await go(page, address)
          await shown(page, address)
          await settled(page)
          const over = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          if (over > 0) wide.push(`${address}: ${over} px too wide`)
        }
        await page.context().close()
      }
      expect(wide).toEqual([])
    },
  )
