import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { logIn, setUpSite } from '../tests/e2e/support/person.ts'
import { waitUntilCached } from '../tests/e2e/support/cached.ts'
import { startSluice } from '../tests/e2e/support/server.ts'
import { measureBlank } from './blank.ts'
import { QUIET, type Seen, seen, slowPage } from './slowPage.ts'
import { percentile, type Row } from './table.ts'

/** How often each visit is made: one says little. */
const TIMES = Number(process.env.VISITS ?? 5)

/** Measures first and later visits as a slow phone has them, and typing in a long list. */
export async function measureVisits(): Promise<Row[]> {
  const sluice = await startSluice(['--demo'])
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, locale: 'en-US' }
  try {
    const setup = await browser.newPage()
    await setUpSite(setup, sluice.setupLink)
    await setup.close()
    const rows: Row[] = []

    const stranger = () => browser.newContext(phone)
    const first = { target: 900 }
    const login = `${sluice.site}/home/login`
    const [shown, ...others] = await visit(stranger, 'login, first visit', login, first)
    const back = await stranger()
    // What this machine, slowed down, needs to show two words of plain text.
    if (shown) rows.push({ ...shown, reference: await measureBlank(back, 1) }, ...others)
    const quick = await back.newPage()
    await quick.goto(login)
    await isKept(quick)
    await quick.close()
    rows.push(...(await visit(back, 'login, again', login, { target: 500 })))
    await back.close()

    // Logged in before, on a device that has cached nothing of the console.
    const newcomer = async () => {
      const context = await browser.newContext(phone)
      await context.request.post(`${sluice.site}/api/home/login`, { data: sluice.customer })
      return context
    }
    const home = `${sluice.site}/user/index`
    rows.push(...(await visit(newcomer, "customer's home, first visit", home)))

    const customer = await browser.newContext(phone)
    const page = await customer.newPage()
    await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
    await page.waitForURL(/\/user\/index$/)
    await page.goto(`${sluice.site}/user/account`)
    await isKept(page, 'user')
    await page.close()
    const address = `${sluice.site}/user/account`
    const blank = await stranger()
    const again = {
      target: 500,
      of: 'content',
      reference: await measureBlank(blank, TIMES, true),
    } as const
    await blank.close()
    rows.push(...(await visit(customer, "customer's account, again", address, again)))
    await customer.setOffline(true)
    const offline = { ...again, offline: true }
    rows.push(...(await visit(customer, "customer's account, offline", address, offline)))
    await customer.close()

    const admin = await browser.newContext(phone)
    const desk = await admin.newPage()
    await logIn(desk, sluice.site)
    await desk.waitForURL(/\/admin\/index$/)
    const list = `${sluice.site}/admin/account`
    await desk.goto(list)
    await isKept(desk, 'admin')
    await desk.close()
    rows.push(...(await visit(admin, 'account list, again', list, again)))
    rows.push(await typing(admin, list))
    return rows
  } finally {
    await browser.close()
    await sluice.stop()
  }
}

type Wanted = {
  target?: number
  offline?: boolean
  /** What counts as content: the first paint, or the first row or ring. */
  of?: 'paint' | 'content'
  /** What a page of one line takes, ms. */
  reference?: number
}

/** Visits of one kind, in one browser or each in a new one, and the middle of each figure. */
async function visit(
  at: BrowserContext | (() => Promise<BrowserContext>),
  name: string,
  url: string,
  wanted: Wanted = {},
): Promise<Row[]> {
  const all: Row[][] = []
  for (let time = 0; time < TIMES; time++) {
    const context = typeof at === 'function' ? await at() : at
    all.push(await visitOnce(context, name, url, wanted))
    if (context !== at) await context.close()
  }
  return (all[0] ?? []).map((row, which) => {
    const figures = all.map((rows) => rows[which]?.ours ?? 0).toSorted((a, b) => a - b)
    const note = figures.map((figure) => figure.toFixed(row.unit === '' ? 2 : 0)).join(', ')
    return { ...row, ours: percentile(figures, 0.5), note }
  })
}

async function visitOnce(
  context: BrowserContext,
  name: string,
  url: string,
  { target, offline = false, of = 'paint', reference }: Wanted,
): Promise<Row[]> {
  const { page, bytes } = await slowPage(context, offline)
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(QUIET)
  if (of === 'content')
    await page.waitForFunction(() => {
      return (window as unknown as { notes: Seen }).notes.content > 0
    })
  const { fcp, lcp, shift, tasks, content } = await seen(page)
  const blocked = tasks
    .filter(([start]) => start > fcp)
    .reduce((sum, [, length]) => sum + Math.max(0, length - 50), 0)
  await page.close()
  return [
    {
      name: `${name}: first content`,
      // A later visit paints an empty shell at once; a person waits for its content.
      ours: of === 'content' ? Math.max(content, fcp) : fcp,
      unit: 'ms',
      ...(target !== undefined && { target: `<= ${target}` }),
      ...(reference !== undefined && { reference }),
    },
    { name: `${name}: largest content`, ours: lcp, unit: 'ms' },
    { name: `${name}: total blocking time`, ours: blocked, unit: 'ms', target: '<= 200' },
    { name: `${name}: layout shift`, ours: shift, unit: '', target: '0' },
    { name: `${name}: transferred`, ours: bytes() / 1024, unit: 'KiB' },
  ]
}

/** The slowest answer to a key in the search over the accounts. */
async function typing(context: BrowserContext, url: string): Promise<Row> {
  const { page } = await slowPage(context)
  await page.goto(url)
  const field = page.getByRole('searchbox').first()
  await field.click()
  await field.pressSequentially('customer 12', { delay: 150 })
  await page.waitForTimeout(QUIET)
  const { inp } = await seen(page)
  await page.close()
  const name = 'typing in the account search: slowest answer (INP)'
  return { name, ours: inp, unit: 'ms', target: '<= 200' }
}

/** Waits until the worker has cached the console, and answers and a snapshot of the screen are stored. */
async function isKept(page: Page, area?: 'user' | 'admin') {
  await waitUntilCached(page, area)
  await page.waitForTimeout(2 * QUIET)
}

if (import.meta.main) {
  const { show } = await import('./table.ts')
  show(await measureVisits())
}
