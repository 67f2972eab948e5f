import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Order } from '../../../server/engine/protocol/messages.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'
import { askUdp, eventually, packetTo, sendUdp, visit } from '../../support/shadowsocks.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))

/** Whether a process listens there. */
const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })

describe('the ports', () => {
  test('are those of the orders, and others close', async () => {
    const { apply, change } = portsHere()
    const [one, two, three] = [await anOrder(), await anOrder(), await anOrder()]
    const open = ({ key }: Order) => ({ key, state: 'open' })
    const all = [one, two, three]
    const found = async () => Promise.all(all.map(({ port }) => isOpen(port)))
    expect(await apply([one, two])).toEqual([open(one), open(two)])
    expect(await found()).toEqual([true, true, false])
    expect(await apply([two, three])).toEqual([open(two), open(three)])
    expect(await found()).toEqual([false, true, true])
    expect(await change([one], [two.key])).toEqual([open(one)])
    expect(await found()).toEqual([true, false, true])
    const twice = { ...two, port: three.port }
    expect(await change([twice], [])).toEqual([
      { key: two.key, state: 'error', reason: 'port in use' },
    ])
    expect(await apply([])).toEqual([])
    expect(await found()).toEqual([false, false, false])
  })

  test.each([0, -1, 65_536, 80.5, Number.NaN])('are none with the number %d', async (port) => {
    const { change } = portsHere()
    expect(await change([await anOrder({ key: '1:1', port })], [])).toEqual([
      { key: '1:1', state: 'error', reason: 'port not valid' },
    ])
  })

  test('are left alone wholly where one half cannot be had', async () => {
    const { change } = portsHere()
    const order = await anOrder()
    const stranger = createSocket('udp4').bind(order.port, '127.0.0.1')
    await once(stranger, 'listening')
    const refused = { key: order.key, state: 'error', reason: 'port in use' }
    expect(await change([order], [])).toEqual([refused])
    await eventually(async () => !(await isOpen(order.port)))
    stranger.close()
    await once(stranger, 'close')
    expect(await change([order], [])).toEqual([{ key: order.key, state: 'open' }])
  })

  test('are swapped by two keys, and go with a key that becomes an account of WireGuard', async () => {
    const { apply, change, readings, isBusy, orders } = portsHere()
    const [one, two] = [await anOrder({ password: 'one' }), await anOrder({ password: 'two' })]
    await apply([one, two])
    const states = await apply([
      { ...one, port: two.port },
      { ...two, port: one.port },
    ])
    expect(states).toEqual([one, two].map(({ key }) => ({ key, state: 'open' })))
    const guest = await visit({ ...two, port: one.port }, await echo(), Buffer.from('a'))
    await guest.until(1)
    // Of two ports one is busy, and one has counted.
    expect([isBusy(), readings()]).toEqual([true, [[two.key, 1, 1, expect.any(Number)]]])
    const inside = { ...two, method: 'wireguard' }
    expect(await change([inside, { ...one, port: two.port }], [])).toEqual([
      { key: two.key, state: 'error', reason: 'tunnel not valid' },
      { key: one.key, state: 'open' },
    ])
    expect(orders().map(({ key }) => key)).toEqual([one.key])
    expect((await guest.rest()).toString()).toBe('a')
    expect(await change([inside], [], { opens: false })).toEqual([])
  })

  test.each([true, false])(
    'are all closed at the end, also what is open: leaves %s',
    async (leaves) => {
      const { change, end } = portsHere()
      const [one, two] = [await anOrder(), await anOrder()]
      await change([one, two], [])
      const guest = await visit(one, await echo(), Buffer.from('a'))
      await guest.until(1)
      await end({ leaves })
      await guest.rest()
      expect([await isOpen(one.port), await isOpen(two.port)]).toEqual([false, false])
    },
  )

  test('open by hundreds in any number', async () => {
    const { change, orders } = portsHere()
    const many = await Promise.all(Array.from({ length: 300 }, () => anOrder()))
    // A number may be drawn twice.
    const some = [...new Map(many.map((order) => [order.port, order])).values()]
    expect((await change(some, [])).map(({ key }) => key)).toEqual(some.map(({ key }) => key))
    expect(orders()).toHaveLength(some.length)
  })

  test('are had by two only while one takes over from the other', async () => {
    const [mine, other] = [portsHere(), portsHere()]
    const order = await anOrder()
    const open = [{ key: order.key, state: 'open' }]
    expect(await mine.change([order], [])).toEqual(open)
    expect(await other.change([order], [])).toEqual([
      { key: order.key, state: 'error', reason: 'port in use' },
    ])
    const next = portsHere({}, undefined, { takesOver: true })
    expect(await next.change([order], [])).toEqual(open)
    // The one that lets go accepts nothing more, and goes on with what it has.
    mine.drain()
    const target = await echo()
    const guest = await visit(order, target, Buffer.from('a'))
    await guest.until(1)
    expect([mine.isBusy(), next.isBusy()]).toEqual([false, true])
    expect((await askUdp(order, await startUdpEcho(), Buffer.from('b')))?.subarray(7)).toEqual(
      Buffer.from('b'),
    )
    expect(next.readings()).toEqual([[order.key, 2, 2, expect.any(Number)]])
    // What it has let go of it closes once.
    await mine.kill(order.key)
    guest.write(Buffer.from('c'))
    await guest.until(2)
  })

  test('go on while they drain with what is connected, and take no datagram', async () => {
    const { change, drain, isBusy, close } = portsHere()
    const order = await anOrder()
    await change([order], [])
    const target = await startUdpEcho()
    expect(await askUdp(order, target, Buffer.from('a'))).toBeDefined()
    const guest = await visit(order, await echo(), Buffer.from('a'))
    await guest.until(1)
    drain()
    drain()
    expect(await isOpen(order.port)).toBe(false)
    expect(await askUdp(order, target, Buffer.from('b'), 150)).toBeUndefined()
    guest.write(Buffer.from('b'))
    expect((await guest.until(2)).toString()).toBe('ab')
    expect(isBusy()).toBe(true)
    close()
    await guest.rest()
    await eventually(() => !isBusy())
  })

  test('are closed again where their datagrams cannot be had', async () => {
    // Who takes over does not try first.
    const { change } = portsHere({}, undefined, { takesOver: true })
    const order = await anOrder()
    const stranger = createSocket('udp4').bind(order.port, '127.0.0.1')
    await once(stranger, 'listening')
    expect(await change([order], [])).toEqual([
      { key: order.key, state: 'error', reason: 'port in use' },
    ])
    await eventually(async () => !(await isOpen(order.port)))
    stranger.close()
  })

  test('are left alone where another program has their TCP half, and can be had afterwards', async () => {
    const { change } = portsHere()
    const order = await anOrder()
    const stranger = createServer().listen(order.port, '127.0.0.1')
    await once(stranger, 'listening')
    const refused = [{ key: order.key, state: 'error', reason: 'port in use' }]
    for (let time = 0; time < 2; time += 1) expect(await change([order], [])).toEqual(refused)
    stranger.close()
    await once(stranger, 'close')
    expect(await change([order], [])).toEqual([{ key: order.key, state: 'open' }])
  })

  test('are those of an IPv6 address as well', async () => {
    const { change, readings } = portsHere({}, undefined, { host: '::1' })
    const order = await anOrder()
    expect(await change([order], [])).toEqual([{ key: order.key, state: 'open' }])
    const target = await startUdpEcho('::1')
    const client = createSocket('udp6')
    onTestFinished(() => void client.close())
    client.send(packetTo(order, target, Buffer.from('six')), order.port, '::1')
    await once(client, 'message')
    expect(readings()).toEqual([[order.key, 3, 3, expect.any(Number)]])
  })

  test('stay closed once the budget is used up, and with an unknown cipher', async () => {
    const { change, counters, changes, ended, clients } = portsHere()
    const order = await anOrder({ until: 4 })
    await change([order], [])
    expect([changes(), clients(order.key), clients('9:9')]).toEqual([[], [], []])
    const guest = await visit(order, await echo(), Buffer.from('abc'))
    expect((await guest.rest()).toString()).toBe('a')
    expect(ended).toEqual([[order.key, 'over']])
    const { key } = order
    expect(counters().get(key)).toMatchObject({ up: 3, down: 1, ips: 1 })
    expect(changes()).toEqual([[key, 3, 1, expect.any(Number)]])
    expect([changes(), clients(key)]).toEqual([[], ['127.0.0.1']])
    const error = { key, state: 'error' }
    expect(await change([order], [])).toEqual([{ ...error, reason: 'over' }])
    expect(await change([{ ...order, until: 5 }], [])).toEqual([{ key, state: 'open' }])
    expect(await change([{ ...order, method: 'rc4-md5' }], [])).toEqual([
      { ...error, reason: 'method not supported' },
    ])
    expect(await isOpen(order.port)).toBe(false)
    expect(ended).toEqual([[key, 'over']])
  })

  test('end what runs under another password, and nothing else', async () => {
    const { change } = portsHere()
    const order = await anOrder()
    await change([order], [])
    const target = await echo()
    const guest = await visit(order, target, Buffer.from('a'))
    await guest.until(1)
    await change([{ ...order, until: 1_000, maxConnections: 1 }], [])
    guest.write(Buffer.from('b'))
    await guest.until(2)
    expect((await (await visit(order, target, Buffer.from('c'))).rest()).length).toBe(0)
    await change([{ ...order, method: 'chacha20-ietf-poly1305' }], [])
    expect((await guest.rest()).toString()).toBe('ab')
    expect(await isOpen(order.port)).toBe(true)
  })
})

describe('datagrams', () => {
  test('are accepted only from targets a customer may reach', async () => {
    const { change, counters } = portsHere()
    const order = await anOrder()
    await change([order], [])
    const target = await startUdpEcho()
    const seen: number[] = []
    const answerer = createSocket('udp4').bind(0, '127.0.0.1')
    const stranger = createSocket('udp4').bind(0, '127.0.0.2')
    onTestFinished(() => void [answerer.close(), stranger.close()])
    await Promise.all([once(answerer, 'listening'), once(stranger, 'listening')])
    answerer.on('message', (_, from) => {
      seen.push(from.port)
      stranger.send('not mine', from.port, '127.0.0.1')
    })
    const place = { host: '127.0.0.1', port: answerer.address().port }
    const packet = packetTo(order, place, Buffer.from('a'))
    expect(await sendUdp(order, [packet], 200)).toEqual([])
    await expect.poll(() => seen.length).toBe(1)
    expect((await askUdp(order, target, Buffer.from('bc')))?.subarray(7).toString()).toBe('bc')
    expect(counters().get(order.key)).toMatchObject({ up: 3, down: 2 })
  })

  test('that would be too long once sealed are left out', async () => {
    const { change, counters } = portsHere()
    const order = await anOrder()
    await change([order], [])
    const most = 65_507 - 32 - 7 - 16
    const answers = [most, most + 1]
    const target = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void target.close())
    await once(target, 'listening')
    target.on('message', (_, from) =>
      target.send(Buffer.alloc(answers.shift() ?? 0), from.port, from.address),
    )
    const place = { host: '127.0.0.1', port: target.address().port }
    const length = async () => (await askUdp(order, place, Buffer.from('a'), 300))?.length
    expect(await length()).toBe(7 + most)
    expect(await length()).toBeUndefined()
    await after(20)
    expect(counters().get(order.key)).toMatchObject({ up: 2, down: most })
  })

  test('end with their port', async () => {
    const { change, kill } = portsHere()
    const order = await anOrder()
    await change([order], [])
    const target = await startUdpEcho()
    expect(await askUdp(order, target, Buffer.from('a'))).toBeDefined()
    await kill(order.key)
    expect(await askUdp(order, target, Buffer.from('b'), 150)).toBeUndefined()
    await change([order], [])
    expect(await askUdp(order, target, Buffer.from('c'))).toBeDefined()
    expect(target.seen.map(String)).toEqual(['a', 'c'])
  })
})
