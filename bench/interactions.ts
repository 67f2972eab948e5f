import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { logIn, setUpSite } from '../tests/e2e/support/person.ts'
import { startSluice } from '../tests/e2e/support/server.ts'
import { addPaypal } from '../tests/e2e/support/shop.ts'
import { percentile, type Row } from './table.ts'

/**
 * How long a finger stays on the glass, ms. A click counts from when it leaves; Playwright's own tap
 * leaves in the moment it arrives, so that painting what is pressed would count as the click's.
 */
const TOUCH = 60
/** How many times as slow as this machine the phone is. */
const SLOWER = 6
const TIMES = Number(process.env.INP_TIMES ?? 6)
/** Which of them, by a part of their names. */
const WANTED = process.env.INP_ONLY ?? ''
/** How long after the last of an interaction its frames may come, ms. */
const QUIET = 700
/** What a browser does not report took less than this, ms. */
const UNREPORTED = 16

type Interaction = {
  name: string
  who: 'boss' | 'customer'
  /** Where it begins, and how one gets back there: not measured. */
  at: string
  ready?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

const press = (page: Page, name: string | RegExp) =>
  touch(page.getByRole('button', { name }).first())
const row = (page: Page) => page.locator('main [data-index="0"]').first()

const INTERACTIONS: Interaction[] = [
  {
    name: 'open the menu',
    who: 'boss',
    at: '/admin/index',
    act: (page) => press(page, /^Menu$/),
  },
  {
    name: 'open the list of accounts',
    who: 'boss',
    at: '/admin/index',
    ready: (page) => press(page, /^Menu$/),
    act: (page) => touch(page.getByRole('dialog').getByRole('link', { name: 'Accounts' })),
  },
  {
    name: 'type into the search',
    who: 'boss',
    at: '/admin/account',
    ready: (page) => row(page).waitFor(),
    act: (page) => page.getByRole('searchbox').first().pressSequentially('wang', { delay: 120 }),
  },
  {
    name: 'open the filter',
    who: 'boss',
    at: '/admin/account',
    ready: (page) => row(page).waitFor(),
    act: (page) => press(page, 'Sort and filter'),
  },
  {
    name: 'open an account',
    who: 'boss',
    at: '/admin/account',
    ready: (page) => row(page).waitFor(),
    act: (page) => touch(row(page).getByRole('link').first()),
  },
  {
    name: 'open the palette and type',
    who: 'boss',
    at: '/admin/account',
    ready: (page) => row(page).waitFor(),
    async act(page) {
      await press(page, /^Search$/)
      await page.getByRole('combobox').first().pressSequentially('100', { delay: 150 })
    },
  },
  {
    name: 'change a setting',
    who: 'boss',
    at: '/admin/settings/base',
    ready: (page) => page.getByLabel('Short name').waitFor(),
    act: (page) => page.getByLabel('Short name').pressSequentially('abc', { delay: 150 }),
  },
  {
    name: 'open the payment',
    who: 'customer',
    at: '/user/account',
    ready: (page) => page.getByRole('button', { name: /renew/i }).first().waitFor(),
    act: (page) => press(page, /renew/i),
  },
  {
    name: 'go to another tab',
    who: 'customer',
    at: '/user/index',
    // The announcement covers it, once it has come.
    async ready(page) {
      const announcement = page.getByRole('dialog')
      await announcement.waitFor({ timeout: 3_000 }).catch(() => undefined)
      await page.keyboard.press('Escape')
      await announcement.waitFor({ state: 'hidden' })
    },
    act: (page) => touch(page.locator('nav a[href="/user/account"]').last()),
  },
  {
    name: 'show and hide the password',
    who: 'customer',
    at: '/user/account',
    ready: (page) => page.getByRole('button', { name: 'Show password' }).waitFor(),
    async act(page) {
      await press(page, 'Show password')
      await press(page, 'Hide password')
    },
  },
  {
    name: 'change the language',
    who: 'customer',
    at: '/user/settings',
    ready: (page) => press(page, /Language/),
    async act(page) {
      await touch(page.getByRole('dialog').getByText('Русский'))
      await page.locator('html[lang^=ru]').waitFor({ state: 'attached' })
    },
  },
]

async function touch(target: Locator) {
  // Waits until it stands still and nothing covers it.
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not in view`)
  const page = target.page()
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForTimeout(TOUCH)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/** How long the commonest interactions take until they are seen, on a phone six times as slow (INP). */
export async function measureInteractions(): Promise<Row[]> {
  const sluice = await startSluice(['--demo'])
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const setup = await browser.newPage()
    await setUpSite(setup, sluice.setupLink)
    addPaypal(sluice.dataDir)
    await setup.close()
    const rows: Row[] = []
    for (const who of ['boss', 'customer'] as const) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        locale: 'en-US',
      })
      await context.addInitScript(() =>
        localStorage.setItem('sluice.choices', JSON.stringify({ language: 'en-US' })),
      )
      const page = await context.newPage()
      const { email, password } = sluice.customer
      await (who === 'boss' ? logIn(page, sluice.site) : logIn(page, sluice.site, email, password))
      await page.waitForURL(/index$/)
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await page.close()
      for (const one of INTERACTIONS)
        if (one.who === who && one.name.includes(WANTED))
          rows.push(await measure(context, sluice.site, one))
      await context.close()
    }
    return rows
  } finally {
    await browser.close()
    await sluice.stop()
  }
}

async function measure(context: BrowserContext, site: string, one: Interaction): Promise<Row> {
  const took: number[] = []
  const worst: string[] = []
  for (let time = 0; time < TIMES; time++) {
    const page = await context.newPage()
    await page.addInitScript(takeNotes)
    await page.goto(site + one.at)
    await page.locator('h1').first().waitFor()
    await page.waitForTimeout(QUIET)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await one.ready?.(page)
    await page.waitForTimeout(QUIET)
    await page.evaluate(() => (window as unknown as Noting).notes.splice(0))
    await one.act(page)
    await page.waitForTimeout(QUIET)
    const notes = await page.evaluate(() => (window as unknown as Noting).notes)
    const each = Map.groupBy(notes, ({ id }) => id)
    for (const [, events] of each) took.push(Math.max(...events.map(({ duration }) => duration)))
    const slowest = notes.toSorted((a, b) => b.duration - a.duration)[0]
    if (slowest) worst.push(`${slowest.duration} ms (${slowest.type})`)
    await page.close()
  }
  const ours = took.length > 0 ? percentile(took, 0.75) : UNREPORTED
  const note = `${took.length} reported, slowest ${worst.toSorted((a, b) => Number.parseInt(b) - Number.parseInt(a))[0] ?? ''}`
  return { name: `INP: ${one.name}`, ours, unit: 'ms', target: '<= 200', note }
}

type Noting = { notes: { id: number; type: string; duration: number }[] }

/** Runs in the page before anything else does. */
function takeNotes() {
  const notes: Noting['notes'] = []
  Object.assign(window, { notes })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId)
        notes.push({ id: entry.interactionId, type: entry.name, duration: entry.duration })
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

if (import.meta.main) {
  const { show } = await import('./table.ts')
  show(await measureInteractions())
}
