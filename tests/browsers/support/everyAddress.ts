import type { Browser } from './browser.ts'
import { EVERY } from '../../e2e/support/addresses.ts'
import { element } from './onPage.ts'
import { OPERATOR, type Site } from './site.ts'
import { keepPicture } from './step.ts'
import { until } from './until.ts'

/** What the demo refuses: links and codes that are made up. */
const REFUSED = /status of 403|ApiError: 403/

/** What a screen says that is none. */
const DEAD = /Not loaded|Something went wrong|^(As of .*)?The server does not answer\.?$/m

/** How long a page may take until it fits its window, ms. */
const FIT_MS = 15_000

const PHONE = 390
const DESK = 1280

/** So many faults are no matter of single screens: the rest would only be waited for. */
const MANY = 8

/** Loads every address as who may see it, and answers what is wrong with them, a line for each. */
export async function everyAddress(browser: Browser, site: Site, engine: string) {
  const found: string[] = []
  const people = { home: undefined, user: site.customer, admin: OPERATOR }
  for (const area of ['home', 'user', 'admin'] as const) {
    if (people[area]) await enter(browser, site, people[area])
    for (const [at, address] of EVERY[area].entries()) {
      await browser.leave()
      // In turns the width it is loaded at, and the one it is brought to.
      const widths = at % 2 === 0 ? [PHONE, DESK] : [DESK, PHONE]
      const wrong = await look(browser, site.site + address, widths).catch((error: unknown) => [
        String(error),
      ])
      wrong.push(...browser.complaints().filter((line) => !REFUSED.test(line)))
      if (wrong.length === 0) continue
      const path = await keepPicture(engine, browser, address)
      found.push(...wrong.map((line) => `${address} (${path}): ${line}`))
      if (found.length >= MANY) return found
    }
  }
  return found
}

/** Logs somebody in, in place of who was there before. */
async function enter(browser: Browser, site: Site, who: { email: string; password: string }) {
  await browser.leave()
  await browser.open(`${site.site}/help`)
  await browser.see(element('h1'))
  await browser.run(async () => {
    await fetch('/api/home/logout', { method: 'POST' })
    localStorage.clear()
    return true
  })
  await browser.leave()
  await browser.open(`${site.site}/home/login`)
  await browser.fill(element('input[type=email]'), who.email)
  await browser.fill(element('input[type=password]'), who.password)
  await browser.press(element('button[type=submit]'))
  await browser.isAt(/^\/(user|admin)\/index$/)
}

async function look(browser: Browser, url: string, widths: number[]): Promise<string[]> {
  const wrong: string[] = []
  for (const width of widths) {
    await browser.resize(width, 844)
    if (width === widths[0]) await browser.open(url)
    await browser.wait('for the screen', () => browser.run(isDrawn))
    const [dead] = DEAD.exec(await browser.run(() => document.body.innerText)) ?? []
    if (dead) wrong.push(dead)
    // A page that was made narrower is laid out anew in its own time.
    const tooWide = () => browser.run(() => document.documentElement.scrollWidth - innerWidth)
    const fits = until(
      async () => (await tooWide()) <= 1,
      () => 'for it to fit',
      FIT_MS,
    )
    await fits.catch(async () => wrong.push(`${await tooWide()} px too wide at ${width}`))
  }
  return wrong
}

/** Runs in the page: whether it has its heading and its answers. */
function isDrawn(): boolean | string {
  if (document.querySelector('[aria-busy=true], .fui-Skeleton')) return 'it is waiting'
  const heading = document.querySelector('h1')
  return heading && heading.getBoundingClientRect().height > 0 ? true : 'it has no heading'
}
