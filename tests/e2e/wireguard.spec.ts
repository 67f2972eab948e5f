import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import decode from 'jsqr'
import { aMachine, hasTunnels } from './support/networks.ts'
import { setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'

const MIB = 1024 * 1024
const QUOTA = 30_000_000

test('an operator adds a WireGuard server, and a phone that reads the code is counted and cut off', async ({
  page,
}) => {
  test.skip(!hasTunnels, 'needs root, a tun device, nftables and WireGuard’s programs')
  const sluice = await startSluice()
  const phone = aMachine('p', '10.219')
  const internet = aMachine('i', '9.9')
  try {
    await setUpByCall(page.request, sluice.setupLink)
    await internet.serve(80)

    await test.step('adds a WireGuard server on this machine', async () => {
      await page.goto(`${sluice.site}/admin/addServer?where=here`)
      await page.getByLabel('Type').selectOption('WireGuard')
      await page.getByRole('textbox', { name: 'Name' }).fill('Tokyo 01')
      await page.getByLabel('Public address').fill(phone.here)
      await expect(
        page.getByText('The machine can do it, and nothing is in the way.'),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Add server' }).click()
      await expect(page).toHaveURL(/\/admin\/server\/\d+$/)
    })

    await test.step('adds an account', async () => {
      const added = await page.request.post(`${sluice.site}/api/admin/account`, {
        headers: { origin: sluice.site },
        data: {
          type: 5,
          port: 30_777,
          password: 'k7P_x9:Q',
          time: Date.now(),
          limit: 24,
          flow: QUOTA,
          multiServerFlow: 1,
        },
      })
      expect(added.status()).toBe(200)
      await page.goto(`${sluice.site}/admin/account/1`)
    })

    const config = await test.step('adds a phone, and reads its code', async () => {
      await page.getByRole('button', { name: 'Add device' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name of the device').fill('Anna’s phone')
      await dialog.getByRole('button', { name: 'Add device' }).click()
      await expect(dialog.getByText(/This is shown once/)).toBeVisible()
      const text = await codeIn(dialog.getByRole('img', { name: /configuration/ }))
      await dialog.getByRole('button', { name: 'Done' }).click()
      return text
    })
    expect(config).toContain('[Interface]')
    // Nothing in that network looks up names, and wg-quick wants resolvconf for this line.
    const file = join(sluice.dataDir, `p${process.pid % 10_000}.conf`)
    writeFileSync(file, config.replace(/^DNS = .*\n/m, ''), { mode: 0o600 })
    const up = phone.run('wg-quick', 'up', file)
    expect([up.status, up.stderr]).toEqual([0, expect.any(String)])
    const site = `http://${internet.there}`
    const get = (size: number, seconds = 20) =>
      phone.run(
        'curl',
        '-s',
        '-m',
        `${seconds}`,
        '-o',
        '/dev/null',
        '-w',
        '%{size_download}',
        `${site}/${size}`,
      ).stdout
    const api = async (path: string) =>
      (await page.request.get(`${sluice.site}/api/admin/${path}`)).json()
    const used = async () => (await api('flow/1/1'))[0] as number

    await test.step('fetches 10 MiB, which are counted', async () => {
      await expect.poll(() => get(1, 5), { timeout: 30_000 }).toBe('1')
      expect(get(10 * MIB)).toBe(String(10 * MIB))
      await expect.poll(used).toBeGreaterThan(10 * MIB)
      // WireGuard counts every packet, also those that TCP sends again; nothing is counted twice.
      expect(await used()).toBeLessThan(20 * MIB)
      const device = async () =>
        ((await api('account/1/device')) as { down: number; name: string }[])[1]
      expect((await device())?.name).toBe('Anna’s phone')
      // What was used counts both ways, and gets there earlier than what came down alone.
      await expect.poll(async () => (await device())?.down).toBeGreaterThan(10 * MIB)
      await page.reload()
      await expect(page.getByText('Connected', { exact: true })).toBeVisible()
      // In the chart as well, which may be drawn from the cache and is refetched every minute:
      // its table has an hour with more than ten million bytes.
      await page.getByRole('button', { name: 'Show as table' }).first().click()
      const hours = page.getByRole('table').first().getByRole('row')
      await expect(hours.filter({ hasText: /[12]\d(\.\d+)?\s*MB/ })).toHaveCount(1, {
        timeout: 90_000,
      })
    })

    await test.step('is cut off at its quota', async () => {
      const before = Number(get(200 * MIB))
      expect(before).toBeLessThan(100 * MIB)
      await expect.poll(used, { timeout: 20_000 }).toBeGreaterThanOrEqual(QUOTA)
      expect(phone.run('curl', '-s', '-m', '3', `${site}/1`).status).not.toBe(0)
      const account = await api('account/1')
      expect(account.connection.state).toBe('over')
    })
    phone.run('wg-quick', 'down', file)
  } finally {
    await sluice.stop()
    phone.remove()
    internet.remove()
  }
})

/** Reads a code off the screen, as a phone's camera would. */
async function codeIn(code: Locator): Promise<string> {
  await expect(code).toBeVisible()
  const picture = (await code.screenshot()).toString('base64')
  // A page of its own: the console's policy lets no picture of a stranger in.
  const paper = await code.page().context().newPage()
  const { data, width, height } = await paper.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    const [width, height] = [image.width * 2, image.height * 2]
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0, width, height)
    return { data: [...context.getImageData(0, 0, width, height).data], width, height }
  }, `data:image/png;base64,${picture}`)
  await paper.close()
  const found = decode(new Uint8ClampedArray(data), width, height)
  if (!found) throw new Error('no code can be read')
  return found.data
}
