import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page, test } from '@playwright/test'
import { closeByKey } from './support/dialog.ts'
import { logIn, setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'
import { addPaypal } from './support/shop.ts'

let sluice: Awaited<ReturnType<typeof startSluice>>
test.beforeAll(async ({ request }) => {
  sluice = await startSluice(['--demo'])
  await setUpByCall(request, sluice.setupLink)
  // What the demo has none of: a WireGuard server, which no node of this machine is behind, a way
  // of paying, and a customer with two accounts.
  const database = new DatabaseSync(join(sluice.dataDir, 'sluice.db'))
  database.exec(`insert into "server" ("type", "plane", "name", "host", "port", "method", "net",
    "key", "wgPort") values ('WireGuard', 'manager', 'Tunnel', '192.0.2.9', 4001, 'aes-256-gcm',
    '10.9.0.1/16', '${'A'.repeat(43)}=', 51820)`)
  database.close()
  addPaypal(sluice.dataDir)
  const admin = `${sluice.site}/api/admin`
  const free = await (await request.get(`${admin}/user/account`)).json()
  const search = encodeURIComponent(sluice.customer.email)
  const found = await (await request.get(`${admin}/user?search=${search}`)).json()
  const given = await request.put(`${admin}/user/${found.users[0].id}/${free[0].id}`)
  expect(given.ok()).toBe(true)
})
test.afterAll(() => sluice.stop())

/** How a dialog of the specification's section 2 is opened, and what it is then called. */
type Dialog = {
  /** What the specification calls it. */
  spec: string
  at: string
  open: (page: Page) => Promise<unknown>
  name: string | RegExp
  /** Where it is no dialog but a part of the page. */
  as?: 'heading' | 'region'
}

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const choose = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(menu)(page)
  await page.getByRole('menuitem', { name: item }).click()
}
const nothing = async () => undefined

const ADMIN: Dialog[] = [
  {
    spec: 'IP list',
    at: '/admin/account/1',
    open: choose('More', 'Client IPs'),
    name: /^Client IPs of account/,
  },
  { spec: 'ban', at: '/admin/account/1', open: choose('More', 'Ban'), name: /^Ban account/ },
  {
    spec: 'expire-time adjuster',
    at: '/admin/account/1',
    open: press('Extend'),
    name: /^Expiry of account/,
  },
  {
    spec: 'subscription',
    at: '/admin/account/1',
    open: choose('More', 'Subscription link'),
    name: 'Subscription',
  },
  {
    spec: 'WireGuard config',
    at: '/admin/account/1',
    open: choose('More', 'WireGuard config'),
    name: 'WireGuard on Tunnel',
  },
  { spec: 'QR code', at: '/admin/account/1', open: press('QR code'), name: /^QR code of account/ },
  {
    spec: 'confirm',
    at: '/admin/account/1',
    open: choose('More', 'Delete account'),
    name: /^Delete account/,
  },
  {
    spec: 'account sort',
    at: '/admin/account',
    open: press('Sort and filter'),
    name: 'Sort and filter',
  },
  { spec: 'add account', at: '/admin/account', open: press('Add account'), name: 'Add account' },
  { spec: 'user sort', at: '/admin/user', open: press('Sort and filter'), name: 'Sort and filter' },
  {
    spec: 'add account to user',
    at: '/admin/user/2',
    open: choose('More', 'Add account'),
    name: /^Account for/,
  },
  { spec: 'user group', at: '/admin/user/2', open: press('Change the group'), name: /^Group of/ },
  {
    spec: 'edit user comment',
    at: '/admin/user/2',
    open: press('Edit the comment'),
    name: 'Comment',
  },
  { spec: 'send email', at: '/admin/user/2', open: press('Send an email'), name: /^Email to/ },
  { spec: 'MAC account', at: '/admin/user/2', open: press('Add a device'), name: 'Add a device' },
  { spec: 'order filter', at: '/admin/pay', open: press('Filter'), name: 'Filter' },
  {
    spec: 'order info',
    at: '/admin/pay',
    open: (page) => page.getByRole('link', { name: /@/ }).first().click(),
    name: 'Order',
  },
  {
    spec: 'server chart options',
    at: '/admin/server/1',
    open: press('Chart options'),
    name: 'Chart options',
  },
  {
    spec: 'add gift-card batch',
    at: '/admin/settings/giftcard',
    open: press('Create codes'),
    name: 'Create recharge codes',
  },
  {
    spec: 'mail template edit',
    at: '/admin/settings/mail?tab=texts',
    open: press('Edit: Sign-up code'),
    name: 'Sign-up code',
  },
  {
    spec: 'group orders',
    at: '/admin/settings/group',
    open: choose(/^More for/, 'Plans…'),
    name: 'Plans of the group',
  },
  {
    spec: 'set group notices',
    at: '/admin/settings/group',
    open: choose(/^More for/, 'Announcements…'),
    name: 'Announcements for the group',
  },
  {
    spec: 'order servers',
    at: '/admin/settings/order',
    open: choose(/^More for/, 'Servers…'),
    name: 'Servers of the plan',
  },
  {
    spec: 'order groups',
    at: '/admin/settings/order',
    open: choose(/^More for/, 'Who can buy it…'),
    name: 'Who can buy the plan',
  },
  {
    spec: 'notice groups',
    at: '/admin/notice/1',
    open: async (page) => {
      const some = page.getByRole('switch', { name: 'Selected groups' })
      if (!(await some.isChecked())) await some.click()
    },
    name: 'Groups',
    as: 'heading',
  },
  {
    // Where there is room it is beside the text.
    spec: 'markdown preview',
    at: '/admin/notice/1',
    open: nothing,
    name: 'Preview',
    as: 'region',
  },
]

const USER: Dialog[] = [
  { spec: 'auto-pop announcements', at: '/user/index', open: nothing, name: /./ },
  {
    spec: 'change port password',
    at: '/user/account',
    open: press('Change proxy password'),
    name: /^Change the password of account/,
  },
  {
    spec: 'payment',
    at: '/user/account',
    open: press(/^(Renew( for .*)?|Buy traffic or renew)$/),
    name: /^Renew account/,
  },
  {
    spec: 'pay by recharge code',
    at: '/user/account',
    open: async (page) => {
      await press(/^(Renew( for .*)?|Buy traffic or renew)$/)(page)
      // Where the account's plan is sold, paying for it comes first.
      const redeem = page.getByRole('button', { name: /^Redeem a recharge code/ })
      const other = page.getByRole('button', { name: 'Another payment method' })
      await expect(redeem.or(other)).toBeVisible()
      if (await other.isVisible()) await other.click()
      await redeem.click()
    },
    name: 'Recharge code',
  },
  {
    spec: 'QR code and links',
    at: '/user/account',
    open: press('Connect'),
    name: /^Connect account/,
  },
  {
    spec: 'current-account change choice',
    at: '/user/account',
    open: press('Choose an account'),
    name: 'Choose an account',
  },
  { spec: 'alert', at: '/home/ref/123', open: nothing, name: 'Log out first', as: 'heading' },
]

const VISITOR: Dialog[] = [
  { spec: 'language chooser', at: '/home/login', open: press(/^Language/), name: 'Language' },
]

/** Opens each in turn, with one visit per address; returns all that failed. */
async function openAll(page: Page, dialogs: readonly Dialog[]) {
  page.setDefaultTimeout(10_000)
  const failed: string[] = []
  let here = ''
  for (const dialog of dialogs) {
    const { spec, at } = dialog
    try {
      if (at !== here) {
        await page.goto(sluice.site + at)
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading.or(page.getByRole('dialog')).first()).toBeVisible()
      }
      here = at
      await test.step(spec, () => openOne(page, dialog))
    } catch (error) {
      failed.push(`${spec}: ${String(error)}`)
      // A dialog left open would cover the next.
      here = ''
    }
  }
  expect(failed).toEqual([])
}

async function openOne(page: Page, { open, name, as }: Dialog) {
  await open(page)
  const exact = typeof name === 'string'
  if (as) {
    const part = page.getByRole(as, { name, exact }).or(page.getByRole('group', { name, exact }))
    await expect(part.first()).toBeVisible({ timeout: 10_000 })
    return
  }
  const shown = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
  await expect(shown.first()).toBeVisible({ timeout: 10_000 })
  await closeByKey(page, shown)
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

// Visitors are greeted in the language of the site, which the demo has Chinese.
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('sluice.choices', JSON.stringify({ language: 'en-US' })),
  ),
)

test('a visitor opens every dialog', ({ page }) => openAll(page, VISITOR))

test('a customer opens every dialog', async ({ page }) => {
  await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
  await expect(page).toHaveURL(/\/user\/index$/)
  await openAll(page, USER)
})

test('the main admin opens every dialog', async ({ page }) => {
  await logIn(page, sluice.site)
  await expect(page).toHaveURL(/\/admin\/index$/)
  await openAll(page, ADMIN)
})
