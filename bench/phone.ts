import type { Browser, Locator, Page } from 'playwright'
import { call, type Sluice } from './server.ts'
import type { Row } from './table.ts'

/** What a hand does in a job, counted. */
type Hand = {
  page: Page
  tap: (what: Locator) => Promise<void>
  /** Typing, as text goes in by a keyboard that completes it. */
  type: (where: Locator, text: string) => Promise<void>
}

type Job = { name: string; work: (hand: Hand, port: number) => Promise<void> }

const JOBS: Job[] = [
  { name: 'find an account by its port', work: openAccount },
  { name: 'extend by a month', work: (hand, port) => command(hand, `extend ${port} by 1 month`) },
  { name: 'reset the traffic', work: (hand, port) => command(hand, `reset ${port}`) },
  {
    name: 'change the port',
    async work(hand, port) {
      await openAccount(hand, port)
      await fromMenu(hand, 'Change the port')
      const dialog = hand.page.getByRole('alertdialog').or(hand.page.getByRole('dialog'))
      const field = dialog.getByLabel('Port', { exact: true })
      await hand.tap(dialog.getByRole('button', { name: 'Suggest a free one' }))
      await waitUntil(async () => (await field.inputValue()) !== String(port))
      await hand.tap(dialog.getByRole('button', { name: 'Change', exact: true }))
      await hand.page.getByText(/The account is on port \d+ now/).waitFor()
    },
  },
  {
    name: 'see why it does not work',
    async work(hand, port) {
      await openAccount(hand, port)
      await hand.page.getByText('Last connected', { exact: true }).waitFor()
    },
  },
  {
    name: 'answer a message',
    async work({ page, tap, type }) {
      await tap(page.locator('a[href*="/admin/message/"]').first())
      await type(page.getByLabel('Your message'), 'It works again, thank you for waiting.')
      await tap(page.getByRole('button', { name: 'Send', exact: true }))
      await page.getByText('It works again').last().waitFor()
    },
  },
  {
    name: 'add a user with an account',
    async work({ page, tap, type }) {
      await goTo({ page, tap, type }, 'Users')
      await tap(page.getByRole('button', { name: 'Add user' }).last())
      await type(page.getByLabel('Email', { exact: true }), `bench${Date.now()}@example.com`)
      await type(page.getByLabel('Password', { exact: true }), 'a good password')
      await tap(page.getByRole('button', { name: 'Add user' }))
      await tap(page.getByRole('button', { name: 'Add', exact: true }))
      await tap(page.getByRole('button', { name: 'Create a new account' }))
      const free = page.getByRole('alertdialog').getByLabel('Port', { exact: true })
      await waitUntil(async () => (await free.inputValue()) !== '')
      await tap(page.getByRole('button', { name: 'Add account' }).last())
      await page.getByText('The account was added.').waitFor()
    },
  },
  {
    name: 'make a batch of recharge codes',
    async work({ page, tap, type }) {
      await goTo({ page, tap, type }, 'Settings')
      await tap(page.getByRole('link', { name: /Recharge codes/ }))
      await tap(page.getByRole('button', { name: 'Create codes' }).first())
      const dialog = page.getByRole('alertdialog')
      // The system's own list: a tap opens it, another chooses.
      await tap(dialog.getByLabel('Plan'))
      await dialog.getByLabel('Plan').selectOption({ index: 1 })
      await tap(dialog.getByRole('button', { name: 'Create codes' }))
      await page.waitForURL(/giftcard\/batch\/\d+/)
    },
  },
  { name: 'ban for half an hour', work: (hand, port) => command(hand, `ban ${port}`) },
  {
    name: 'see an order and its history',
    async work({ page, tap, type }) {
      await goTo({ page, tap, type }, 'Orders')
      await tap(page.locator('main [data-index="0"] button, main [data-index="0"] a').first())
      await page.getByRole('dialog').getByText('History').waitFor()
    },
  },
]

/** The ten commonest jobs of an admin on a phone: seconds, and in the note taps and typing. */
export async function measureJobs(browser: Browser, sluice: Sluice): Promise<Row[]> {
  await makeRoom(sluice)
  const port = await findPort(sluice)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 3,
  })
  const [name = '', value = ''] = sluice.cookie.split('=')
  await context.addCookies([{ name, value, url: sluice.url }])
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  // Once before, as on any day but the first.
  await page.goto(`${sluice.url}/admin/index`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const rows: Row[] = []
  for (const job of JOBS) rows.push(await measure(page, sluice.url, job, port))
  await context.close()
  return rows
}

async function measure(page: Page, url: string, { name, work }: Job, port: number): Promise<Row> {
  await page.goto(`${url}/admin/index`)
  await page.getByText('Needs attention').waitFor()
  let [taps, keys] = [0, 0]
  const hand: Hand = {
    page,
    async tap(what) {
      taps += 1
      await what.tap({ timeout: 60_000 })
    },
    async type(where, text) {
      keys += text.length
      await where.fill(text, { timeout: 60_000 })
    },
  }
  const before = performance.now()
  await work(hand, port).catch((error: unknown) => {
    throw new Error(`on a phone: ${name}`, { cause: error })
  })
  const ours = (performance.now() - before) / 1000
  const typing = keys > 0 ? `, ${keys} characters` : ''
  return { name: `phone: ${name}`, ours, unit: 's', note: `${taps} taps${typing}` }
}

async function goTo({ page, tap }: Hand, place: string): Promise<void> {
  await tap(page.getByRole('button', { name: 'Open the menu' }))
  await tap(page.getByRole('dialog').getByRole('link', { name: place, exact: true }))
}

async function search({ page, tap, type }: Hand, text: string): Promise<void> {
  await tap(page.getByRole('button', { name: 'Search and commands' }))
  await type(page.getByRole('combobox', { name: 'Search and commands' }), text)
}

async function openAccount(hand: Hand, port: number): Promise<void> {
  await search(hand, String(port))
  await hand.tap(
    hand.page.getByRole('option', { name: new RegExp(`(^|\\D)${port}(\\D|$)`) }).first(),
  )
  await hand.page.getByRole('heading', { level: 1, name: `Account ${port}` }).waitFor()
}

async function fromMenu({ page, tap }: Hand, item: string): Promise<void> {
  await tap(page.getByRole('button', { name: 'More', exact: true }).first())
  await tap(page.getByRole('menuitem', { name: item }))
}

async function command(hand: Hand, text: string): Promise<void> {
  const { page, tap } = hand
  await search(hand, text)
  await tap(page.getByRole('option').first())
  await tap(page.getByRole('button', { name: 'Confirm' }))
  await page.getByRole('button', { name: 'Confirm' }).waitFor({ state: 'detached' })
}

/** The port of an account with a quota that ends some day. */
async function findPort(sluice: Sluice): Promise<number> {
  const filter = { expired: false, unexpired: true, unlimit: false, mac: false, orderId: 0 }
  const body = { page: 1, pageSize: 30, search: '', sort: 'expire_desc', filter }
  const { text } = await call(sluice, 'POST', '/api/admin/accountWithPage', body)
  const { account } = JSON.parse(text)
  return account[0].port
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it does not come')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The demo fills the usual range of ports; new ones come from above it. */
async function makeRoom(sluice: Sluice): Promise<void> {
  const { text } = await call(sluice, 'GET', '/api/admin/setting/account')
  const port = { start: 61_000, end: 65_000, random: true }
  const data = { ...JSON.parse(text), port }
  await call(sluice, 'PUT', '/api/admin/setting/account', { data })
}
