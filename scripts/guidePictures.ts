/** The pictures of the manual, in its languages, from a console with the demo in it. */
import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright'
import { logIn } from '../tests/e2e/support/person.ts'
import type { startSluice } from '../tests/e2e/support/server.ts'
import { GUIDE_LANGUAGES } from './guidePages.ts'

const PHONE = { width: 390, height: 640 }
/** What each shows, by its name. */
const PICTURES = {
  admin: {
    account: '/admin/account/1',
    alipay: '/admin/settings/editPayment/alipay',
    place: '/admin/addServer',
  },
  user: { customer: '/user/account' },
}
/** As the console calls the languages. */
const LOCALES = { en: 'en-US', zh: 'zh-CN' }

/** Writes them into `docs/pictures`, a folder for each language. */
export async function shootGuide(
  browser: Browser,
  { site, customer }: Awaited<ReturnType<typeof startSluice>>,
): Promise<void> {
  for (const language of Object.keys(GUIDE_LANGUAGES) as (keyof typeof GUIDE_LANGUAGES)[]) {
    const locale = LOCALES[language]
    mkdirSync(`docs/pictures/${language}`, { recursive: true })
    for (const [who, pictures] of Object.entries(PICTURES)) {
      const context = await browser.newContext({ viewport: PHONE, locale })
      await context.addInitScript(
        (chosen) => localStorage.setItem('sluice.choices', JSON.stringify({ language: chosen })),
        locale,
      )
      const page = await context.newPage()
      if (who === 'user') await logIn(page, site, customer.email, customer.password)
      else await logIn(page, site)
      await page.waitForURL(/index$/)
      for (const [name, address] of Object.entries(pictures)) {
        await page.goto(site + address)
        // Charts are drawn behind the screen.
        await page.waitForTimeout(2500)
        await page.screenshot({ path: `docs/pictures/${language}/${name}.png` })
      }
      await context.close()
    }
  }
}
