import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeApp } from '../../../server/app/app.ts'
import { embeddedPlane } from '../../../server/fleet/plane/carriers.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { engineFolder } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { emptyFolder } from '../../support/served.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { makeShop } from '../../support/shop.ts'

const run = promisify(execFile)
const DAY = 86_400_000
const HOST = '127.0.0.2'

/** A shop that sells by Alipay, at an address that a tunnel reaches, with an engine of its own. */
async function anOpenShop() {
  const sitePort = await freePort()
  const site = `http://${HOST}:${sitePort}`
  const options = { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'], sitePort, consolePort: 1 }
  const plane = embeddedPlane({ dir: engineFolder(), ...options })
  const shop = await makeShop({ plane, env: { SITE: site } })
  shop.clock.set(Date.now())
  const running = startPlane({ ...shop.world, plane })
  onTestFinished(() => running.stop())
  const app = await makeApp({ ...shop.world, wake: running.wake })
  await app.listen({ port: sitePort, host: HOST })
  onTestFinished(() => app.close())
  return { ...shop, ...running, site }
}

/** Debian's client on an account, and what a browser gets through it. */
async function aClient(port: number, password: string) {
  const socks = await freePort()
  const jar = join(await emptyFolder(), 'cookies')
  const words = ['-s', '127.0.0.1', '-p', `${port}`, '-m', 'aes-256-gcm', '-k', password]
  const client = spawn('ss-local', ['-b', '127.0.0.1', '-l', `${socks}`, ...words], {
    stdio: 'ignore',
  })
  onTestFinished(() => void client.kill('SIGKILL'))

  return async function get(
    url: string,
    { site = '', body }: { site?: string; body?: object } = {},
  ) {
    const sent = body
      ? [
          '-H',
          'content-type: application/json',
          '-H',
          `origin: ${site}`,
          '-d',
          JSON.stringify(body),
        ]
      : []
    const through = ['--socks5-hostname', `127.0.0.1:${socks}`, '-c', jar, '-b', jar]
    const said = '\n%{http_code} %{redirect_url}'
    for (;;) {
      const asked = run('curl', ['-s', '-m', '5', ...through, ...sent, '-w', said, url])
      const { stdout, code } = await asked.then(
        (one) => ({ ...one, code: 0 }),
        (error: { stdout: string; code: number }) => error,
      )
      // 7: the client does not listen yet.
      if (code === 7) continue
      const lines = stdout.split('\n')
      const [status = '', to = ''] = lines.pop()?.split(' ') ?? []
      return { status, to, text: lines.join('\n') }
    }
  }
}

test('a customer whose account has expired pays through its own tunnel, which opens then', async () => {
  const shop = await anOpenShop()
  const { db, site, alipay, planId, clock } = shop
  await aServer(shop, { host: '127.0.0.1' })
  const passwordHash = await hashPassword('correct horse')
  const email = 'late@example.com'
  const { id: userId } = await shop.person({ email, passwordHash })
  const port = await freePort()
  const ended = { ...months(shop, 1), cycleStart: clock.at - 31 * DAY, expireTime: clock.at - DAY }
  const own = { userId, orderId: planId, port, password: 'pw', flow: 5_000_000 }
  const accountId = await anAccount(shop, { ...own, ...ended })
  const web = createServer((_, reply) => void reply.end('hello')).listen(0, '127.0.0.1')
  await once(web, 'listening')
  onTestFinished(() => void web.close())
  const elsewhere = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`
  await shop.settle()
  const get = await aClient(port, 'pw')

  expect(await get(elsewhere)).toMatchObject({ status: '000' })
  expect(await get('http://example.com/')).toMatchObject({
    status: '302',
    to: `${site}/user/account`,
  })
  const login = { email, password: 'correct horse' }
  expect(await get(`${site}/api/home/login`, { site, body: login })).toMatchObject({
    status: '200',
  })
  const order = await get(`${site}/api/user/order/qrcode`, {
    site,
    body: { orderId: planId, accountId },
  })
  expect(order.status).toBe('200')
  const { orderId } = JSON.parse(order.text) as { orderId: string }
  expect(await get(elsewhere)).toMatchObject({ status: '000' })
  alipay.pay(orderId)
  expect(await alipay.notify(orderId)).toBe('success')
  await eventually(async () => (await get(elsewhere)).text === 'hello')
  // What passed until then is nobody's; what passes now is the account's.
  await eventually(async () => {
    const rows = await db.selectFrom('flowHour').select(['accountId', 'down']).execute()
    const downOf = (id: number) => rows.find((row) => row.accountId === id)?.down ?? 0
    return downOf(0) > 0 && downOf(accountId) > 0 && downOf(accountId) < 1_000
  })
  const account = await db
    .selectFrom('account')
    .select('expireTime')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(account.expireTime).toBeGreaterThan(clock.at)
})
