import { expect, type Page, test } from '@playwright/test'
import { waitUntilCached } from './support/cached.ts'
import { demoSite } from './support/demo.ts'
import { closeByKey } from './support/dialog.ts'
import { logInAsCustomer } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

const sluice = demoSite()

const account = (page: Page) => page.getByRole('button', { name: /Connect|连接/ }).first()

test('a device without room keeps nothing and works; with room again it works offline', async ({
  page,
  context,
}) => {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.stack ?? String(error)))
  const session = await context.newCDPSession(page)
  const origin = sluice.site
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 50_000 })
  const tried = context.waitForEvent('serviceworker')

  await logInAsCustomer(page, sluice)
  await tried
  // A worker that could not fetch its files is none.
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
  await expect.poll(registered).toBe(false)
  for (const address of ['/user/account', '/user/order', '/user/index']) {
    await page.goto(sluice.site + address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(account(page)).toBeVisible()

  // Where one is still failing, the next page would share in that.
  await expect.poll(registered).toBe(false)
  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await page.reload()
  await waitUntilCached(page, 'user')
  await page.reload()
  await expect(account(page)).toBeVisible()
  // What was seen is written down a moment after it came.
  await page.waitForTimeout(2_000)
  expect(troubles).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(account(page)).toBeVisible()
})

test('what a browser throws away in need of room is fetched again', async ({ page, context }) => {
  await logInAsCustomer(page, sluice)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect(account(page)).toBeVisible()

  // Which announcements were read is thrown away, too: one may open again, now or a moment later.
  const announcement = page.getByRole('dialog')
  await page.addLocatorHandler(announcement, () => closeByKey(page, announcement))
  const session = await context.newCDPSession(page)
  const storageTypes = 'cache_storage,indexeddb,local_storage'
  await session.send('Storage.clearDataForOrigin', { origin: sluice.site, storageTypes })
  // In the open tab, and after a new start.
  await page
    .getByRole('link', { name: /Orders|订单/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/user\/order$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${sluice.site}/user/index`)
  await expect(account(page)).toBeVisible()
})
