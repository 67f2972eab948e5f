/**
 * `npm run screenshots`: every screen at two sizes, light and dark, into `.tmp/screenshots`; the best
 * into `docs/pictures`, with those of the manual. `npm run screenshots -- phone-light` makes those
 * alone, and no pictures.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import { EVERY } from '../tests/e2e/support/addresses.ts'
import { logIn, setUpSite } from '../tests/e2e/support/person.ts'
import { startSluice } from '../tests/e2e/support/server.ts'
import { shootGuide } from './guidePictures.ts'
import { packPrograms } from './install.mjs'

const FOLDER = '.tmp/screenshots'
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
/** The best, by the name of the picture in the README. */
const BEST = {
  'index-phone': 'admin-index-phone-light',
  'account-phone-dark': 'admin-account-1-phone-dark',
  'customer-phone': 'user-account-phone-light',
  'server-desktop': 'admin-server-1-desktop-light',
  'accounts-desktop-dark': 'admin-account-desktop-dark',
}

mkdirSync(FOLDER, { recursive: true })
mkdirSync('docs/pictures', { recursive: true })
packPrograms()
const sluice = await startSluice(['--demo'])
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const wanted = process.argv.slice(2)
const language = process.env.LANGUAGE_SHOWN ?? 'en-US'
try {
  const first = await browser.newPage()
  await setUpSite(first, sluice.setupLink)
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'] as const) {
      if (wanted.length > 0 && !wanted.includes(`${size}-${colorScheme}`)) continue
      for (const [who, addresses] of Object.entries(EVERY)) {
        const context = await browser.newContext({ viewport, colorScheme, locale: language })
        await context.addInitScript(
          (chosen) => localStorage.setItem('sluice.choices', JSON.stringify({ language: chosen })),
          language,
        )
        const page = await context.newPage()
        const { email, password } = sluice.customer
        if (who === 'user') await logIn(page, sluice.site, email, password)
        if (who === 'admin') await logIn(page, sluice.site)
        if (who !== 'home') await page.waitForURL(/index$/)
        for (const address of addresses) await shoot(page, address, `${size}-${colorScheme}`)
        await context.close()
      }
    }
  for (const [name, source] of wanted.length > 0 ? [] : Object.entries(BEST)) {
    copyFileSync(`${FOLDER}/${source}.png`, `docs/pictures/${name}.png`)
    // Some are also what a browser shows before it installs the console.
    if (existsSync(`public/pictures/${name}.png`))
      copyFileSync(`${FOLDER}/${source}.png`, `public/pictures/${name}.png`)
  }
  if (wanted.length === 0) await shootGuide(browser, sluice)
} finally {
  await browser.close()
  await sluice.stop()
}

async function shoot(page: Page, address: string, look: string) {
  await page.goto(sluice.site + address)
  // Charts are drawn behind the screen.
  await page.waitForTimeout(1500)
  const name = address.slice(1).replaceAll('/', '-')
  await page.screenshot({ path: `${FOLDER}/${name}-${look}.png` })
}
