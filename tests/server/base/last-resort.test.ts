import { connect } from 'node:net'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { guardServer } from '../../../server/base/guarded.ts'
import { serve } from '../../support/served.ts'

/** Makes a server fail when it is told to, and say so if it is there for another moment. */
const failing = (how: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`
    process.on('SIGUSR2', () => {
      setTimeout(() => console.log('it is still there'), 100)
      ${how}
    })`)}`

describe('an error that nobody caught', () => {
  test.each([
    ['thrown', 'throw new Error("a fault of the test")'],
    ['of a promise', 'Promise.reject(new Error("a fault of the test"))'],
    ['that is no error', 'Promise.reject("a fault of the test")'],
  ])('ends the console at once, whoever is connected: %s', async (_what, how) => {
    const server = await serve({ NODE_OPTIONS: failing(how) })
    await vi.waitFor(() => expect(server.said()).toContain('Sluice is at'), 60_000)
    // A body that never comes: a clean stop would wait for it.
    const held = connect(server.port, '127.0.0.1')
    onTestFinished(() => void held.destroy())
    held.on('error', () => {})
    held.write('POST /api/home/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n')
    held.write('Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n')
    await once(held, 'data')
    server.child.kill('SIGUSR2')
    expect(await server.ended).toEqual([1, null])
    expect(server.said()).toMatch(/^Sluice stops because of an error in it: .*a fault of the test/m)
    expect(server.said()).not.toContain('it is still there')
  })
})

describe('what a listener of a server throws', () => {
  /** A server whose listeners throw at this event, and what was said of it. */
  async function aServer(event: string) {
    const failed: string[] = []
    const server = createServer((request, reply) => {
      if (request.url === '/throws') throw new Error('request')
      if (request.url === '/socket') {
        request.socket.on('throws', () => {
          throw new Error('socket')
        })
        request.socket.emit('throws')
      }
      reply.end('served')
    })
    guardServer(server, (error) => void failed.push((error as Error).message))
    server.on(event, () => {
      throw new Error(event)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const send = async (text: string) => {
      const socket = connect(port, '127.0.0.1')
      let said = ''
      socket.on('data', (part) => (said += part.toString())).on('error', () => {})
      const ended = new Promise((resolve) => socket.on('close', resolve))
      socket.write(text)
      await ended
      return said
    }
    return { failed, send }
  }
  const asking = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

  test.each([
    ['connection', asking('/')],
    ['upgrade', asking('/', 'Connection: Upgrade\r\nUpgrade: x\r\n')],
    ['connect', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['checkContinue', asking('/', 'Expect: 100-continue\r\n')],
    ['checkExpectation', asking('/', 'Expect: a miracle\r\n')],
    ['clientError', 'no HTTP at all\r\n\r\n'],
  ])('ends the connection it was thrown for: %s', async (event, text) => {
    const { failed, send } = await aServer(event)
    expect(await send(text)).not.toContain('served')
    expect(failed).toEqual([event])
  })

  test('or that a request or its socket threw, and others are served', async () => {
    const { failed, send } = await aServer('nothing')
    for (const path of ['/throws', '/socket']) await send(asking(path))
    expect(failed).toEqual(['request', 'socket'])
    expect(await send(asking('/', 'Connection: close\r\n'))).toContain('served')
  })

  test('is for whoever opened it where it is an error of the server itself', () => {
    const server = new EventEmitter()
    guardServer(server, () => {})
    expect(() => server.emit('error', new Error('the port is taken'))).toThrow('taken')
  })
})
