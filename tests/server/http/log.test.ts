import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { callsOnly, calmLog, logOptions } from '../../../server/http/requestLog.ts'
import { shownAddress } from '../../../server/http/shownAddress.ts'

const TOKEN = '0123456789abcdef0123456789abcdef'

describe('an address in the log', () => {
  test.each([
    ['/home/login/AABBCCDDEEFF', '/home/login/…'],
    ['/home/login/aa-bb-cc-dd-ee-ff', '/home/login/…'],
    ['/home/%6Cogin/AABBCCDDEEFF', '/home/login/…'],
    ['/home%2Flogin%2FAABBCCDDEEFF', '/home/login/…'],
    [`/home/login/telegram/${TOKEN}`, '/home/login/…'],
    [`/home/password/reset/${TOKEN}`, '/home/password/reset/…'],
    ['/home/setup/a-token_of-letters', '/home/setup/…'],
    ['/home/ref/1234', '/home/ref/…'],
    ['/api/home/ref/1234', '/api/home/ref/…'],
    ['/api/admin/ref/1234567890', '/api/admin/ref/…'],
    ['/api/admin/setting/ref/3/4/1234567890', '/api/admin/setting/ref/…'],
    [`/API/user/account/Subscribe/${TOKEN}?type=clash`, '/API/user/account/Subscribe/…?type=clash'],
    ['/api/user/account/mac/aabbccddeeff', '/api/user/account/mac/…'],
    ['/api/user/notice/mac/AA:BB:CC:DD:EE:FF', '/api/user/notice/mac/…'],
    ['/api/admin/account/mac/aabbccddeeff', '/api/admin/account/mac/…'],
    ['/api/admin/account/ip/192.0.2.1', '/api/admin/account/ip/…'],
    ['/user/order/abcdef0123456789ab', '/user/order/…'],
    ['/home/lo%zzgin/AABBCCDDEEFF', '…'],
  ])('%s leaves out its credential', (address, shown) => {
    expect(shownAddress(address)).toBe(shown)
  })

  test.each([
    ['/user/order?redeem=abcdef0123456789ab', '/user/order?redeem=…'],
    ['/user/order?abcdef0123456789ab', '/user/order?…'],
    ['/user/order?abcdef0123456789ab=1', '/user/order?…'],
    ['/user/order#redeem=abcdef0123456789ab', '/user/order?redeem=…'],
    [
      '/api/admin/user?search=ann%40example.com&page=2&pageSize=20&sort=id_desc',
      '/api/admin/user?search=…&page=2&pageSize=20&sort=id_desc',
    ],
    [
      '/api/admin/user?type[]=normal&type%5B1%5D=admin',
      '/api/admin/user?type[]=normal&type[1]=admin',
    ],
    ['/api/home/password/reset?%74oken=abc', '/api/home/password/reset?token=…'],
    ['/api/home/setup?token=a=b', '/api/home/setup?token=…'],
    ['/api/admin/search?q=abcdef0123456789ab', '/api/admin/search?q=…'],
    ['/home/signup?ref=1234567890', '/home/signup?ref=…'],
    ['/user/account?token=EC-1&PayerID=A', '/user/account?token=…&PayerID=…'],
    ['/api/push/client?data=%7B%22endpoint%22%3A1%7D', '/api/push/client?data=…'],
    ['/api/admin/user?page=%zz&type=ann@example.com', '/api/admin/user?page=…&type=…'],
    ['/api/admin/alipay?start=1768435200000&%zz=1', '/api/admin/alipay?start=1768435200000&…'],
  ])('%s keeps the names of what was requested', (address, shown) => {
    expect(shownAddress(address)).toBe(shown)
  })

  test.each([
    '/',
    '/api/home/login',
    '/api/admin/user/15/20',
    '/api/admin/account/port/50000',
    '/admin/settings/editOrder/3',
    '/assets/index-B7x2kQ90.js',
    '/api/user/flow/1/2/chart?type=day&tz=Asia/Shanghai',
  ])('%s stays as it is', (address) => {
    expect(shownAddress(address)).toBe(address)
  })
})

test('no line of the log contains a credential', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = Fastify({ logger: { ...(logOptions('trace') as object), stream } })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send())
  for (const url of [
    '/home/login/AABBCCDDEEFF',
    '/user/order?redeem=AABBCCDDEEFF',
    '/%zz/AABBCCDDEEFF',
  ])
    await app.inject({ url, headers: { cookie: 'sid=AABBCCDDEEFF' } })
  await app.close()
  expect(lines.join('')).toContain('/home/login/…')
  expect(lines.join('')).not.toContain('AABBCCDDEEFF')
})

test('calls are logged, files of the console are not', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const logger = { ...(logOptions('info') as object), stream }
  const app = Fastify({ logger, logController: callsOnly() })
  for (const url of ['/', '/assets/index.js', '/apiary', '/api/health', '/API/home/login'])
    app.get(url, () => '')
  for (const url of ['/', '/assets/index.js', '/apiary', '/api/health', '/API/home/login'])
    await app.inject({ url })
  await app.close()
  const requested = lines.flatMap((line) => JSON.parse(line).req?.url ?? [])
  expect(requested).toEqual(['/api/health', '/API/home/login'])
})

test('an outage of the database is a line now and then, without a stack', () => {
  const lines: [string, unknown, string?][] = []
  const write = (level: string) => (what: unknown, text?: string) =>
    void lines.push([level, what, text])
  const log = calmLog({ info: write('info'), warn: write('warn'), error: write('error') } as never)
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (let times = 0; times < 100; times += 1) log.error({ err: away }, 'a job failed')
  log.error({ err: new Error('a fault') }, 'a job failed')
  expect(lines).toEqual([
    ['warn', { why: 'connect ECONNREFUSED' }, expect.stringContaining('the database is away')],
    ['error', { err: expect.any(Error) }, 'a job failed'],
  ])
})
