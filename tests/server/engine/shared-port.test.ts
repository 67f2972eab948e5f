import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Order } from '../../../server/engine/protocol/messages.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'
import {
  addressOf,
  askUdp,
  eventually,
  of2022,
  opening,
  sendUdp,
  visit,
} from '../../support/shadowsocks.ts'

const AES_128 = '2022-blake3-aes-128-gcm'
const AES_256 = '2022-blake3-aes-256-gcm'
const CHACHA = '2022-blake3-chacha20-poly1305'
const BYTES: Record<string, number> = { [AES_128]: 16, [AES_256]: 32, [CHACHA]: 32 }
const keyFor = (method: string) => randomBytes(BYTES[method] ?? 0).toString('base64')
const echo = () => startTarget((socket) => socket.pipe(socket))
const open = ({ key }: Order) => ({ key, state: 'open' })

/** Whether a process listens there. */
const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })

/** Orders of accounts that share one port. */
async function shared(count: number, { method = AES_128, server = keyFor(method) } = {}) {
  const port = await freePort()
  return Array.from({ length: count }, (_, at): Order => {
    const password = `${server}:${keyFor(method)}`
    return { key: `1:${at + 1}`, port, method, password, until: null }
  })
}

describe('a port of Shadowsocks 2022', () => {
  test.each([
    [AES_128, 'own'],
    [AES_256, 'own'],
    [CHACHA, 'own'],
    [AES_128, 'shared'],
    [AES_256, 'shared'],
  ])('of %s (%s) carries TCP and UDP, counted to the byte', async (method, kind) => {
    const { change, counters, attempts } = portsHere()
    const [first] = kind === 'own' ? [] : await shared(1, { method })
    const order = first ?? (await anOrder({ method, password: keyFor(method) }))
    expect(await change([order], [])).toEqual([open(order)])
    const payload = randomBytes(300_000)
    const guest = await visit(order, await echo(), payload.subarray(0, 9))
    // Chunks of 65,535 bytes, and one that comes after the header.
    guest.write(payload.subarray(9))
    expect((await guest.until(payload.length)).equals(payload)).toBe(true)
    const target = await startUdpEcho()
    const answer = await askUdp(order, target, Buffer.from('hello'))
    expect(answer).toEqual(Buffer.concat([addressOf(target), Buffer.from('hello')]))
    const sum = payload.length + 5
    expect(counters().get(order.key)).toMatchObject({ up: sum, down: sum })
    guest.socket.end()
    await eventually(() => attempts.read(order.key, 0).some((one) => one.reason === 'connected'))
  })

  test.each([
    ['too short', AES_128, 'c2hvcnQ='],
    ['of another length', AES_256, keyFor(AES_128)],
    ['what is no base64', AES_128, `!${keyFor(AES_128)}`],
    ['an empty second key', AES_128, `${keyFor(AES_128)}:`],
    ['three keys', AES_128, [1, 2, 3].map(() => keyFor(AES_128)).join(':')],
    ['identities, which ChaCha20 has not', CHACHA, `${keyFor(CHACHA)}:${keyFor(CHACHA)}`],
  ])('is refused for %s', async (_, method, password) => {
    const { change } = portsHere()
    const order = await anOrder({ method, password })
    expect(await change([order], [])).toEqual([
      { key: order.key, state: 'error', reason: 'password not valid' },
    ])
  })
})

describe('a port of many', () => {
  test('tells its accounts apart, opens with the first and closes with the last', async () => {
    const { change, kill, counters } = portsHere()
    const orders = await shared(3)
    const [one, two, three] = orders as [Order, Order, Order]
    expect(await change(orders, [])).toEqual(orders.map(open))
    const target = await echo()
    const guests = await Promise.all(
      orders.map((order, at) => visit(order, target, Buffer.alloc(at + 1))),
    )
    await Promise.all(guests.map((guest, at) => guest.until(at + 1)))
    expect(orders.map(({ key }) => counters().get(key)?.up)).toEqual([1, 2, 3])
    await kill(one.key)
    expect((await guests[0]?.rest())?.length).toBe(1)
    const stranger = await visit(one, target, Buffer.from('x'))
    // The others notice nothing.
    guests[1]?.write(Buffer.from('x'))
    await guests[1]?.until(3)
    expect([stranger.received().length, stranger.socket.readableEnded]).toEqual([0, false])
    await change([], [two.key])
    expect(await isOpen(one.port)).toBe(true)
    await change([], [three.key])
    expect(await isOpen(one.port)).toBe(false)
    expect((await guests[2]?.rest())?.length).toBe(3)
    expect(await change([one], [])).toEqual([open(one)])
    const again = await visit(one, target, Buffer.from('ab'))
    await again.until(2)
  })

  test('is nobody else’s: another server’s key, another method, one key alone, one of before', async () => {
    const { change } = portsHere()
    const [one] = (await shared(1)) as [Order]
    await change([one], [])
    const others = [
      { password: `${keyFor(AES_128)}:${keyFor(AES_128)}` },
      { password: `${one.password.split(':')[0]}` },
      { method: AES_256, password: `${keyFor(AES_256)}:${keyFor(AES_256)}` },
      { method: 'aes-128-gcm', password: 'pw' },
    ]
    for (const [at, other] of others.entries()) {
      const order = { ...one, key: `2:${at}`, ...other }
      expect(await change([order], [])).toEqual([
        { key: order.key, state: 'error', reason: 'port in use' },
      ])
    }
    const twin = { ...one, key: '3:1' }
    expect(await change([twin], [])).toEqual([
      { key: twin.key, state: 'error', reason: 'password in use' },
    ])
    expect(await (await visit(one, await echo(), Buffer.from('a'))).until(1)).toHaveLength(1)
  })

  test('moves with all of its accounts to another key of the server', async () => {
    const { change } = portsHere()
    const orders = await shared(3)
    await change(orders, [])
    const server = keyFor(AES_128)
    const next = orders.map((order) => ({
      ...order,
      password: `${server}:${order.password.split(':')[1]}`,
    }))
    expect(await change(next, [])).toEqual(next.map(open))
    const target = await echo()
    for (const order of next)
      expect(await (await visit(order, target, Buffer.from('a'))).until(1)).toHaveLength(1)
  })

  test('ends what runs under an account’s old password, and nothing of others', async () => {
    const { change } = portsHere()
    const [one, two] = (await shared(2)) as [Order, Order]
    await change([one, two], [])
    const target = await echo()
    const guests = [
      await visit(one, target, Buffer.from('a')),
      await visit(two, target, Buffer.from('b')),
    ]
    await Promise.all(guests.map((guest) => guest.until(1)))
    const password = `${one.password.split(':')[0]}:${keyFor(AES_128)}`
    const changed = { ...one, password }
    expect(await change([changed], [])).toEqual([open(one)])
    expect((await guests[0]?.rest())?.toString()).toBe('a')
    guests[1]?.write(Buffer.from('c'))
    expect((await guests[1]?.until(2))?.toString()).toBe('bc')
    expect(await (await visit(changed, target, Buffer.from('a'))).until(1)).toHaveLength(1)
    expect(await askUdp(one, await startUdpEcho(), Buffer.from('x'), 300)).toBeUndefined()
    // One that is another's is refused, and takes nothing from that one.
    expect(await change([{ ...changed, password: two.password }], [])).toEqual([
      { key: one.key, state: 'error', reason: 'password in use' },
    ])
    expect(await (await visit(two, target, Buffer.from('a'))).until(1)).toHaveLength(1)
  })

  test('charges each account its own budget, end and number of connections', async () => {
    const { change, ended, low, expire, attempts } = portsHere()
    const orders = await shared(4)
    const [one, two, three, four] = orders as [Order, Order, Order, Order]
    const at = Date.now() + 3_600_000
    await change(
      [
        { ...one, until: 4, low: 2 },
        { ...two, maxConnections: 1 },
        { ...three, expireAt: at },
        four,
      ],
      [],
    )
    const target = await echo()
    const spent = await visit(one, target, Buffer.from('abc'))
    expect((await spent.rest()).toString()).toBe('a')
    expect([ended, low]).toEqual([[[one.key, 'over']], [one.key]])
    const first = await visit(two, target, Buffer.from('a'))
    await first.until(1)
    expect((await (await visit(two, target, Buffer.from('b'))).rest()).length).toBe(0)
    expect(attempts.read(two.key, 0).map(({ reason }) => reason)).toContain('tooMany')
    expire(0)
    expect(ended).toHaveLength(1)
    expect(await change([{ ...three, expireAt: Date.now() - 1 }], [])).toEqual([
      { key: three.key, state: 'error', reason: 'expired' },
    ])
    await (await visit(four, target, Buffer.from('a'))).until(1)
    first.write(Buffer.from('c'))
    await first.until(2)
  })

  test('never answers who has proved nothing, and tells no account of it', async () => {
    const { change, attempts, isBusy, close } = portsHere({ silenceMs: [60_000, 60_001] })
    const [one] = (await shared(1)) as [Order]
    await change([one], [])
    const server = one.password.split(':')[0]
    const stranger = { ...one, password: `${server}:${keyFor(AES_128)}` }
    const target = await startUdpEcho()
    const guest = await visit(stranger, target, Buffer.from('a'))
    expect(await askUdp(stranger, target, Buffer.from('x'), 200)).toBeUndefined()
    expect([target.seen, attempts.read(one.key, 0)]).toEqual([[], []])
    expect([guest.socket.readableEnded, guest.received().length]).toEqual([false, 0])
    await eventually(() => isBusy())
    // Its connections are nobody's, and end with the port all the same.
    close()
    expect((await guest.rest()).length).toBe(0)
  })

  test('goes on with what is connected while another process takes it over', async () => {
    const before = portsHere()
    const [one, two] = (await shared(2)) as [Order, Order]
    await before.change([one, two], [])
    const target = await echo()
    const guest = await visit(one, target, Buffer.from('a'))
    await guest.until(1)
    const after = portsHere({}, undefined, { takesOver: true })
    expect(await after.change([one, two], [])).toEqual([open(one), open(two)])
    before.drain()
    expect(before.isBusy()).toBe(true)
    guest.write(Buffer.from('b'))
    expect((await guest.until(2)).toString()).toBe('ab')
    const next = await visit(two, target, Buffer.from('c'))
    await next.until(1)
    expect(after.counters().get(two.key)).toMatchObject({ up: 1, down: 1 })
    expect(before.counters().get(two.key)).toMatchObject({ up: 0, down: 0 })
    guest.socket.destroy()
    await eventually(() => !before.isBusy())
  })
})

describe('a request of 2022', () => {
  test('is taken once, and in one piece up to the end of its first header', async () => {
    const { change, attempts, counters } = portsHere()
    const order = await anOrder({ method: AES_128, password: keyFor(AES_128) })
    await change([order], [])
    const target = await echo()
    const { bytes, read } = opening(order, target, Buffer.from('hello'))
    const send = async (...parts: Buffer[]) => {
      const socket = connect(order.port, '127.0.0.1').on('error', () => {})
      onTestFinished(() => void socket.destroy())
      const data: Buffer[] = []
      socket.on('data', (some: Buffer) => data.push(some))
      socket.setNoDelay(true)
      await once(socket, 'connect')
      for (const part of parts) {
        const { bytesRead } = socket
        socket.write(part)
        await new Promise((resolve) => setTimeout(resolve, 100))
        expect(socket.bytesRead >= bytesRead).toBe(true)
      }
      return data
    }
    const header = 16 + 11 + 16
    const reasons = () => attempts.read(order.key, 0).map(({ reason }) => reason)
    await send(bytes.subarray(0, header - 1), bytes.subarray(header - 1))
    await eventually(() => reasons().includes('wrongKey'))
    const answers = await send(bytes.subarray(0, header), bytes.subarray(header))
    await eventually(() => answers.length > 0)
    expect(read(Buffer.concat(answers))?.toString()).toBe('hello')
    expect(await send(bytes)).toEqual([])
    await eventually(() => reasons().includes('replay'))
    expect(counters().get(order.key)).toMatchObject({ up: 5, down: 5 })
  })

  test.each([
    [-31, 'slow'],
    [31, 'fast'],
  ])('by a clock that is %i s %s is not answered, and its account is told', async (skewS) => {
    const { change, attempts } = portsHere()
    const [order] = (await shared(1)) as [Order]
    await change([order], [])
    const target = await startUdpEcho()
    // A second more, as the clock goes on meanwhile.
    const client = of2022(order, { skewS: skewS + Math.sign(skewS) })!
    const socket = connect(order.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(client.stream(target, Buffer.from('x')).opening)
    const session = client.datagrams()
    const packet = session.seal(addressOf(target), Buffer.from('x'))
    expect(await sendUdp(order, [packet], 200, 1, session)).toEqual([])
    await eventually(() => attempts.read(order.key, 0)[0]?.count === 2)
    const [attempt] = attempts.read(order.key, 0)
    expect(attempt?.reason).toBe('clock')
    expect(Math.abs((attempt?.skewMs ?? 0) - skewS * 1_000)).toBeLessThanOrEqual(2_000)
    expect([target.seen, socket.bytesRead]).toEqual([[], 0])
  })
})

describe('a session of 2022', () => {
  test.each([AES_128, CHACHA])(
    'of %s takes each datagram once, and moves with its client',
    async (method) => {
      const { change, attempts, counters } = portsHere()
      const order = await anOrder({ method, password: keyFor(method) })
      await change([order], [])
      const from: number[] = []
      const target = createSocket('udp4').bind(0, '127.0.0.1')
      target.on('message', (payload, client) => {
        from.push(client.port)
        target.send(payload, client.port, client.address)
      })
      await once(target, 'listening')
      onTestFinished(() => void target.close())
      const place = addressOf({ host: '127.0.0.1', port: target.address().port })
      const session = of2022(order)!.datagrams()
      const [a, b, c] = ['a', 'b', 'c'].map((text) => session.seal(place, Buffer.from(text))) as [
        Buffer,
        Buffer,
        Buffer,
      ]
      const texts = (answers: Buffer[]) => answers.map((answer) => answer.subarray(7).toString())
      // One after the other from two ports, the later one first.
      expect(texts(await sendUdp(order, [b], 2_000, 1, session))).toEqual(['b'])
      expect(texts(await sendUdp(order, [a, b, a], 300, 3, session))).toEqual(['a'])
      expect(texts(await sendUdp(order, [c], 2_000, 1, session))).toEqual(['c'])
      // Its targets see one client.
      expect(new Set(from).size).toBe(1)
      expect(attempts.read(order.key, 0).find(({ reason }) => reason === 'replay')?.count).toBe(2)
      expect(counters().get(order.key)).toMatchObject({ up: 3, down: 3 })
      // Another session of the same client is another one to its targets.
      await askUdp(order, { host: '127.0.0.1', port: target.address().port }, Buffer.from('d'))
      expect(new Set(from).size).toBe(2)
    },
  )

  test('of one account is closed to it with it, and those of others go on', async () => {
    const { change, kill } = portsHere()
    const [one, two] = (await shared(2)) as [Order, Order]
    await change([one, two], [])
    const target = await startUdpEcho()
    const sessions = [one, two].map((order) => of2022(order)!.datagrams())
    const ask = async (at: number, text: string) => {
      const session = sessions[at]!
      const packet = session.seal(addressOf(target), Buffer.from(text))
      return (await sendUdp(one, [packet], 400, 1, session)).length
    }
    expect([await ask(0, 'a'), await ask(1, 'b')]).toEqual([1, 1])
    await kill(one.key)
    expect([await ask(0, 'c'), await ask(1, 'd')]).toEqual([0, 1])
  })
})
