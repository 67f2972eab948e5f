/** @module-tag long */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeApp } from '../../../server/app/app.ts'
import { orderCertificate } from '../../../server/app/tls/order.ts'
import { plainPort } from '../../../server/app/tls/plainPort.ts'
import { makeOwnTls } from '../../../server/app/tls/run.ts'
import { freePort } from '../../support/freePort.ts'
import { startPebble } from '../../support/pebble.ts'
import { emptyFolder } from '../../support/served.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { makeWorld } from '../../support/world.ts'

const NAME = 'panel.example.test'
const HELD = { isHeld: () => true, isElsewhere: () => false, stop: async () => {} }
const KEY = 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W'

/** Orders as a console does, with an account that is known the second time. */
async function ordering(more: object = {}) {
  const port = await freePort()
  const pebble = await startPebble(port, more)
  const answers = new Map<string, string>()
  const plain = plainPort(`https://${NAME}`, answers)
  await new Promise<void>((resolve) => void plain.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void plain.close())
  let key: string | undefined
  const kept = { accountKey: () => key, keepAccountKey: (made: string) => void (key = made) }
  const order = ({ email = '', binding = { kid: '', hmacKey: '' } } = {}) =>
    orderCertificate({ names: [NAME], directory: pebble.directory, email, binding, kept, answers })
  return { order }
}

describe('the account at the authority', () => {
  test('is used again, with an address to write to and without', async () => {
    const { order } = await ordering()
    const first = await order()
    const second = await order()
    expect(second.cert).not.toBe(first.cert)
    expect((await order({ email: 'ops@example.org' })).cert).toContain('BEGIN CERTIFICATE')
    expect((await order()).cert).toContain('BEGIN CERTIFICATE')
  })

  test('is bound to another one where the authority wants that', async () => {
    const { order } = await ordering({
      externalAccountBindingRequired: true,
      externalAccountMACKeys: { 'kid-1': KEY },
    })
    await expect(order()).rejects.toThrow('externalAccountBinding')
    await expect(order({ binding: { kid: 'kid-2', hmacKey: KEY } })).rejects.toThrow(/./)
    const binding = { kid: 'kid-1', hmacKey: KEY }
    expect((await order({ binding })).cert).toContain('BEGIN CERTIFICATE')
    expect((await order({ binding })).cert).toContain('BEGIN CERTIFICATE')
  })
})

/** A console whose authority is this one. */
async function consoleOf(directory: string, dataDir: string, plain: number) {
  const { world } = await makeWorld({
    env: {
      SITE: `https://${NAME}`,
      DATA_DIR: dataDir,
      TLS: 'acme',
      TLS_HOST: '127.0.0.1',
      TLS_PORT: String(await freePort()),
      TLS_PLAIN_PORT: String(plain),
      ACME_DIRECTORY: directory,
    },
  })
  const errors: unknown[] = []
  const log = { ...world.log, info: () => {}, error: (what: unknown) => void errors.push(what) }
  const tls = makeOwnTls({ ...world, now: Date.now, lease: HELD, lookMs: 50, log: log as never })
  const app = await makeApp({ ...world, certificate: tls.status })
  await tls.start(app.server)
  const stop = () => Promise.all([tls.stop(), app.close()])
  onTestFinished(async () => void (await stop()))
  return { status: tls.status, stop }
}

test('a certificate of another authority is replaced, and served until then', async () => {
  const [dataDir, plain] = [await emptyFolder(), await freePort()]
  const staging = await startPebble(plain)
  const first = await consoleOf(staging.directory, dataDir, plain)
  await eventually(() => first.status().state === 'ok')
  const { expires } = first.status()
  await first.stop()
  // The same one is served on without an order.
  const again = await consoleOf(staging.directory, dataDir, plain)
  expect(again.status()).toMatchObject({ state: 'ok', expires })
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await again.stop()
  const other = await startPebble(plain)
  const last = await consoleOf(other.directory, dataDir, plain)
  expect(last.status().expires).toBe(expires)
  await eventually(() => last.status().expires !== expires)
  expect(last.status().state).toBe('ok')
})

test('a certificate that cannot be written is ordered once and served', async () => {
  const [dataDir, plain] = [await emptyFolder(), await freePort()]
  mkdirSync(join(dataDir, 'tls', 'certificate.pem'), { recursive: true })
  const pebble = await startPebble(plain)
  const { status } = await consoleOf(pebble.directory, dataDir, plain)
  await eventually(() => status().expires !== null)
  expect(status()).toMatchObject({ state: 'failing', nextTry: null })
  expect(status().problem).toMatch(/served, but cannot be written/)
  rmSync(join(dataDir, 'tls', 'certificate.pem'), { recursive: true })
})
