import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { problems } from '#contract'
import { makeApp } from '../../../server/app/app.ts'
import { REQUEST } from '../../support/bothForms.ts'
import { makeWorld } from '../../support/world.ts'

const LIMIT = 1_500

/** A server that gives each request so long to arrive, ms, and a POST to it that has begun. */
async function begunPost(length: number, requestTimeout = LIMIT) {
  const { world } = await makeWorld()
  const app = await makeApp(world, { requestTimeout })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let said = ''
  socket.on('data', (part) => (said += part.toString())).on('error', () => {})
  // Not by once: a body that still comes when the server has closed is answered by a reset.
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const head = ['POST /api/home/login HTTP/1.1', 'Host: x', 'Content-Type: application/json']
  socket.write([...head, `Content-Length: ${length}`, 'Connection: close', '', ''].join('\r\n'))
  return { socket, ended, said: () => said }
}

test('a body that comes byte by byte is closed with 408', async () => {
  const { socket, ended, said } = await begunPost(100)
  const began = performance.now()
  const drip = setInterval(() => socket.write(' '), 100)
  await ended
  clearInterval(drip)
  expect(said()).toMatch(/^HTTP\/1\.1 408 /)
  expect(JSON.parse(said().split('\r\n\r\n')[1] ?? '')).toMatchObject({
    code: 'too slow',
    message: problems['too slow'],
    request: REQUEST,
    statusCode: 408,
  })
  expect(performance.now() - began).toBeGreaterThan(LIMIT * 0.9)
})

test('an honest slow one of the largest size is answered', async () => {
  const size = 127 * 1024
  const { socket, ended, said } = await begunPost(size, LIMIT * 4)
  const body = JSON.stringify({ email: 'x'.repeat(size - 12) })
  for (let at = 0; at < size; at += size / 8) {
    socket.write(body.slice(at, at + size / 8))
    await sleep(100)
  }
  await ended
  expect(said()).toMatch(/^HTTP\/1\.1 40[03] /)
})

test('half a minute is the default limit', async () => {
  const { world } = await makeWorld()
  const app = await makeApp(world)
  onTestFinished(() => app.close())
  expect(app.server.requestTimeout).toBe(30_000)
})
