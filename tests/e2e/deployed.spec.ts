import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { startDeployed } from '../support/deployed/server.ts'
import { EVERY } from './support/addresses.ts'
import { closeByKey } from './support/dialog.ts'
import { go } from './support/go.ts'
import { logIn } from './support/person.ts'

// An older server redirects calls it does not know to its first page, answers plans with 401 to
// other admins, and never answers where there is nothing: the console has to live with all of it.

const PEOPLE = {
  main: 'main@example.test',
  reseller: 'reseller@example.test',
  customer: 'ann@example.test',
}
const passwordOf = (email: string) => `${email.split('@')[0]}-pass`

let server: Awaited<ReturnType<typeof startDeployed>>
test.beforeEach(async () => {
  server = await startDeployed({ screens: 'dist' })
})
test.afterEach(() => server.stop())

/** Opens the console in English and notes every error it throws. */
async function open(context: BrowserContext, email?: string) {
  await context.addInitScript(() =>
    localStorage.setItem('sluice.choices', JSON.stringify({ language: 'en-US' })),
  )
  const page = await context.newPage()
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  if (email) {
    await logIn(page, server.url, email, passwordOf(email))
    await page.waitForURL(/\/(admin|user)\/index$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  return { page, thrown }
}

/** Opens an address, waits until the screen is drawn, and returns its text. */
async function visit(page: Page, path: string, how: 'load' | 'go' = 'load') {
  if (how === 'load') await page.goto(server.url + path)
  else await go(page, path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-label="Loading"]')).toHaveCount(0)
  return page.locator('body').innerText()
}

const BROKEN = /Not loaded|Network error|No connection to the server/

// What is requested here does not exist, and an older server does not answer that at all.
const GONE = ['/admin/notice/new/none']

for (const [role, email] of Object.entries(PEOPLE))
  test(
    `${role}: every screen stands, and looking changes nothing`,
    {
      // A group admin's screens are nearly all of the main admin's, and fewer are offered.
      tag: role === 'main' ? '@soak' : [],
    },
    async ({ context }) => {
      test.setTimeout(480_000)
      const { page, thrown } = await open(context, email)
      const before = JSON.stringify(server.shop)
      const area = role === 'customer' ? 'user' : 'admin'
      if (area === 'user') {
        // The announcement opens by itself, and hides the screen from who looks for it by role.
        const announcement = page.getByRole('dialog')
        await expect(announcement).toBeVisible()
        await closeByKey(page, announcement)
      }
      for (const path of EVERY[area].filter((one) => !GONE.includes(one))) {
        // To load each again takes twice as long.
        const text = await visit(page, path, process.env.SOAK ? 'load' : 'go')
        expect.soft(text, path).not.toMatch(BROKEN)
        expect.soft(new URL(page.url()).pathname, path).toMatch(new RegExp(`^/${area}/`))
      }
      expect(thrown).toEqual([])
      expect(JSON.stringify(server.shop)).toBe(before)
      const writes = server.requested.filter(
        ({ method, path }) => method !== 'GET' && !isQuestion(path),
      )
      expect(writes).toEqual([])
    },
  )

const isQuestion = (path: string) =>
  /accountWithPage|home\/(log|ref)|searchSource|searchRef/.test(path)

test('visitor: every screen loads', async ({ context }) => {
  const { page, thrown } = await open(context)
  for (const path of EVERY.home)
    expect.soft(await visit(page, path), path).not.toMatch(/Not loaded/)
  await page.goto(`${server.url}/home/setup/anything`)
  await expect(page.getByText('The server does not offer this.')).toBeVisible()
  expect(thrown).toEqual([])
})

test('another origin: the same console over CORS', async ({ context }) => {
  const api = await startDeployed({ origin: server.url })
  try {
    await context.route('**/config.json', (route) => route.fulfill({ json: { apiBase: api.url } }))
    const { page, thrown } = await open(context, PEOPLE.main)
    for (const path of ['/admin/pay', '/admin/user/3', '/admin/settings/mail'])
      expect.soft(await visit(page, path), path).not.toMatch(BROKEN)
    expect(server.requested).toEqual([])
    expect(thrown).toEqual([])
  } finally {
    await api.stop()
  }
})

test('actions change what was requested and nothing else', async ({ context }) => {
  test.setTimeout(480_000)
  const { page, thrown } = await open(context, PEOPLE.main)
  const { shop } = server
  const go = (path: string) => visit(page, path)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).last().click()

  await test.step('a server with its node', async () => {
    await go('/admin/addServer?where=here')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Oslo')
    await page.getByLabel('Public address').fill('127.0.0.9')
    await page.getByLabel('Port of the node').fill('6002')
    await page.getByLabel('Password of the node').fill('node-secret-9')
    await press('Add server')
    await expect
      .poll(() => shop.servers.find(({ name }) => name === 'Oslo'))
      .toMatchObject({
        type: 'Shadowsocks',
        host: '127.0.0.9',
        port: 6002,
        password: 'node-secret-9',
        shift: 0,
      })
  })

  await test.step('a server’s comment alone', async () => {
    const before = structuredClone(shop.servers[0])
    await go('/admin/server/1/edit')
    await page.getByLabel('Comment').fill('fast')
    await press('Save')
    await expect.poll(() => shop.servers[0]).toEqual({ ...before, comment: 'fast' })
  })

  await test.step('a plan for one server: its name alone', async () => {
    const before = structuredClone(shop.plans.find(({ id }) => id === 8))
    await go('/admin/settings/editOrder/8')
    await page.getByRole('textbox', { name: /^Name/ }).first().fill('Only Berlin')
    await press('Save')
    await expect
      .poll(() => shop.plans.find(({ id }) => id === 8))
      .toMatchObject({ name: 'Only Berlin', server: '[1]', flow: before?.flow, alipay: 9.99 })
  })

  await test.step('a group with a list of plans: its comment alone', async () => {
    const before = structuredClone(shop.groups[1])
    await go('/admin/settings/editGroup/1')
    await page.getByLabel('Comment').fill('resold')
    await press('Save')
    await expect.poll(() => shop.groups[1]).toEqual({ ...before, comment: 'resold' })
    expect(shop.notices[1]).toMatchObject({ groups: [1] })
  })

  await test.step('an announcement is gone at once', async () => {
    await go('/admin/notice/1')
    await press('Delete')
    const began = Date.now()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/\/admin\/notice$/)
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(shop.notices.map(({ id }) => id)).toEqual([2])
  })

  await test.step('a text of the mails', async () => {
    await go('/admin/settings/mail')
    await expect(page.getByRole('tab')).toHaveText(['Templates'])
  })

  await test.step('a period price saves itself', async () => {
    await go('/admin/settings/editPayment/month')
    await page
      .getByLabel(/Alipay/)
      .first()
      .fill('12')
    await expect
      .poll(() => shop.settings.payment?.month, { timeout: 20_000 })
      .toMatchObject({ alipay: 12 })
  })

  await test.step('orders stand in the lists there are', async () => {
    await go('/admin/pay')
    await expect(page.getByText('ann@example.test').first()).toBeVisible()
    await page.getByRole('tab', { name: 'Recharge code' }).click()
    await expect(page.getByText('Redeemed', { exact: true }).first()).toBeVisible()
  })

  await test.step('the palette finds screens and blanks nothing', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('grou')
    await expect(page.getByRole('option', { name: /Groups/ })).toBeVisible()
    await expect(page.getByText('The server does not offer this.')).toHaveCount(0)
  })

  await test.step('nothing is warned of that is not so', async () => {
    expect(await go('/admin/index')).not.toMatch(/accounts? expires? within|no traffic left/)
    await go('/admin/user/3')
    await expect(page.getByText(/5\s?GB/).first()).toBeVisible()
  })

  await test.step('an account that is gone', async () => {
    await page.goto(`${server.url}/admin/account/99`)
    await expect(page.getByText('This does not exist, or you may not see it.')).toBeVisible({
      timeout: 25_000,
    })
  })
  expect(thrown).toEqual([])
})

test('an account without an end is added, and an edit keeps its start', async ({ context }) => {
  const { page } = await open(context, PEOPLE.main)
  const { shop } = server
  const before = structuredClone(shop.accounts[0])
  await visit(page, '/admin/account/1/edit')
  await page.getByLabel('Delete automatically').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => shop.accounts[0]?.autoRemove).toBe(1)
  expect(JSON.parse(shop.accounts[0]?.data ?? '')).toEqual(JSON.parse(before?.data ?? ''))

  await visit(page, '/admin/addAccount')
  await page.getByLabel('Type').selectOption('1')
  await page.getByLabel('Port', { exact: true }).fill('50111')
  await page.getByRole('button', { name: 'Add account' }).click()
  await expect.poll(() => shop.accounts.find(({ port }) => port === 50_111)?.type).toBe(1)
})

test('a group admin opens the accounts and stays', async ({ context }) => {
  const { page } = await open(context, PEOPLE.reseller)
  await page.getByRole('link', { name: 'Accounts' }).first().click()
  await expect(page.getByText('21001')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/account/)
  expect(server.requested.filter(({ status }) => status === 401)).toEqual([])
})

test('a customer sees quota and end, and no format the server does not know', async ({
  context,
}) => {
  const { page } = await open(context, PEOPLE.customer)
  await visit(page, '/user/account')
  await expect(page.locator('body')).toContainText(/5\s?GB/)
  await expect(page.locator('body')).not.toContainText('Messages')
})
