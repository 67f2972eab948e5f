import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page, test } from '@playwright/test'
import { axeInBoth } from './support/axe.ts'
import { logIn, logInAsCustomer, setUpSite } from './support/person.ts'
import { startSluice } from './support/server.ts'

test.describe.configure({ mode: 'parallel' })

let sluice: Awaited<ReturnType<typeof startSluice>>
test.beforeAll(async ({ browser }) => {
  sluice = await startSluice(['--demo'])
  const page = await browser.newPage()
  await setUpSite(page, sluice.setupLink)
  showOffer(sluice.dataDir)
  await page.close()
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

/** What visitors see. */
const SCREENS = ['/home/login', '/home/signup', '/home/plans', '/help', '/help/service']
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

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
    for (const at of SCREENS) {
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

/** What is opened on a screen: at the width of a phone too, where routes.spec.ts tries the screens. */
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
      for (const at of size.width === 390 ? [] : screens) {
        await goTo(page, at)
        findings.push(...(await axeInBoth(page, at)))
      }
      for (const { at, press } of opened) {
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
