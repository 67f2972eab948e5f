import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, expect, test } from '@playwright/test'
import { canConnect } from '../../server/engine/drivers/probe.ts'
import { startAlipay } from '../support/alipay.ts'
import { freePort } from '../support/freePort.ts'
import { closeByKey } from './support/dialog.ts'
import { logIn, setUpByCall } from './support/person.ts'
import { engineHost, startSluice } from './support/server.ts'

const DAY = 86_400_000

/** A shop at an address that its own tunnels reach, which sells by Alipay, and a page elsewhere. */
async function aShop() {
  const port = await freePort()
  const site = `http://${engineHost}:${port}`
  const [sluice, alipay] = await Promise.all([
    startSluice(['--demo'], { PORT: String(port), HOST: engineHost, SITE: site }),
    startAlipay(),
  ])
  const web = createServer((_, reply) => void reply.end('hello from elsewhere'))
  await once(web.listen(0, '127.0.0.1'), 'listening')
  return {
    ...sluice,
    alipay,
    elsewhere: `http://127.0.0.1:${(web.address() as AddressInfo).port}/`,
    async close() {
      web.close()
      web.closeAllConnections()
      await Promise.all([sluice.stop(), alipay.stop()])
    },
  }
}

/** Chromium whose whole network is Debian's ss-local on an account. */
async function aBrowser(port: number, password: string) {
  const socks = await freePort()
  const words = ['-s', engineHost, '-p', `${port}`, '-m', 'aes-256-gcm', '-k', password]
  const client = spawn('ss-local', ['-b', '127.0.0.1', '-l', `${socks}`, ...words], {
    stdio: 'ignore',
  })
  await expect.poll(() => canConnect({ host: '127.0.0.1', port: socks }, 500)).toBe(true)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
    // Addresses of this machine go through it as well.
    proxy: { server: `socks5://127.0.0.1:${socks}`, bypass: '<-loopback>' },
  })
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
  })
  return {
    page: await context.newPage(),
    /** What a tab of its own shows of a page; nothing where it cannot be reached. */
    async read(url: string) {
      const tab = await context.newPage()
      const text = await tab.goto(url).then(
        () => tab.textContent('body'),
        () => undefined,
      )
      await tab.close()
      return text
    },
    async close() {
      await browser.close()
      client.kill('SIGKILL')
    },
  }
}

test('a customer whose account has expired is led to the shop, and pays through it', async ({
  request,
}) => {
  const shop = await aShop()
  const { site, customer, alipay, elsewhere } = shop
  const call = (method: string, path: string, data?: object) =>
    request.fetch(`${site}/api/${path}`, { method, headers: { origin: site }, data })
  await setUpByCall(request, shop.setupLink)
  await call('PUT', 'admin/setting/provider/alipay', { data: alipay.setting })
  const found = await call('POST', 'admin/accountWithPage', {
    page: 1,
    pageSize: 1,
    search: customer.email,
  })
  const { account } = (await found.json()) as {
    account: [{ id: number; port: number; password: string; data: { expire: number } }]
  }
  const [{ id, port, password, data }] = account
  await call('PUT', `admin/account/${id}/time`, { time: Date.now() - DAY - data.expire })
  const browser = await aBrowser(port, password)
  const { page, read } = browser
  try {
    expect(await read(elsewhere)).toBeUndefined()

    await test.step('any page without TLS leads to the shop', async () => {
      // The account has ended a moment ago: its port is about to become the way back.
      const opened = () =>
        page.goto('http://example.com/').then(
          () => true,
          () => false,
        )
      await expect.poll(opened).toBe(true)
      await expect(page).toHaveURL(`${site}/home/login`)
      await logIn(page, site, customer.email, customer.password)
      await expect(page).toHaveURL(/\/user\//)
    })

    await test.step('where it is paid for', async () => {
      await page.goto(`${site}/user/account`)
      const dialog = page.getByRole('dialog')
      if (await dialog.isVisible()) await closeByKey(page, dialog)
      await page
        // Before its price is known it asks how to pay.
        .getByRole('button', { name: /^Renew for/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Pay .* with Alipay$/ }).click()
      const link = dialog.locator('a[href*="/scan/"]')
      const orderId = (await link.getAttribute('href'))?.split('/').pop() ?? ''
      expect(await read(elsewhere)).toBeUndefined()
      alipay.pay(orderId)
      expect(await alipay.notify(orderId)).toBe('success')
    })

    await test.step('and all the rest is open again', async () => {
      await expect.poll(() => read(elsewhere)).toBe('hello from elsewhere')
    })
  } finally {
    await browser.close()
    await shop.close()
  }
})
