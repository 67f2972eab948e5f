/** @module-tag long */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Order } from '../../../server/engine/protocol/messages.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { portsHere } from '../../support/portsHere.ts'
import { askUdp, visit } from '../../support/shadowsocks.ts'

const COUNT = 100_000
const method = '2022-blake3-aes-128-gcm'
const newKey = () => randomBytes(16).toString('base64')

test('100,000 accounts share one port, each found at once', async () => {
  const { change, counters, orders } = portsHere()
  const [port, server] = [await freePort(), newKey()]
  const all = Array.from({ length: COUNT }, (_, at): Order => {
    return { key: `1:${at + 1}`, port, method, password: `${server}:${newKey()}`, until: null }
  })
  const [heap, began] = [process.memoryUsage().heapUsed, performance.now()]
  const states = await change(all, [])
  const opened = performance.now() - began
  expect(states.filter(({ state }) => state !== 'open')).toEqual([])
  const bytes = (process.memoryUsage().heapUsed - heap) / COUNT
  const target = await startTarget((socket) => socket.pipe(socket))
  const udp = await startUdpEcho()
  const some = [0, COUNT / 2, COUNT - 1].map((at) => all[at]!)
  const askedAt = performance.now()
  for (const order of some) {
    await (await visit(order, target, Buffer.from('a'))).until(1)
    expect((await askUdp(order, udp, Buffer.from('b')))?.subarray(7).toString()).toBe('b')
  }
  const asked = (performance.now() - askedAt) / some.length
  for (const { key } of some) expect(counters().get(key)).toMatchObject({ up: 2, down: 2 })
  const again = performance.now()
  await change(all, [])
  const same = performance.now() - again
  await change(
    [],
    all.slice(1).map(({ key }) => key),
  )
  expect(orders()).toEqual([all[0]])
  await (await visit(all[0]!, target, Buffer.from('c'))).until(1)
  console.info(
    `100,000 accounts on a port: opened in ${Math.round(opened)} ms, ordered again in ${Math.round(same)} ms, ${Math.round(bytes)} bytes each; a connection and a datagram took ${asked.toFixed(1)} ms`,
  )
})
