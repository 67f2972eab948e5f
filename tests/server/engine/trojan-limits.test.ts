import { expect, test } from 'vitest'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { framed, lodger, requestOf, shake, startTrojan } from '../../support/trojan.ts'

const site = () => startTarget((socket) => socket.end('site'))
const flood = () =>
  startTarget((socket) => {
    const pour = () => {
      while (socket.writable && socket.write(Buffer.alloc(65_536)));
    }
    socket.on('drain', pour)
    pour()
  })

test('an account of a Trojan server is as fast as its order says, and faster with another', async () => {
  const { engine, port } = await startTrojan(await site())
  // 100 bytes a ms.
  const order = lodger(port, 1, 'one', { speed: { down: 800 } })
  await engine.apply([order])
  const guest = await shake(port)
  const begun = performance.now()
  guest.write(requestOf('one', await flood()))
  await guest.until(150_000)
  const counted = async () => (await engine.counters()).get('1:1')?.down ?? 0
  expect(await counted()).toBeLessThan((performance.now() - begun) * 100 + 2 * 16_384)
  const { speed: _, ...free } = order
  await engine.apply([free])
  await guest.until(10_000_000)
  guest.socket.destroy()
})

test('a Trojan account that is used up goes on slowly, or leads to the shop alone', async () => {
  const { engine, port } = await startTrojan(await site())
  const echo = await startTarget((socket) => socket.pipe(socket))
  const other = await startTarget((socket) => socket.pipe(socket))
  const udp = await startUdpEcho()
  const slow = lodger(port, 1, 'slow', { budget: 4, slow: { up: 800, down: 800 } })
  await engine.apply([slow])
  const guest = await shake(port)
  guest.write(Buffer.concat([requestOf('slow', echo), Buffer.from('hello')]))
  await guest.until(5)
  guest.write(' you')
  expect((await guest.until(9)).toString()).toBe('hello you')
  await eventually(() => engine.charged('1:1').down === 9)
  expect(engine.states).toEqual([])

  const wayBack = { places: [`127.0.0.1:${echo.port}`], page: 'https://shop.example/' }
  const ended = lodger(port, 1, 'slow', { budget: 0, wayBack })
  expect(await engine.apply([ended])).toEqual([{ key: '1:1', state: 'open' }])
  // What was open elsewhere has ended.
  expect((await guest.rest()).toString()).toBe('hello you')
  const home = await shake(port)
  home.write(Buffer.concat([requestOf('slow', echo), Buffer.from('home')]))
  expect((await home.until(4)).toString()).toBe('home')
  const away = await shake(port)
  away.write(Buffer.concat([requestOf('slow', other), Buffer.from('away')]))
  expect((await away.rest()).length).toBe(0)
  const web = await shake(port)
  web.write(
    Buffer.concat([requestOf('slow', { host: 'a.example', port: 80 }), Buffer.from('GET / ')]),
  )
  expect((await web.rest()).toString()).toContain('Location: https://shop.example/')
  const datagrams = await shake(port)
  const names = { host: '8.8.8.8', port: 53 }
  const query = Buffer.from('123401000001000000000000016101620000010001', 'hex')
  const header = requestOf('slow', { host: '0.0.0.0', port: 0 }, 3)
  datagrams.write(Buffer.concat([header, framed(udp, Buffer.from('ping')), framed(names, query)]))
  // The name is not the shop's: it has no address.
  expect((await datagrams.until(11 + query.length)).subarray(11, 15).toString('hex')).toBe(
    '12348180',
  )
  expect([other.sockets.size, udp.seen.length]).toEqual([0, 0])
  expect((await engine.counters()).get('1:1')).toMatchObject({ up: 9, down: 9 })
})
