import autocannon from 'autocannon'
import { type Browser, chromium, type Page } from 'playwright'
import { scroll, stay } from './scrolling.ts'
import { call, isIdle, type Sluice, startSluice } from './server.ts'
import { percentile, type Row } from './table.ts'

const EVERYTHING = { expired: true, unexpired: true, unlimit: true, mac: true, orderId: 0 }
const PAGE = { page: 1, pageSize: 80, search: '', sort: 'port_asc', filter: EVERYTHING }

/** The lists of an admin: where each is, the call it makes, and what is searched for in it. */
const LISTS = [
  { name: 'accounts', path: '/admin/account', call: '/api/admin/accountWithPage', search: 'ann' },
  { name: 'users', path: '/admin/user', call: '/api/admin/user?page=1', search: 'ann' },
  { name: 'orders', path: '/admin/pay', call: '/api/admin/allOrders?page=1', search: 'ann' },
  { name: 'online', path: '/admin/account/online', call: '/api/admin/account/online' },
  { name: 'audit', path: '/admin/settings/audit', call: '/api/admin/audit?page=1' },
  {
    name: 'referrals',
    path: '/admin/settings/refUserList',
    call: '/api/admin/setting/ref/user?page=1&pageSize=20',
  },
]
const FIRST_ROW = 'main [data-index="0"], main ul[aria-label="Servers"] li'
const ROWS = 5_000
const MANY = 10_000
const MONTH = 2_592_000_000
const SECONDS = 2
const SETTLED_MS = 5_000

/**
 * The desk of an admin with so many accounts, in Chromium: first rows, search, filter, scrolling,
 * memory, the calls behind the lists, and an action for 10,000.
 *
 * `DESK_MINUTES` is how long the list is scrolled before its memory is read; half a minute unless given.
 */
export async function measureDesk(accounts: number): Promise<Row[]> {
  const sluice = await startSluice(accounts, 8_095)
  await isIdle(sluice)
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({
    executablePath,
    // Heap sizes are rounded generously without it.
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  })
  try {
    return [
      ...(await firstRows(browser, sluice)),
      ...(await searching(browser, sluice)),
      ...(await scrolling(browser, sluice)),
      ...(await calls(sluice)),
      ...(await bulk(sluice)),
    ].map((row) => ({ ...row, name: `${row.name}, ${accounts}` }))
  } finally {
    await browser.close()
    await sluice.stop()
  }
}

/** A page of a logged-in person, with empty storage. */
async function openPage(browser: Browser, { url, cookie }: Sluice): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  page.setDefaultTimeout(90_000)
  await page.goto(`${url}/admin/settings`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** From the address to the first row: the first time in this browser, and once more. */
async function firstRows(browser: Browser, sluice: Sluice): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, path } of LISTS) {
    const page = await openPage(browser, sluice)
    const open = async () => {
      await page.goto(sluice.url + path)
      // Some choices of a filter begin like that, and are in the page unseen.
      const isEmpty = page
        .getByText(/^(Nothing|No one|No ).*/)
        .filter({ visible: true })
        .first()
      await page.locator(FIRST_ROW).first().or(isEmpty).first().waitFor()
    }
    const first = await timed(open)
    const again = await timed(open)
    const note = `opened again ${again.toFixed(0)} ms`
    rows.push({ name: `desk: first row of ${name}`, ours: first, unit: 'ms', note })
    await page.context().close()
  }
  return rows
}

/** From the last key to the rows that match, and from a filter's button to the same. */
async function searching(browser: Browser, sluice: Sluice): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, path, call, search } of LISTS) {
    if (!search) continue
    const page = await openPage(browser, sluice)
    await page.goto(sluice.url + path)
    await page.locator(FIRST_ROW).first().waitFor()
    await page.getByRole('searchbox').first().pressSequentially(search, { delay: 60 })
    const ours = await timed(() => answered(page, call))
    const note = 'of them 500 ms are waited for more keys'
    rows.push({ name: `desk: last key to filtered ${name}`, ours, unit: 'ms', note })
    if (name === 'accounts') rows.push(await filter(page))
    await page.context().close()
  }
  return rows
}

async function filter(page: Page): Promise<Row> {
  await page.getByRole('button', { name: 'Sort and filter' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('checkbox').first().click()
  const ours = await timed(async () => {
    const rows = answered(page, '/api/admin/accountWithPage')
    await sheet.getByRole('button', { name: 'Show', exact: true }).click()
    await rows
  })
  return { name: 'desk: filter of accounts to rows', ours, unit: 'ms' }
}

/** Until a list's call is answered and its rows are drawn. */
async function answered(page: Page, path: string): Promise<void> {
  const [name = ''] = path.split('?')
  await page.waitForResponse((reply) => new URL(reply.url()).pathname === name)
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))),
      ),
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

async function scrolling(browser: Browser, sluice: Sluice): Promise<Row[]> {
  const page = await openPage(browser, sluice)
  await page.goto(`${sluice.url}/admin/account`)
  await page.locator(FIRST_ROW).first().waitFor()
  // In a new browser the worker still fetches the console's files.
  await page.waitForTimeout(SETTLED_MS)
  const { frames, rows, seconds } = await page.evaluate(scroll, ROWS)
  const over = (ms: number) => frames.filter((frame) => frame > ms).length
  const minutes = Number(process.env.DESK_MINUTES ?? 0.5)
  await page.evaluate(stay, minutes * 60_000)
  const { heap, nodes } = await memoryOf(page)
  await page.context().close()
  const note = `${rows} rows, ${frames.length} frames in ${seconds.toFixed(1)} s, worst ${Math.max(...frames).toFixed(0)} ms, p99 ${percentile(frames, 0.99).toFixed(0)} ms`
  const share = (ms: number) => (over(ms) / frames.length) * 100
  return [
    { name: 'desk: frames over 17 ms, scrolling accounts', ours: share(17.5), unit: '%', note },
    {
      name: 'desk: frames over 33 ms, scrolling accounts',
      ours: share(34),
      unit: '%',
      target: '< 1',
    },
    { name: 'desk: frames over 50 ms, scrolling accounts', ours: share(50), unit: '%' },
    {
      name: `desk: heap after ${minutes} min of scrolling`,
      ours: heap / 1e6,
      unit: 'MB',
      target: '< 80',
    },
    { name: 'desk: nodes after it', ours: nodes, unit: '', target: '< 3000' },
  ]
}

async function memoryOf(page: Page): Promise<{ heap: number; nodes: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return { heap: usedSize, nodes: await page.locator('*').count() }
}

/** p99 of each list's call, four at a time. */
async function calls({ url, cookie }: Sluice): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, call: path } of LISTS) {
    const isPost = path.endsWith('accountWithPage')
    const { latency, requests, non2xx } = await autocannon({
      url: url + path,
      method: isPost ? 'POST' : 'GET',
      headers: { cookie, 'content-type': 'application/json' },
      ...(isPost && { body: JSON.stringify(PAGE) }),
      connections: 4,
      duration: SECONDS,
    })
    if (non2xx > 0) throw new Error(`${path}: ${non2xx} replies were no success`)
    const note = `p50 ${latency.p50} ms, ${requests.average.toFixed(0)} req/s by 4`
    rows.push({ name: `desk: p99 of the call for ${name}`, ours: latency.p99, unit: 'ms', note })
  }
  return rows
}

/** Extends 10,000 accounts, which is taken back by the same afterwards. */
async function bulk(sluice: Sluice): Promise<Row[]> {
  const ids = Array.from({ length: MANY }, (_, at) => at + 1)
  const selection = { of: 'account', ids }
  const post = (path: string, body: object) => call(sluice, 'POST', `/api/admin/job${path}`, body)
  const action = { kind: 'extend', time: MONTH }
  let [total, id] = [0, 0]
  const dry = await timed(async () => {
    total = JSON.parse((await post('/preview', { selection, action })).text).total
  })
  const begun = await timed(async () => {
    id = JSON.parse((await post('', { selection, action, expected: total })).text).id
  })
  const done = await timed(() => finished(sluice, id))
  await post(`/${id}/undo`, {})
  await finished(sluice, id)
  const row = (what: string, ms: number) => ({
    name: `desk: ${what} of ${total} extended`,
    ours: ms,
    unit: 'ms',
  })
  return [row('dry run', dry), row('start', begun), row('end', done)]
}

async function finished(sluice: Sluice, id: number): Promise<void> {
  for (;;) {
    const { text } = await call(sluice, 'GET', `/api/admin/job/${id}`)
    const { status } = JSON.parse(text)
    if (status !== 'running' && status !== 'undoing') return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
