/** @module-tag long */
import { once } from 'node:events'
import { copyFileSync, statSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { readConfig } from '../../../server/base/config.ts'
import { freePort } from '../../support/freePort.ts'
import { HELD, NAME, ownConsole } from '../../support/ownConsole.ts'
import { selfSigned, startPebble } from '../../support/pebble.ts'
import { emptyFolder } from '../../support/served.ts'
import { eventually } from '../../support/shadowsocks.ts'

const DAY_MS = 86_400_000

/** The certificate that is shown to a browser, which trusts `ca` alone where one is given. */
async function shown(port: number, ca?: string) {
  const trust = ca === undefined ? { rejectUnauthorized: false } : { ca }
  const socket = connect({ port, host: '127.0.0.1', servername: NAME, ...trust })
  try {
    await once(socket, 'secureConnect')
    const { serialNumber, subject } = socket.getPeerCertificate()
    return { serialNumber, name: String(subject.CN) }
  } finally {
    socket.destroy()
  }
}

/** One call over HTTPS. */
async function call(port: number, path: string, options: object) {
  const to = { port, path, host: '127.0.0.1', servername: NAME, setHost: false }
  const headers = { host: `${NAME}:${port}` }
  const sent = request({ ...to, headers, ...options })
  sent.end()
  const [reply] = await once(sent, 'response')
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
}

describe('a certificate by ACME', () => {
  test('is ordered, served, kept, renewed without a cut, and served on when that fails', async () => {
    const plainPort = await freePort()
    const pebble = await startPebble(plainPort)
    const own = await ownConsole({
      TLS: 'acme',
      TLS_PLAIN_PORT: String(plainPort),
      ACME_DIRECTORY: pebble.directory,
      ACME_EMAIL: 'admin@example.com',
    })
    const { port, clock, dataDir } = own
    const { tls, stop } = await own.open()
    expect(tls.status()).toEqual({
      state: 'missing',
      issuer: null,
      expires: null,
      problem: null,
      nextTry: null,
    })
    await eventually(async () => tls.status().state === 'ok')

    // A browser that knows the authority opens it, and keeps its connection.
    const ca = pebble.root
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca })
    onTestFinished(() => agent.destroy())
    const live = await call(port, '/api/livez', { agent })
    expect(live).toMatchObject({ status: 200, body: '{"status":"ok"}' })
    expect(live.headers['strict-transport-security']).toBeDefined()
    // The address is the socket's own, whatever a stranger claims.
    expect((await call(port, '/api/metrics', { agent })).status).toBe(200)
    const [held] = Object.values(agent.freeSockets).flat()
    const { serialNumber } = await shown(port, ca)

    // Machines can hang on.
    const address = `wss://127.0.0.1:${port}/api/node/link`
    // The types of `ws` know none of TLS.
    const link = new WebSocket(address, [], { ca, servername: NAME } as ClientOptions)
    await once(link, 'open')
    link.terminate()

    // For its owner alone.
    for (const name of ['account.pem', 'certificate.pem'])
      expect(statSync(join(dataDir, 'tls', name)).mode & 0o777).toBe(0o600)

    // At two thirds of its life it is renewed; who is connected stays so.
    const { expires } = tls.status()
    const life = expires! - clock.at
    clock.at += Math.ceil(life * 0.667)
    await eventually(async () => (await shown(port, ca)).serialNumber !== serialNumber)
    expect((await call(port, '/api/livez', { agent })).status).toBe(200)
    expect(Object.values(agent.freeSockets).flat()).toEqual([held])
    expect(tls.status().problem).toBeNull()

    // A restart serves the one that is kept. The authority is gone, and the old one goes on.
    const renewed = (await shown(port, ca)).serialNumber
    await stop()
    await pebble.stop()
    clock.at = Date.now()
    const again = await own.open()
    expect((await shown(port, ca)).serialNumber).toBe(renewed)
    expect(again.tls.status()).toMatchObject({ state: 'ok', problem: null })
    clock.at += Math.ceil((again.tls.status().expires! - clock.at) * 0.7)
    await eventually(async () => again.tls.status().state === 'failing')
    expect(again.tls.status().problem).toMatch(/ECONNREFUSED/)
    expect((await shown(port, ca)).serialNumber).toBe(renewed)
    clock.at += Math.ceil(life * 0.06)
    expect(again.tls.status().state).toBe('expiring')
  })

  test('leads browsers on port 80 to the site, and nowhere else', async () => {
    const own = await ownConsole({ TLS: 'acme', ACME_DIRECTORY: 'https://127.0.0.1:1/dir' })
    await own.open()
    const plain = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${own.plainPort}${path}`, { redirect: 'manual', ...init })
    const led = await plain('/user/index?a=1', { headers: { host: 'evil.example' } })
    expect([led.status, led.headers.get('location')]).toEqual([308, `${own.site}/user/index?a=1`])
    expect((await plain('//evil.example/')).headers.get('location')).toBe(
      `${own.site}//evil.example/`,
    )
    expect((await plain('/api/home/login', { method: 'POST', body: '{}' })).status).toBe(405)
    expect((await plain('/api/home/login')).status).toBe(403)
    expect((await plain('/API')).status).toBe(403)
    expect((await plain('/.well-known/acme-challenge/unknown')).status).toBe(308)
  })

  test('is ordered by one process of several', async () => {
    const elsewhere = { ...HELD, isHeld: () => false, isElsewhere: () => true }
    const own = await ownConsole(
      { TLS: 'acme', ACME_DIRECTORY: 'https://127.0.0.1:1/dir' },
      elsewhere,
    )
    const { tls } = await own.open()
    await eventually(async () => tls.status().problem !== null)
    expect(tls.status().problem).toContain('TLS=acme is for one process')
  })
})

describe('a certificate in files', () => {
  test('is served, and again when the files change; half a pair changes nothing', async () => {
    const folder = await emptyFolder()
    const old = selfSigned(folder, 'old', `DNS:${NAME}`)
    const [cert, key] = [join(folder, 'now.crt'), join(folder, 'now.key')]
    copyFileSync(old.cert, cert)
    copyFileSync(old.key, key)
    const own = await ownConsole({ TLS: 'files', TLS_CERT: cert, TLS_KEY: key })
    const { tls } = await own.open()
    await eventually(async () => tls.status().state === 'ok')
    const name = async () => (await shown(own.port)).name
    expect(await name()).toBe('old')
    const other = selfSigned(folder, 'other', `DNS:${NAME}`, 20)
    copyFileSync(other.cert, cert)
    await eventually(async () => tls.status().state === 'failing')
    expect(tls.status().problem).toContain('not the one of the certificate')
    expect(await name()).toBe('old')
    copyFileSync(other.key, key)
    await eventually(async () => tls.status().state === 'ok')
    expect(await name()).toBe('other')
    expect(tls.status().expires).toBeLessThan(Date.now() + 21 * DAY_MS)
    const wrong = selfSigned(folder, 'wrong', 'DNS:elsewhere.example')
    copyFileSync(wrong.cert, cert)
    copyFileSync(wrong.key, key)
    await eventually(async () => tls.status().state === 'failing')
    expect(tls.status().problem).toContain(`not for ${NAME}`)
    expect(await name()).toBe('other')
  })
})

test('a port that is taken is named with its setting', async () => {
  const own = await ownConsole({ TLS: 'acme', ACME_DIRECTORY: 'https://127.0.0.1:1/dir' })
  await own.open()
  await expect(own.open()).rejects.toThrow(`Port ${own.port} (TLS_PORT) cannot be opened`)
})

test.each([
  [{ TLS: 'yes' }, 'TLS must be acme or files'],
  [{ TLS: 'acme', SITE: 'http://panel.example.com' }, 'begins with https://'],
  [{ TLS: 'acme', SITE: 'https://192.0.2.1' }, 'needs a name in SITE'],
  [{ TLS: 'acme', SITE: 'https://localhost' }, 'needs a name in SITE'],
  [{ TLS: 'files', SITE: 'https://panel.example.com' }, 'needs TLS_CERT and TLS_KEY'],
])('%o is refused', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('with HTTPS of its own the port without it is for this machine alone', () => {
  const env = { SITE: 'https://panel.example.com', TLS: 'acme' }
  expect(readConfig(env)).toMatchObject({ host: '127.0.0.1', tls: { name: 'panel.example.com' } })
  expect(readConfig({}).host).toBe('::')
})
