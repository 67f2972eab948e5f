import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keptIn } from '../../../server/app/tls/kept.ts'
import { NotBefore, orderCertificate, waitOf } from '../../../server/app/tls/order.ts'
import { makeRenewing } from '../../../server/app/tls/renewing.ts'
import { makeSaving } from '../../../server/app/tls/saving.ts'
import { emptyFolder } from '../../support/served.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const PAIR = { key: 'k', cert: '-----BEGIN CERTIFICATE-----', directory: 'https://a.example/dir' }

/** An authority that takes accounts, and refuses every order with 429. */
async function refusing(retryAfter?: string) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    const { port } = server.address() as AddressInfo
    const at = (path: string) => `http://127.0.0.1:${port}${path}`
    const path = request.url ?? ''
    if (request.method === 'POST') asked.push(path)
    reply.setHeader('replay-nonce', String(performance.now()).replace('.', ''))
    if (path === '/order') {
      if (retryAfter) reply.setHeader('retry-after', retryAfter)
      reply.writeHead(429, { 'content-type': 'application/problem+json' })
      const type = 'urn:ietf:params:acme:error:rateLimited'
      reply.end(JSON.stringify({ type, detail: 'too many certificates already issued' }))
      return
    }
    reply.setHeader('location', at('/account/1'))
    const directory = { newNonce: at('/nonce'), newAccount: at('/account'), newOrder: at('/order') }
    reply.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(path === '/dir' ? { ...directory, meta: {} } : { status: 'valid' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const order = () =>
    orderCertificate({
      names: ['panel.example.test'],
      directory: `http://127.0.0.1:${port}/dir`,
      email: '',
      binding: { kid: '', hmacKey: '' },
      kept: { accountKey: () => undefined, keepAccountKey: () => {} },
      answers: new Map(),
    })
  return { asked, order }
}

describe('an authority that takes no more orders for now', () => {
  test('is asked once, and again when it says; what it said is shown with the time', async () => {
    const { asked, order } = await refusing('86400')
    const clock = { at: 1_000, elapsed: 0 }
    const { look, status } = makeRenewing({
      host: 'panel.example.test',
      now: () => clock.at,
      elapsed: () => clock.elapsed,
      random: () => 0,
      log: QUIET,
      serve: () => {},
      source: { isDue: () => true, fetch: order },
    })
    await look()
    expect(status()).toEqual({
      state: 'missing',
      issuer: null,
      expires: null,
      problem: 'too many certificates already issued',
      nextTry: 1_000 + 86_400_000,
    })
    const orders = () => asked.filter((path) => path === '/order').length
    expect(orders()).toBe(1)
    clock.elapsed = 86_400_000 - 1
    await look()
    expect(orders()).toBe(1)
    clock.elapsed += 1
    await look()
    expect(orders()).toBe(2)
  })

  test('without a time is asked again after the usual pause', async () => {
    const { order } = await refusing()
    const error = await order().catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(NotBefore)
    expect(String(error)).toContain('too many certificates')
  })

  test.each([
    ['120', 120_000],
    ['Thu, 01 Jan 1970 00:01:00 GMT', 50_000],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
    ['0', 0],
    ['', 0],
    ['soon', 0],
  ])('says when: %s', (text, wait) => expect(waitOf(text, 10_000)).toBe(wait))
})

describe('what cannot be written', () => {
  test('is said, written again after a minute, and then said no more', async () => {
    const folder = await emptyFolder()
    // A file in the place of the folder.
    writeFileSync(join(folder, 'tls'), '')
    const kept = keptIn(folder)
    const clock = { at: 0 }
    const saving = makeSaving(kept, { now: () => clock.at, log: QUIET as never })
    expect([saving.accountKey.accountKey(), kept.pair(), saving.trouble()]).toEqual([
      undefined,
      undefined,
      null,
    ])
    saving.accountKey.keepAccountKey('a key')
    saving.pair(PAIR)
    expect(saving.trouble()).toMatch(/served, but cannot be written.*(EEXIST|ENOTDIR)/)
    expect(saving.accountKey.accountKey()).toBe('a key')
    rmSync(join(folder, 'tls'))
    clock.at = 59_999
    saving.look()
    expect(saving.trouble()).not.toBeNull()
    clock.at = 60_000
    saving.look()
    expect(saving.trouble()).toBeNull()
    expect(kept.pair()).toMatchObject({ directory: PAIR.directory })
    expect(readFileSync(join(folder, 'tls', 'account.pem'), 'utf8')).toBe('a key')
  })

  test('is a failure that is shown, though a certificate is served', async () => {
    const { status } = makeRenewing({
      host: 'panel.example.test',
      now: () => 0,
      log: QUIET,
      serve: () => {},
      source: { isDue: () => false, fetch: async () => PAIR, trouble: () => 'It is not written.' },
    })
    expect(status()).toMatchObject({ problem: 'It is not written.', nextTry: null })
  })

  test('with a folder in the place of the file it is said as well', async () => {
    const folder = await emptyFolder()
    mkdirSync(join(folder, 'tls', 'certificate.pem'), { recursive: true })
    const saving = makeSaving(keptIn(folder), { now: () => 0, log: QUIET as never })
    saving.pair(PAIR)
    expect(saving.trouble()).toMatch(/cannot be written/)
  })
})
