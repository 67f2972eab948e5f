import { expect, test } from '@playwright/test'
import { png } from '../support/pictures.ts'
import { demoSite } from './support/demo.ts'
import { logIn } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

const EDGES = { icon512: 512, icon192: 192, icon180: 180, icon64: 64, maskable512: 512 }

const sluice = demoSite()

test('a new icon of the site reaches what the worker keeps for notifications', async ({ page }) => {
  await logIn(page, sluice.site)
  await expect(page).toHaveURL(/\/admin\/index$/)
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(isControlled).toBe(true)
  const kept = () =>
    page.evaluate(async () => {
      const reply = await caches.match('/icon-192.png', { ignoreSearch: true })
      return (await reply?.arrayBuffer())?.byteLength
    })
  const before = await kept()
  expect(before).toBeGreaterThan(0)

  const pictures = Object.entries(EDGES).map(([name, edge]) => ({
    name,
    data: png(edge, edge).toString('base64'),
  }))
  const path = `${sluice.site}/api/admin/setting/brand/icon`
  const set = await page.request.put(path, { data: { pictures } })
  expect(set.status(), await set.text()).toBe(200)
  const sent = (await (await page.request.get(`${sluice.site}/icon-192.png`)).body()).length
  expect(sent).not.toBe(before)

  await page.goto(`${sluice.site}/admin/index`)
  await page.getByRole('button', { name: 'Reload' }).click()
  // The page is loaded again meanwhile, which ends what is asked of it.
  await expect(async () => expect(await kept()).toBe(sent)).toPass({ timeout: 60_000 })
})
