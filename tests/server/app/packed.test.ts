/**
 * What is shipped, as an operator runs it, tries all by which it reaches the outside: a library that
 * works from the sources can be broken by packing it. `tests/structure/outside.ts` names each of them.
 */
import { readFileSync } from 'node:fs'
import { connect as connectByHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { packPrograms } from '../../../scripts/install.mjs'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { startAgentNode } from '../../support/agentNode.ts'
import { aMachine } from '../../support/agents.ts'
import { startAlipay } from '../../support/alipay.ts'
import { freePort } from '../../support/freePort.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '../../support/localhost.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'
import { agentProgram } from '../../support/nodes.ts'
import {
  BOSS,
  done,
  packedCommand,
  packedConsole,
  personAt,
  setUp,
  trusting,
} from '../../support/packedConsole.ts'
import { makeDevice } from '../../support/passkey.ts'
import { startPaypal } from '../../support/paypal.ts'
import { startPebble } from '../../support/pebble.ts'
import { startPushService } from '../../support/push-service.ts'
import { serveS3 } from '../../support/s3.ts'
import { jpeg } from '../../support/photos.ts'
import { packedProgram } from '../../support/programs.ts'
import { emptyFolder, serve } from '../../support/served.ts'
import { openSmtp } from '../../support/smtp.ts'
import { BOT_TOKEN, startTelegramApi } from '../../support/telegram.ts'
import { shake } from '../../support/trojan.ts'

const SOON = { timeout: 60_000, interval: 50 }
const ANN = 77
const BUYER = { email: 'buyer@example.com', password: 'the password of a buyer' }

beforeAll(() => packPrograms({ all: true }))

type Ask = ReturnType<typeof personAt>

/** A packed console that is set up, with everything it speaks to; all of it ends with the test. */
async function aShop() {
  const [telegram, alipay, paypal, push, s3] = await Promise.all([
    startTelegramApi(),
    startAlipay(),
    startPaypal(),
    startPushService(),
    serveS3(),
  ])
  onTestFinished(() => void [alipay, paypal, push].map((one) => one.stop()))
  const smtp = await openSmtp({ security: 'starttls', login: { user: 'me', password: 'open' } })
  const backup = {
    BACKUP: 's3://bucket/shop',
    BACKUP_KEY: Buffer.alloc(32, 3).toString('base64url'),
    BACKUP_ENDPOINT: s3.endpoint,
    AWS_REGION: s3.region,
    AWS_ACCESS_KEY_ID: s3.keyId,
    AWS_SECRET_ACCESS_KEY: s3.secret,
  }
  const console_ = await packedConsole({
    ...(await trusting(LOCALHOST_CERT)),
    ...backup,
    TELEGRAM_API: telegram.url,
    PUSH_RELAY: push.url,
    ENGINE: 'true',
    ENGINE_HOST: '127.0.0.1',
    NODE_AGENT: await agentProgram(),
    LOG_LEVEL: 'info',
  })
  return {
    ...console_,
    boss: await setUp(console_),
    telegram,
    alipay,
    paypal,
    push,
    s3,
    smtp,
    backup,
  }
}

/** A code by mail, over STARTTLS; whoever it was sent to signs up with it. */
async function signedUp({ site, smtp }: Awaited<ReturnType<typeof aShop>>): Promise<Ask> {
  const ask = personAt(site)
  await done(ask('/api/home/code', { email: BUYER.email }))
  const mail = () => smtp.received.find(({ to }) => to.includes(BUYER.email))
  await vi.waitFor(() => expect(mail()).toMatchObject({ encrypted: true, user: 'me' }), SOON)
  const [code = ''] = /\d{6}/.exec(mail()?.text ?? '') ?? []
  await done(ask('/api/home/signup', { ...BUYER, code }))
  return ask
}

/** Its commands: another key, a file for another machine, and from there to PostgreSQL, which serves it. */
async function takenFurther(dataDir: string) {
  const elsewhere = await emptyFolder()
  const file = join(elsewhere, 'shop.sluice')
  const [here, there] = [dataDir, elsewhere].map((DATA_DIR) => ({ DATA_DIR, SECRET_KEY: '' }))
  const run = async (...[name, words, env]: Parameters<typeof packedCommand>) => {
    const { code, said } = await packedCommand(name, words, env)
    expect([name, code, said]).toEqual([name, 0, said])
    return said
  }
  await run('secret', ['rotate'], here!)
  const said = await run('exportShop', ['--file', file], here!)
  const EXPORT_KEY = /EXPORT_KEY=(\S+)/.exec(said)?.[1]
  await run('importShop', ['--file', file], { ...there, EXPORT_KEY })
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const DATABASE_URL = await emptyDatabaseOn(postgres.url)
  await run('moveDb', ['--to', DATABASE_URL], there!)
  const moved = await serve({ ...there, DATABASE_URL }, { program: packedProgram('console') })
  await vi.waitFor(async () => expect(await moved.status(), moved.said()).toBe(200), SOON)
  await done(personAt(moved.url)('/api/home/login', BUYER))
  // Before its database goes.
  moved.child.kill('SIGTERM')
  await moved.ended
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })

test('the packed console speaks to all that it is there to speak to', async () => {
  const shop = await aShop()
  const { boss, telegram, alipay, paypal, push, s3, smtp, site } = shop

  // A bot: it is known, listens, answers, and binds a chat.
  const set = await done(boss('/api/admin/setting/telegram', { token: BOT_TOKEN }, 'PUT'))
  expect(set).toEqual({ bot: 'sluice_bot', problem: null })
  const { code } = await done(boss('/api/admin/telegram/code'))
  telegram.write(ANN, `/start ${code}`)
  await vi.waitFor(() => expect(telegram.to(ANN).join()).toContain(BOSS.email), SOON)

  // A browser that is notified.
  const browser = push.subscribe()
  const { endpoint, keys } = browser
  await done(boss('/api/push/client', { data: { endpoint, keys }, kinds: ['payment'] }))

  // A shop with goods, two ways to pay them, and a server that carries them.
  const port = await freePort()
  await done(boss('/api/admin/setting/mailServer', smtp.setting, 'PUT'))
  for (const provider of [alipay, paypal]) {
    const path = `/api/admin/setting/provider/${provider.setting.kind}`
    await done(boss(path, { data: provider.setting }, 'PUT'))
  }
  const method = 'aes-256-gcm'
  await done(boss('/api/admin/server', { name: 'Tokyo', host: 'localhost', method }))
  const account = await done(boss('/api/admin/setting/account'))
  const data = { ...account, subscribe: true, port: { start: port, end: port + 9 } }
  data.accountForNewUser = { ...account.accountForNewUser, isEnable: false }
  await done(boss('/api/admin/setting/account', { data }, 'PUT'))
  const plan = { name: 'Monthly', type: 3, cycle: 1, alipay: 20, paypal: 3, flow: 1e9 }
  await done(boss('/api/admin/order', plan))
  const [{ id: orderId }] = await done(boss('/api/admin/order'))

  const buyer = await signedUp(shop)
  const bought = async () => (await done(buyer('/api/user/account'))) as { port: number }[]
  const { orderId: placed } = await done(buyer('/api/user/order/qrcode', { orderId }))
  alipay.pay(placed)
  expect(await alipay.notify(placed)).toBe('success')
  await vi.waitFor(async () => expect(await bought()).toHaveLength(1), SOON)
  const { paymentID } = await done(buyer('/api/user/paypal/create', { orderId }))
  paypal.approve(paymentID)
  await done(buyer('/api/user/paypal/execute', { paymentID, payerID: 'PAYER00000001' }))
  await vi.waitFor(async () => expect(await bought()).toHaveLength(2), SOON)

  // Both payments are told of, in the chat and on the phone; what was bought is open in the engine.
  await vi.waitFor(() => expect(push.to(browser)).toHaveLength(2), SOON)
  expect(push.refusals).toEqual([])
  await vi.waitFor(() => expect(telegram.to(ANN).join()).toContain(BUYER.email), SOON)
  for (const one of await bought())
    await vi.waitFor(async () => expect(await isOpen(one.port)).toBe(true), SOON)
  const engine = (word: string) =>
    packedCommand('engineCommand', [word], { DATA_DIR: shop.dataDir })
  onTestFinished(async () => void (await engine('stop')))
  expect((await engine('status')).said).toContain('2 ports are open')

  // A subscription with addresses in place of names.
  const [{ id: accountId }] = await done(buyer('/api/user/account'))
  const { subscribe } = await done(buyer(`/api/user/account/${accountId}/subscribe`))
  const profile = await done(buyer(`/api/user/account/subscribe/${subscribe}?type=clash&ip=1`))
  expect(profile).toMatch(/server: "?127\.0\.0\.1/)

  // A log-in by the bot: the buyer's chat asks for a link.
  const { code: own } = await done(buyer('/api/user/telegram/code'))
  telegram.write(78, own)
  await vi.waitFor(() => expect(telegram.to(78)).toHaveLength(1), SOON)
  telegram.write(78, '/login')
  const link = /\/home\/login\/telegram\/(\w+)/
  await vi.waitFor(() => expect(telegram.to(78).join()).toMatch(link), SOON)
  const token = link.exec(telegram.to(78).join())?.[1]
  const again = personAt(site)
  await done(again('/api/user/telegram/login', { token }))
  expect((await done(again('/api/user/account'))) as []).toHaveLength(2)

  // It takes the buyer's photo.
  const photo = telegram.photo({ width: 30, height: 20, bytes: jpeg(30, 20) })
  telegram.arrive(78, { photo, caption: 'Paid' })
  const talk = async () => (await done(buyer('/api/user/messages'))) as { pictures?: unknown[] }[]
  await vi.waitFor(
    async () =>
      expect(await talk()).toMatchObject([{ content: 'Paid', pictures: [{ width: 30 }] }]),
    SOON,
  )

  // A passkey is made, and logs in.
  const device = makeDevice()
  const wish = await done(boss('/api/factors/passkeys', { password: BOSS.password }))
  const made = device.make(wish, { origin: site })
  await done(boss('/api/factors/passkeys/add', { name: 'Phone', made }))
  const asked = await done(again('/api/home/passkey', {}))
  await done(again('/api/home/passkey/login', device.answer(asked, { origin: site })))

  // A machine of another manager's is asked over its protocol.
  const agent = await startAgentNode('ssmgr', { now: Date.now })
  const way = { host: 'shown.example', address: '127.0.0.1', name: 'Kyoto' }
  await done(boss('/api/admin/server', { ...way, ...agent.place, host: way.host, method }))
  expect(agent.requested.map((one) => one.command)).toContain('version')

  // A machine joins as a node, and links.
  const { command } = await done(boss('/api/admin/node/invite', { server: { name: 'Osaka' } }))
  const words = String(command).split(' ')
  const machine = await aMachine()
  const [joined] = [/join\/[\w-]+/.exec(command)?.[0]]
  const script = await (await fetch(`${site}/api/node/${joined}`)).text()
  const key = /[\w-]{43}/.exec(script)?.[0] ?? ''
  await machine.command('join', site, words.at(-1) ?? '', key)
  machine.start()
  const nodes = async () => (await done(boss('/api/admin/node'))) as { isLinked: number }[]
  await vi.waitFor(async () => expect(await nodes()).toMatchObject([{ isLinked: 1 }]), SOON)

  // Files beside the program: countries, the description of the API.
  expect(await done(boss('/api/admin/account/ip/8.8.8.8'))).toEqual(['United States', ''])
  for (const path of ['/api/docs', '/api/docs/static/swagger-ui.css', '/api/openapi.json'])
    expect([path, (await boss(path)).status]).toEqual([path, 200])

  // Its own server was connected through, as a customer's client would.
  type Lights = { handshake: { state: string } }[]
  const lights = async () => (await done(boss('/api/admin/server/lights'))) as Lights
  await vi.waitFor(async () => {
    const [first] = await lights()
    expect(first).toMatchObject({ handshake: { state: 'green' } })
  }, 100_000)

  // It is the site that strangers see at a Trojan server of its machine.
  const tjPort = await freePort()
  const certificate = { cert: LOCALHOST_CERT, key: LOCALHOST_KEY }
  const shown = { type: 'Trojan', site: 'console', tjPort, certificate, host: 'localhost' }
  await done(boss('/api/admin/server', { name: 'Zushi', ...shown }))
  await vi.waitFor(async () => {
    const guest = await shake(tjPort)
    guest.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect((await guest.rest()).toString()).toMatch(/^HTTP\/1\.1 200 /)
  }, SOON)

  // Each commit is in the bucket, signed as S3 wants it; it is sound, and comes back elsewhere.
  const metrics = async () => String((await boss('/api/metrics')).said)
  await vi.waitFor(
    async () => expect(await metrics()).toContain('backup_state{state="ok"} 1'),
    SOON,
  )
  shop.child.kill('SIGTERM')
  expect(await shop.ended).toEqual([0, null])
  expect(s3.seen.refused).toBe(0)
  const elsewhere = { ...shop.backup, DATA_DIR: await emptyFolder() }
  expect(await packedCommand('backup', ['check'], elsewhere)).toMatchObject({
    said: expect.stringContaining('are sound'),
  })
  await takenFurther(shop.dataDir)
  const fresh = await packedConsole({ ...shop.backup, BACKUP: '' })
  const page = personAt(fresh.site)
  const at = '/api/home/setup/restore'
  const { BACKUP_ENDPOINT: host, AWS_REGION: region, AWS_ACCESS_KEY_ID: keyId } = shop.backup
  const place = { place: shop.backup.BACKUP, endpoint: host, region, keyId, secret: s3.secret }
  await done(page(at, { token: fresh.token, key: shop.backup.BACKUP_KEY, ...place }))
  const state = async () => (await done(page(`${at}?token=${fresh.token}`))).state as string
  await vi.waitFor(async () => expect(await state()).toBe('fetched'), SOON)
  await done(page(at, { token: fresh.token }, 'PUT'))
  const owner = personAt(fresh.site)
  const logIn = () => owner('/api/home/login', BUYER).catch(() => ({ status: 0 }))
  await vi.waitFor(async () => expect((await logIn()).status).toBe(200), SOON)
}, 300_000)

test('the packed console orders its certificate', async () => {
  const [tlsPort, plainPort] = [await freePort(), await freePort()]
  const pebble = await startPebble(plainPort)
  const name = 'panel.example.test'
  await packedConsole({
    ...(await trusting(readFileSync(pebble.certificate, 'utf8'))),
    TLS: 'acme',
    SITE: `https://${name}:${tlsPort}`,
    TLS_HOST: '127.0.0.1',
    TLS_PORT: String(tlsPort),
    TLS_PLAIN_PORT: String(plainPort),
    ACME_DIRECTORY: pebble.directory,
    ACME_EMAIL: BOSS.email,
  })
  await vi.waitFor(async () => {
    const session = connectByHttp2(`https://127.0.0.1:${tlsPort}`, {
      servername: name,
      ca: pebble.root,
    })
    session.on('error', () => {})
    try {
      const [reply] = await once(session.request({ ':path': '/api/livez' }), 'response')
      expect(reply[':status']).toBe(200)
    } finally {
      session.destroy()
    }
  }, SOON)
}, 120_000)
