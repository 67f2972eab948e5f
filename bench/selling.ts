import { type Browser, chromium, type Page } from 'playwright'
import { BOSS, logIn } from '../tests/e2e/support/person.ts'
import { openShop, type Shop } from '../tests/e2e/support/selling.ts'
import { startClient } from '../tests/e2e/support/traffic.ts'
import { byHand, type Hand, phone } from './hand.ts'
import type { Row } from './table.ts'

const EMAIL = 'new@example.com'
const PASSWORD = 'customer password'

/**
 * Five jobs of a customer on one phone and the refund that may follow, in a shop that sells: with
 * mail, Alipay's stand-in, a real port and a real client.
 */
export async function measureSelling(): Promise<Row[]> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const desk = await (await browser.newContext({ locale: 'en-US' })).newPage()
    const shop = await openShop(desk)
    try {
      return [...(await byCustomer(browser, shop)), await refund(browser, shop)]
    } finally {
      await shop.close()
    }
  } finally {
    await browser.close()
  }
}

async function byCustomer(browser: Browser, shop: Shop): Promise<Row[]> {
  const context = await phone(browser)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  // The app takes its link, as on a phone; a browser that knows no such app would stop here.
  await page.addInitScript(() =>
    addEventListener('click', (event) => {
      const isLink = event.target instanceof Element && event.target.closest('a[href^="hiddify:"]')
      if (isLink) event.preventDefault()
    }),
  )
  await page.goto(`${shop.site}/home/signup`)
  const first = { name: 'sign up, pay, import, connected', target: '<= 180' }
  const rows = [await byHand(page, first, (hand) => fromSignUp(hand, shop))]
  for (const { name, target, work } of HOME_JOBS) {
    await page.goto(`${shop.site}/user/index`)
    await page.getByRole('button', { name: /^Renew/ }).waitFor()
    rows.push(await byHand(page, { name, target }, work))
  }
  await context.close()
  return rows
}

/** What a customer comes for who has an account, each from home. */
const HOME_JOBS = [
  {
    name: 'the same again, up to the payment',
    target: '1 tap',
    async work({ page, tap }: Hand) {
      await tap(page.getByRole('button', { name: /^Renew/ }))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Alipay/ })
        .waitFor()
    },
  },
  {
    name: 'import into an app once more',
    target: '<= 3 taps',
    async work({ page, tap }: Hand) {
      await tap(page.getByRole('button', { name: 'Connect' }).first())
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /^Import into/ })
        .waitFor()
    },
  },
  {
    name: 'see why it does not connect',
    async work({ page, tap }: Hand) {
      await tap(page.getByRole('button', { name: 'Cannot connect? Check now' }))
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'ask the support',
    async work({ page, tap, type }: Hand) {
      await tap(page.getByRole('link', { name: /^Messages/ }).first())
      await type(page.getByLabel('Your message'), 'Which server is fastest in Osaka?')
      await tap(page.getByRole('button', { name: 'Send', exact: true }))
      await page.getByText('Which server is fastest').last().waitFor()
    },
  },
]

/** From the address of the sign-up to the first bytes through the new account. */
async function fromSignUp({ page, tap, type }: Hand, shop: Shop): Promise<void> {
  await type(page.getByLabel('Email', { exact: true }), EMAIL)
  await tap(page.getByRole('button', { name: 'Send code' }))
  await type(page.getByLabel('Code from the email'), await mailedCode(shop))
  await type(page.getByLabel('Password', { exact: true }), PASSWORD)
  await tap(page.locator('button[type=submit]'))
  await tap(page.getByRole('button', { name: 'Choose a plan' }).first())
  const dialog = page.getByRole('dialog')
  await tap(dialog.getByRole('button', { name: /Alipay/ }).first())
  await tap(dialog.getByRole('button', { name: /^Pay .* with Alipay/ }))
  const opens = page.context().waitForEvent('page')
  await tap(page.getByRole('link', { name: 'Open Alipay on this phone' }))
  const alipay = await opens
  await tap(alipay.getByRole('button', { name: 'Pay' }))
  await alipay.getByRole('heading', { name: 'Paid' }).waitFor()
  await alipay.close()
  await tap(dialog.getByRole('button', { name: 'Connect' }))
  await tap(dialog.getByRole('radio', { name: /Hiddify/ }))
  const button = dialog.getByRole('link', { name: 'Import into Hiddify' })
  const link = await button.getAttribute('href')
  await tap(button)
  await connect(link ?? '', shop)
  await dialog.getByText('Connected', { exact: true }).waitFor()
}

async function mailedCode({ smtp }: Shop): Promise<string> {
  for (;;) {
    const mail = smtp.received.find(({ to }) => to.includes(EMAIL))
    const [, code] = /\[ (\d{6}) \]/.exec(mail?.text ?? '') ?? []
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** What the app does with the link it was opened with: reads it, and connects. */
async function connect(appLink: string, { target }: Shop): Promise<void> {
  const [, subscription = ''] = /^hiddify:\/\/import\/([^#]+)#/.exec(appLink) ?? []
  const reply = await fetch(subscription, { headers: { 'user-agent': 'HiddifyNext/2.5.7' } })
  const lines = Buffer.from(await reply.text(), 'base64')
    .toString()
    .split('\n')
  const client = await startClient(lines.find((line) => line.startsWith('ss://')) ?? '')
  await client.download(`${target.url}/1`)
  client.stop()
}

async function refund(browser: Browser, shop: Shop): Promise<Row> {
  const context = await phone(browser)
  const page: Page = await context.newPage()
  await logIn(page, shop.site, BOSS.email, BOSS.password)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const job = { name: 'refund an order', before: 5, target: '<= 4 taps' }
  const row = await byHand(page, job, async ({ tap }) => {
    await tap(page.getByRole('link', { name: /paid order/i }).first())
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    await tap(page.getByRole('main').getByText(EMAIL).first())
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Refund…' }))
    const dialog = page.getByRole('alertdialog')
    await tap(dialog.getByRole('checkbox').last())
    await tap(dialog.getByRole('button', { name: 'Refund' }))
    await dialog.waitFor({ state: 'detached' })
  })
  await context.close()
  return row
}
