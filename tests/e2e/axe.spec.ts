import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page, test } from '@playwright/test'
import { axeInBoth, axeInLight } from './support/axe.ts'
import { logIn, logInAsCustomer, setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'

test.describe.configure({ mode: 'parallel' })

let sluice: Awaited<ReturnType<typeof startSluice>>
test.beforeAll(async ({ request }) => {
  sluice = await startSluice(['--demo'])
  await setUpByCall(request, sluice.setupLink)
  showOffer(sluice.dataDir)
})
test.afterAll(() => sluice.stop())

/** Shows the offer to visitors, with every plan that is for everybody. */
function showOffer(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'sluice.db'))
  const rows = database.prepare('select "id" from "plan" where "baseId" = 0').all()
  const row = database.prepare(`select "value" from "setting" where "key" = 'base'`).get()
  const base = JSON.parse(String(row?.value ?? '{}'))
  const frontPage = { isEnable: true, line: 'Fast', trial: true, isIndexed: true }
  const value = { ...base, statusPage: true, frontPage: { ...frontPage, plans: rows.map(idOf) } }
  database
    .prepare(`update "setting" set "value" = ? where "key" = 'base'`)
    .run(JSON.stringify(value))
  database.close()
}
const idOf = ({ id }: Record<string, unknown>) => Number(id)

const PHONE = { width: 390, height: 844 }
const SIZES = [PHONE, { width: 1440, height: 900 }]
/**
 * What visitors see, and on a phone what routes.spec.ts does not open there. Each look takes seconds
 * of a core, so what two of them see alike is looked at by one, and by both in the soak.
 */
const SCREENS = ['/home/login', '/home/signup', '/home/plans', '/help', '/help/service']
const ON_A_PHONE = process.env.SOAK ? SCREENS : ['/home/plans']

/** Opens a screen; a dialog that opened by itself is closed. */
async function goTo(page: Page, address: string) {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(sluice.site + address)
  const heading = page.getByRole('heading', { level: 1 }).first()
  await expect(heading.or(page.getByRole('dialog')).first(), address).toBeVisible()
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
  await expect(heading, address).toBeVisible()
}

for (const size of SIZES)
  test(`axe finds nothing on what visitors see at ${size.width} pixels`, async ({ browser }) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: size })
    const page = await context.newPage()
    await page.addInitScript(() =>
      localStorage.setItem('sluice.choices', JSON.stringify({ language: 'en-US' })),
    )
    const findings: string[] = []
    for (const at of size === PHONE ? ON_A_PHONE : SCREENS) {
      await goTo(page, at)
      findings.push(...(await axeInBoth(page, at)))
    }
    await goTo(page, '/home/login')
    await page.getByRole('button', { name: /^Language/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    findings.push(...(await axeInBoth(page, 'the languages')))
    expect(findings).toEqual([])
    await context.close()
  })

/**
 * What is opened on a screen: at the width of a phone, where routes.spec.ts tries the screens; wide
 * as well in the soak.
 */
type Opened = { at: string; press: (string | RegExp)[] }

const INSIDE: Record<'user' | 'admin', { screens: readonly string[]; opened: readonly Opened[] }> =
  {
    user: {
      screens: ['/user/index', '/user/account', '/user/order', '/user/message', '/user/settings'],
      opened: [
        { at: '/user/index', press: ['Connect'] },
        { at: '/user/index', press: [/^Renew/] },
      ],
    },
    admin: {
      screens: [
        '/admin/index',
        '/admin/account',
        '/admin/account/1',
        '/admin/user',
        '/admin/pay',
        '/admin/message',
        '/admin/server',
        '/admin/settings',
      ],
      opened: [
        { at: '/admin/account/1', press: ['More'] },
        { at: '/admin/account/1', press: ['Extend'] },
        { at: '/admin/account/1', press: ['QR code'] },
        { at: '/admin/account', press: ['Sort and filter'] },
        { at: '/admin/pay', press: ['Filter'] },
      ],
    },
  }

for (const area of ['user', 'admin'] as const)
  for (const size of SIZES)
    test(`axe finds nothing in the ${area} area at ${size.width} pixels`, async ({ browser }) => {
      test.setTimeout(300_000)
      const context = await browser.newContext({ reducedMotion: 'reduce', viewport: size })
      context.setDefaultTimeout(15_000)
      const page = await context.newPage()
      await page.addInitScript(() =>
        localStorage.setItem('sluice.choices', JSON.stringify({ language: 'en-US' })),
      )
      if (area === 'user') await logInAsCustomer(page, sluice)
      else await logIn(page, sluice.site)
      await page.waitForURL(/index$/)
      const { screens, opened } = INSIDE[area]
      const findings: string[] = []
      // Of the customers' screens routes.spec.ts tries the colours of the dark.
      const look = area === 'user' && !process.env.SOAK ? axeInLight : axeInBoth
      for (const at of size === PHONE ? [] : screens) {
        await goTo(page, at)
        findings.push(...(await look(page, at)))
      }
      if (area === 'admin' && size !== PHONE) {
        await goTo(page, '/admin/pay')
        await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click()
        const order = page.getByRole('region', { name: 'Order', exact: true })
        await expect(order.getByRole('heading', { name: 'History' })).toBeVisible()
        findings.push(...(await axeInBoth(page, 'an order beside its list')))
      }
      for (const { at, press } of size === PHONE || process.env.SOAK ? opened : []) {
        await goTo(page, at)
        for (const name of press)
          await page
            .getByRole('button', { name, exact: typeof name === 'string' })
            .first()
            .click()
        await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible()
        const found = await axeInBoth(page, `${at}, ${press.join(', ')}`)
        // A menu is drawn over the page, in none of its regions.
        findings.push(...found.filter((one) => !/: region: .*fui-MenuPopover/.test(one)))
      }
      expect(findings).toEqual([])
      await context.close()
    })
