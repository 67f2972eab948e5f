import { expect, test } from '@playwright/test'
import { setUpSite } from './support/person.ts'
import { engineHost, startSluice } from './support/server.ts'
import { accepts, reachable, startClient, startTarget } from './support/traffic.ts'

test.use({ serviceWorkers: 'allow' })

const MIB = 1024 * 1024
const PORT = 23_456

test('an operator sets up, adds a server and an account, and a real client uses it up to its quota', async ({
  page,
  context,
}) => {
  const sluice = await startSluice()
  const target = await startTarget()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  try {
    await setUpSite(page, sluice.setupLink)

    await test.step('adds this machine as a server', async () => {
      await page.getByRole('link', { name: 'Servers' }).first().click()
      await page
        .getByRole('button', { name: 'Add server' })
        .or(page.getByRole('link', { name: 'Add server' }))
        .first()
        .click()
      await page.getByRole('button', { name: 'This machine' }).click()
      await page.getByLabel('Name').fill('Tokyo 01')
      await page.getByLabel('Public address').fill(engineHost)
      await page.getByRole('button', { name: 'Add server' }).last().click()
      await expect(page).toHaveURL(/\/admin\/server(\/\d+)?$/)
    })

    await test.step('adds an account', async () => {
      await page.goto(`${sluice.site}/admin/addAccount`)
      await page.getByLabel('Port', { exact: true }).fill(String(PORT))
      await page
        .getByRole('textbox', { name: /^Traffic|^Quota/ })
        .first()
        .fill('60M')
      await page.getByRole('button', { name: 'Add account' }).click()
      await expect(page).toHaveURL(/\/admin\/account\/\d+$/)
      await reachable(PORT)
    })

    const link = await test.step('reads the QR code’s link', async () => {
      await page.getByRole('button', { name: 'QR code' }).last().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator('svg').first()).toBeVisible()
      await dialog.getByRole('button', { name: /Copy/ }).first().click()
      const text = await page.evaluate(() => navigator.clipboard.readText())
      await dialog.getByRole('button', { name: 'Close' }).first().click()
      return text
    })

    const client = await startClient(link)
    expect(client.access).toMatchObject({ host: engineHost, port: PORT })
    const api = async (path: string) =>
      (await page.request.get(`${sluice.site}/api/admin/${path}`)).json()
    const used = async () => (await api('flow/1/1'))[0] as number

    await test.step('downloads 10 MiB, counted to the byte and charted', async () => {
      const { status, bytes } = await client.download(`${target.url}/10`)
      expect([status, bytes]).toEqual([200, 10 * MIB])
      await expect.poll(used).toBeGreaterThanOrEqual(10 * MIB)
      // The head of the reply and the request are customer's bytes, too; nothing else is.
      expect((await used()) - 10 * MIB).toBeLessThan(1000)
      const chart: number[] = await api(`flow/1?type=day&time=${Date.now()}&tz=UTC&accountId=1`)
      expect(chart.reduce((sum, value) => sum + value, 0)).toBe(await used())
      await page.reload()
      await expect(page.getByText('10.5 MB').first()).toBeVisible()
      await page.getByRole('button', { name: /table/i }).first().click()
      await expect(page.getByRole('table').first()).toContainText('10.5')
    })

    await test.step('a live download dies at the quota, and the port closes', async () => {
      const exit = await client.downloading(`${target.url}/endless`)
      expect(exit).not.toBe(0)
      await expect.poll(used).toBeGreaterThanOrEqual(60_000_000)
      expect(await used()).toBeLessThan(62_000_000)
      await expect.poll(() => accepts(PORT), { timeout: 5000 }).toBe(false)
      await page.reload()
      await expect(page.getByText('Over quota').first()).toBeVisible()
    })

    await test.step('with a higher quota it connects again', async () => {
      await page
        .getByRole('button', { name: 'Edit' })
        .or(page.getByRole('link', { name: 'Edit' }))
        .first()
        .click()
      await page
        .getByRole('textbox', { name: /^Traffic|^Quota/ })
        .first()
        .fill('1G')
      await page.getByRole('button', { name: /^Save/ }).click()
      await expect(page).toHaveURL(/\/admin\/account\/\d+$/)
      await reachable(PORT)
      expect(await client.download(`${target.url}/10`)).toMatchObject({
        status: 200,
        bytes: 10 * MIB,
      })
    })

    await test.step('deleting it closes the port', async () => {
      await page.getByRole('button', { name: /More/ }).click()
      await page.getByRole('menuitem', { name: /Delete/ }).click()
      await page
        .getByRole('dialog')
        .or(page.getByRole('alertdialog'))
        .getByRole('button', { name: /Delete/ })
        .click()
      await expect(page).toHaveURL(/\/admin\/account\/?(\?.*)?$/)
      await expect.poll(() => accepts(PORT), { timeout: 5000 }).toBe(false)
    })
    client.stop()
  } finally {
    target.stop()
    await sluice.stop()
  }
})
