import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { plainPort } from '../../../server/app/tls/plainPort.ts'

const SITE = 'https://panel.example.test'

/** Port 80 of a site, asked word for word: `fetch` would put an address in order first. */
async function openPort(answers = new Map<string, string>()) {
  const server = plainPort(SITE, answers)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return async (target: string, method = 'GET') => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`${method} ${target} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`)
    const reply = await text(socket)
    const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(reply) ?? []
    const [, location] = /^location: (.*)\r$/im.exec(reply) ?? []
    return { status: Number(status), location, body: reply.split('\r\n\r\n')[1] ?? '' }
  }
}

describe('port 80', () => {
  test.each([
    // What follows the name of the site directly becomes a part of the name.
    ['x://@evil.example/', `${SITE}/`],
    ['x://evil.example/', `${SITE}/`],
    ['http://evil.example/path', `${SITE}/`],
    ['/', `${SITE}/`],
    ['/user/index?a=1', `${SITE}/user/index?a=1`],
    ['//evil.example/', `${SITE}//evil.example/`],
    ['/@evil.example', `${SITE}/@evil.example`],
    ['/apis', `${SITE}/apis`],
    ['/user/api/x', `${SITE}/user/api/x`],
    ['/.well-known/acme-challenge/unknown', `${SITE}/.well-known/acme-challenge/unknown`],
  ])('leads from %s to the site itself', async (target, location) => {
    const ask = await openPort()
    for (const method of ['GET', 'HEAD']) {
      const led = await ask(target, method)
      expect([led.status, led.location]).toEqual([308, location])
      expect(new URL(led.location ?? '').origin).toBe(SITE)
    }
  })

  test.each(['@evil.example/', '.evil.example/', ':8443@evil.example/', '*', ''])(
    'leads nowhere else from %j',
    async (target) => {
      const { location = SITE } = await (await openPort())(target)
      expect(new URL(location).origin).toBe(SITE)
    },
  )

  test.each(['/api', '/api/home/login', '/API/x', '//api/x', '/api/?a=1'])(
    'shows %s to no program in the clear',
    async (target) => {
      const { status, location } = await (await openPort())(target)
      expect([status, location]).toEqual([403, undefined])
    },
  )

  test('takes nothing that was sent in the clear', async () => {
    const ask = await openPort()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, location } = await ask('/user/index', method)
      expect([status, location]).toEqual([405, undefined])
    }
  })

  test('answers the authority with the token it asked for, and no other', async () => {
    const answers = new Map([['token', 'token.thumbprint']])
    const ask = await openPort(answers)
    const one = await ask('/.well-known/acme-challenge/token')
    expect([one.status, one.body]).toEqual([200, expect.stringContaining('token.thumbprint')])
    for (const other of ['/.well-known/acme-challenge/toke', '/.well-known/acme-challenge-token'])
      expect((await ask(other)).status).toBe(308)
    answers.delete('token')
    expect((await ask('/.well-known/acme-challenge/token')).status).toBe(308)
  })
})
