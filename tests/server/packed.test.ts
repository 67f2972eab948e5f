import { createHash } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { packPrograms } from '../../scripts/install.mjs'
import { startSluice } from '../e2e/support/server.ts'
import { startPushService } from '../support/push-service.ts'
import { serveS3 } from '../support/s3.ts'
import { startSmtp } from '../support/smtp-server.ts'
import { BOT_TOKEN, startTelegramApi } from '../support/telegram.ts'

// What leaves the machine, from the program that is shipped: a bundler's ways have broken here what
// all tests of the sources passed. Payments go out in Chromium's tests and in those of other browsers.
const PASSWORD = 'Vq7zebra-run1'

beforeAll(() => packPrograms())

test('the packed console reaches Telegram, mail servers, browsers and a bucket', async () => {
  const [telegram, service, bucket] = await Promise.all([
    startTelegramApi(),
    startPushService(),
    serveS3(),
  ])
  onTestFinished(() => service.stop())
  const { call } = await started({
    TELEGRAM_API: telegram.url,
    PUSH_RELAY: service.url,
    BACKUP: 's3://bucket/sluice',
    BACKUP_ENDPOINT: bucket.endpoint,
    AWS_REGION: bucket.region,
    AWS_ACCESS_KEY_ID: bucket.keyId,
    AWS_SECRET_ACCESS_KEY: bucket.secret,
    // The stand-ins' certificate is nobody's.
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  })

  const set = await call('PUT', '/api/admin/setting/telegram', { token: BOT_TOKEN })
  expect(set).toMatchObject({ status: 200 })
  await expect.poll(() => telegram.calls).toContain('getUpdates')
  telegram.write(7, '/start')
  await expect.poll(() => telegram.to(7)).toHaveLength(1)

  for (const security of ['none', 'starttls', 'tls'] as const) {
    const smtp = await startSmtp({ security, login: { user: 'me', password: 'secret' } })
    onTestFinished(() => smtp.close())
    const { data } = await call('GET', '/api/admin/setting/mailServer')
    const setting = { ...smtp.setting, revision: data.revision }
    expect(await call('PUT', '/api/admin/setting/mailServer', setting)).toMatchObject({
      status: 200,
    })
    const path = '/api/admin/setting/mailServer/test'
    expect(await call('POST', path, { recipient: 'ann@example.com' })).toMatchObject({
      status: 200,
    })
    expect(smtp.received.map(({ to, encrypted }) => [to, encrypted])).toEqual([
      [['ann@example.com'], security !== 'none'],
    ])
  }

  const { endpoint, keys } = service.subscribe()
  const registered = await call('POST', '/api/push/client', { data: { endpoint, keys } })
  expect(registered).toMatchObject({ status: 200, text: 'success' })
  const device = createHash('sha256').update(endpoint).digest('base64url')
  const sent = await call('POST', `/api/push/client/${device}/test`)
  expect([sent.status, sent.text, service.refusals]).toEqual([200, 'success', []])
  expect(service.to({ endpoint })).toHaveLength(1)

  await expect
    .poll(async () => (await call('GET', '/api/admin/backup')).data)
    .toMatchObject({ state: 'ok', problem: null })
  expect(bucket.seen.refused).toBe(0)
  expect(bucket.objects.size).toBeGreaterThan(1)
})

/** A packed console that is set up, and calls of its main admin. */
async function started(env: NodeJS.ProcessEnv) {
  const sluice = await startSluice([], { ENGINE: 'false', ...env })
  onTestFinished(() => sluice.stop())
  let cookie = ''
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = new Headers({ cookie, origin: sluice.site })
    if (body !== undefined) headers.set('content-type', 'application/json')
    const text = body === undefined ? null : JSON.stringify(body)
    const reply = await fetch(sluice.site + path, { method, headers, body: text })
    cookie ||= reply.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const said = await reply.text()
    const data = said.startsWith('{') ? JSON.parse(said) : undefined
    return { status: reply.status, text: said, data }
  }
  const token = sluice.setupLink.split('/').at(-1)
  const person = {
    email: 'boss@shop.example',
    password: PASSWORD,
    title: 'Shop',
    language: 'en-US',
  }
  expect(await call('POST', '/api/home/setup', { token, ...person })).toMatchObject({ status: 200 })
  return { call }
}
