import { expect } from 'vitest'
import type { Browser } from './browser.ts'
import { customersWay } from './customersWay.ts'
import { button, element, field } from './onPage.ts'
import { OPERATOR, type Site } from './site.ts'
import type { Step } from './step.ts'
import { withoutNetwork } from './withoutNetwork.ts'

const DESK = [1280, 800] as const
const PHONE = [390, 844] as const

/** What an operator looks at first, by its link and its heading. */
const LISTS = { account: 'Accounts', user: 'Users', pay: 'Orders', server: 'Servers' }

/** The main things people do with a site, from its set-up link to an update, once each. */
export async function mainWalk(browser: Browser, site: Site, step: Step): Promise<void> {
  await step('set-up', async () => {
    await browser.resize(...DESK)
    await browser.open(site.setupLink)
    await browser.choose('en-US')
    await browser.fill(field(/^Name of the site/), OPERATOR.site)
    await browser.fill(field(/^Your email/), OPERATOR.email)
    await browser.fill(field(/^Password(?! again)/), OPERATOR.password)
    await browser.fill(field(/^Password again/), OPERATOR.password)
    await browser.press(button(/^Set up$/))
    await browser.isAt(/^\/admin\/index$/)
    await site.sell()
  })
  for (const [place, title] of Object.entries(LISTS))
    await step(`list of ${place}s`, async () => {
      await browser.press({ what: `nav a[href="/admin/${place}"]` })
      await browser.see(element('h1', new RegExp(`^${title}`)))
      await browser.see(element('main a[href], main [role=row]', /\w/))
    })
  await step('log-out', async () => {
    await browser.press(button(/^Log out$/))
    await browser.isAt(/^\/home\/login$/)
  })
  await step('log-in on a phone', async () => {
    await browser.resize(...PHONE)
    await browser.fill(element('input[type=email]'), site.customer.email)
    await browser.fill(element('input[type=password]'), site.customer.password)
    await browser.press(element('button[type=submit]'))
    await browser.isAt(/^\/user\/index$/)
    // The announcement that opens by itself is closed by its key, once that can reach it.
    const announcement = element('[role=dialog]')
    await browser.see(announcement)
    await browser.wait('for the announcement to close', async () => {
      await browser.pressKey('Escape')
      return !(await browser.sees(announcement))
    })
  })
  await customersWay(browser, site, step)
  expect(browser.complaints()).toEqual([])
  await withoutNetwork(browser, site, step)
  expect(browser.complaints()).toEqual([])
}
