import { expect, onTestFinished, test, vi } from 'vitest'
import { idempotent } from '#contract'
import { makeApp } from '../../../server/app/app.ts'
import { watchLoopDelay } from '../../../server/http/limits/loopDelay.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const LIMIT = 150

/** A server whose event loop has the delay a test sets, ms. */
async function lateSite(delay: number) {
  const late = { delay }
  const { world, cookieOf } = await makeWorld({ env: { OVERLOAD_MS: String(LIMIT) } })
  const app = await makeApp(world, { loopDelay: () => late.delay })
  onTestFinished(() => app.close())
  const cookie = await cookieOf(mainAdmin)
  return { app, late, db: world.db, cookie }
}

test('a server that cannot keep up refuses new calls, and takes them again once it can', async () => {
  const { app, late, cookie } = await lateSite(LIMIT + 1)
  const list = () => app.inject({ url: '/api/admin/account', headers: { cookie } })
  const refused = await list()
  expect([refused.statusCode, refused.payload]).toEqual([503, 'server busy'])
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.headers['content-type']).toMatch(/^text\/plain/)
  late.delay = LIMIT
  expect((await list()).statusCode).toBe(200)
})

test('a refused write has changed nothing, and is done when it is sent again under its key', async () => {
  const { app, late, db, cookie } = await lateSite(LIMIT + 1)
  const [method = '', url = ''] = idempotent.createUser.split(' ')
  const create = () =>
    app.inject({
      method: method as 'POST',
      url,
      headers: { cookie, 'idempotency-key': '5f8c1c1e-6a0d-4d3e-9d2b-0c3b6f6f5a01' },
      payload: { email: 'ann@example.com', password: 'long enough' },
    })
  const count = async () => (await db.selectFrom('user').select('id').execute()).length
  expect((await create()).statusCode).toBe(503)
  expect(await count()).toBe(1)
  late.delay = 0
  expect((await create()).statusCode).toBe(200)
  expect(await count()).toBe(2)
})

test('probes, figures and the status are answered all the same', async () => {
  const { app } = await lateSite(10_000)
  for (const url of ['/api/livez', '/api/readyz', '/api/health', '/api/metrics', '/api/home/login'])
    expect((await app.inject({ url })).statusCode, url).toBe(200)
})

test('notices of payments are taken, and so is what a node says', async () => {
  const { app } = await lateSite(10_000)
  for (const url of ['/api/user/alipay/callback', '/api/user/paypal/callback']) {
    const { statusCode } = await app.inject({ method: 'POST', url, payload: {} })
    expect(statusCode, url).not.toBe(404)
    expect(statusCode, url).not.toBe(503)
  }
  expect((await app.inject({ url: '/api/node/link' })).statusCode).toBe(426)
})

test('a login is refused before it begins, and not once it has', async () => {
  const { app } = await lateSite(10_000)
  const logIn = async (more: object) => {
    const payload = { email: 'ann@example.com', password: 'long enough', ...more }
    const { statusCode, payload: text } = await app.inject({
      method: 'POST',
      url: '/api/home/login',
      payload,
    })
    return `${statusCode} ${text}`
  }
  expect(await logIn({})).toBe('503 server busy')
  expect(await logIn({ code: '123456' })).toBe('403 user not exists')
})

test('what is measured grows while the loop is held, and falls again', async () => {
  const { read, stop } = watchLoopDelay()
  onTestFinished(stop)
  const held = setInterval(() => {
    const end = performance.now() + 60
    while (performance.now() < end);
  }, 1)
  await vi.waitFor(() => expect(read()).toBeGreaterThan(20), { timeout: 20_000 })
  clearInterval(held)
  await vi.waitFor(() => expect(read()).toBeLessThan(20), { timeout: 20_000 })
})
