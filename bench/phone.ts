import { chromium, type Page } from 'playwright'
import { byHand, type Hand, type Job, phone } from './hand.ts'
import { call, type Sluice, startSluice } from './server.ts'
import type { Row } from './table.ts'

type DeskJob = Job & { work: (hand: Hand, port: number) => Promise<void> }

const JOBS: DeskJob[] = [
  { name: 'find an account by its port', target: '2 taps', work: openAccount },
  {
    name: 'extend by a month',
    before: 3,
    target: '<= 3 taps',
    work: (hand, port) => command(hand, `extend ${port} by 1 month`),
  },
  { name: 'reset the traffic', work: (hand, port) => command(hand, `reset ${port}`) },
  {
    name: 'see why it does not work',
    before: 2,
    async work(hand, port) {
      await openAccount(hand, port)
      await hand.page.getByText('Last connected', { exact: true }).waitFor()
    },
  },
  {
    name: 'answer a message',
    before: 2,
    async work({ page, tap, type }) {
      await tap(page.locator('a[href*="/admin/message/"]').first())
      await type(page.getByLabel('Your message'), 'It works again, thank you for waiting.')
      await tap(page.getByRole('button', { name: 'Send', exact: true }))
      await page.getByText('It works again').last().waitFor()
    },
  },
  {
    name: 'add a user with an account',
    before: 8,
    target: '<= 5 taps',
    async work({ page, tap, type }) {
      await goTo({ page, tap, type }, 'Users')
      await tap(page.getByRole('button', { name: 'Add user' }).last())
      await type(page.getByLabel('Email', { exact: true }), `bench${Date.now()}@example.com`)
      await type(page.getByLabel('Password', { exact: true }), 'a good password')
      const account = page.getByLabel('Account', { exact: true })
      // The system's own list, which chooses with its second tap.
      await tap(account)
      await account.selectOption({ index: 1 })
      await tap(page.getByRole('button', { name: 'Add user' }))
      await page.getByText('The user was added.').waitFor()
    },
  },
  {
    name: 'extend all that end within a day',
    before: 8,
    target: '<= 6 taps',
    async work({ page, tap }) {
      await tap(page.getByRole('link', { name: /expires? within a day/ }))
      await tap(page.getByRole('button', { name: 'Select accounts' }))
      await tap(page.getByRole('button', { name: /^All / }).first())
      await tap(page.getByRole('button', { name: 'Actions' }))
      await tap(page.getByRole('menuitem', { name: 'Extend or shorten' }))
      await tap(page.getByRole('button', { name: /^Apply to / }))
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    name: 'export the accounts as a table',
    before: 3,
    async work({ page, tap, type }) {
      await goTo({ page, tap, type }, 'Accounts')
      const saved = page.waitForEvent('download')
      await tap(page.getByRole('button', { name: 'Download as a table' }))
      await saved
    },
  },
  {
    name: 'make a batch of recharge codes',
    before: 7,
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
  {
    name: 'ban for half an hour',
    target: '<= 3 taps',
    work: (hand, port) => command(hand, `ban ${port}`),
  },
  {
    name: 'see an order and its history',
    async work({ page, tap, type }) {
      await goTo({ page, tap, type }, 'Orders')
      await tap(page.locator('main [data-index="0"] button, main [data-index="0"] a').first())
      await page.getByRole('dialog').getByText('History').waitFor()
    },
  },
  // Last, as the others know the account by its port.
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
]

/**
 * The commonest jobs of an admin with so many accounts on a phone, each from home: seconds, and in
 * the note taps and typing.
 */
export async function measurePhone(accounts: number): Promise<Row[]> {
  const sluice = await startSluice(accounts, 8_096)
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    await makeRoom(sluice)
    const port = await findPort(sluice)
    const context = await phone(browser)
    const [name = '', value = ''] = sluice.cookie.split('=')
    await context.addCookies([{ name, value, url: sluice.url }])
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    // Once before, as on any day but the first.
    await page.goto(`${sluice.url}/admin/index`)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const rows: Row[] = []
    for (const job of JOBS) rows.push(await measure(page, sluice.url, job, port))
    return rows.map((row) => ({ ...row, name: `${row.name}, ${accounts}` }))
  } finally {
    await browser.close()
    await sluice.stop()
  }
}

async function measure(page: Page, url: string, job: DeskJob, port: number): Promise<Row> {
  await page.goto(`${url}/admin/index`)
  await page.getByText('Needs attention').waitFor()
  return byHand(page, job, (hand) => job.work(hand, port))
}

async function goTo({ page, tap }: Hand, place: string): Promise<void> {
  await tap(page.getByRole('button', { name: 'Menu', exact: true }))
  await tap(page.getByRole('dialog').getByRole('link', { name: place, exact: true }))
}

async function search({ page, tap, type }: Hand, text: string): Promise<void> {
  await tap(page.getByRole('button', { name: 'Search', exact: true }))
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
