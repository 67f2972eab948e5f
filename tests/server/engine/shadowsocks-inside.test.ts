import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DesiredPort, EngineOptions } from '../../../server/engine/protocol/messages.ts'
import { trojanKey } from '../../../server/engine/trojanKey.ts'
import { maskedFrame } from '../../../server/network/webSocketFrames.ts'
import { startTarget } from '../../support/engine.ts'
import { eventually, opening, type Place } from '../../support/shadowsocks.ts'
import { INSIDE, insideDoor, visitInside } from '../../support/shadowsocksInside.ts'
import { lodger, requestOf, shake, startTrojan } from '../../support/trojan.ts'
import { callPort, PATH, requestText } from '../../support/webSocket.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))
const site = () => startTarget((socket) => socket.end('site'))

/** An engine whose Trojan server takes Shadowsocks below its path, with an account `one`. */
async function running(
  options?: EngineOptions,
  { terms = {}, changes = {} }: { terms?: Partial<DesiredPort>; changes?: object } = {},
) {
  const started = await startTrojan(await site(), options, { webSocket: INSIDE, ...changes })
  await started.engine.apply([lodger(started.port, 1, 'one', terms)])
  return { ...started, target: await echo() }
}

type Running = Awaited<ReturnType<typeof running>>

/** What was noted of the account. */
const reasons = async ({ engine }: Running) =>
  ((await engine.attempts('1:1', 0)) ?? []).map(({ reason }) => reason)

describe('Shadowsocks inside a WebSocket', () => {
  test('is carried both ways, counted to the byte, to its end', async () => {
    const { engine, port, target } = await running()
    const guest = await visitInside(port, 'one', target, 'hello')
    expect((await guest.until(5)).toString()).toBe('hello')
    const payload = randomBytes(10_000_000)
    guest.write(payload)
    const heard = (await guest.until(5 + payload.length)).subarray(5)
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
    expect(hash(heard)).toBe(hash(payload))
    const passed = 5 + payload.length
    expect((await engine.counters()).get('1:1')).toMatchObject({ up: passed, down: passed, ips: 1 })
    guest.raw(Buffer.from([0x88, 0x80, 1, 2, 3, 4]))
    await eventually(() => [...target.sockets].every((socket) => socket.readableEnded), 3_000)
    await guest.over()
    expect(guest.heard.isClosed).toBe(true)
  })

  test('begins in the request, in a part of it, or byte by byte', async () => {
    const { port, target } = await running()
    const whole = await visitInside(port, 'one', target, 'early', { early: 10_000 })
    expect((await whole.until(5)).toString()).toBe('early')
    whole.write(' late')
    expect((await whole.until(10)).toString()).toBe('early late')
    const cut = await visitInside(port, 'one', target, 'cut', { early: 40 })
    expect((await cut.until(3)).toString()).toBe('cut')
    const slow = await visitInside(port, 'one', target, 'slow', { byByte: true })
    expect((await slow.until(4)).toString()).toBe('slow')
  })

  test('goes on behind the request, once, where that had the beginning', async () => {
    const { engine, port } = await running()
    const heard: Buffer[] = []
    const target = await startTarget((socket) =>
      socket.on('data', (data: Buffer) => heard.push(data)),
    )
    const door = { ...insideDoor('one'), port }
    const { bytes, seal } = opening(door, target, Buffer.from('early'))
    const fields = { 'Sec-WebSocket-Protocol': bytes.toString('base64url') }
    const guest = await shake(port)
    const behind = maskedFrame(seal(Buffer.from(' behind')), randomBytes(4))
    guest.write(Buffer.concat([Buffer.from(requestText({ path: door.path, fields })), behind]))
    await eventually(() => Buffer.concat(heard).length >= 12)
    guest.write(maskedFrame(seal(Buffer.from(' late')), randomBytes(4)))
    await eventually(() => Buffer.concat(heard).length >= 17)
    expect(Buffer.concat(heard).toString()).toBe('early behind late')
    expect(target.sockets.size).toBe(1)
    expect((await engine.counters()).get('1:1')).toMatchObject({ up: 17, down: 0 })
  })

  test('goes beside Trojan on the same port, with the same account', async () => {
    const { engine, port, target } = await running()
    const plain = await shake(port)
    plain.write(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await plain.until(2)).toString()).toBe('hi')
    const caller = await callPort(port)
    caller.say(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await caller.until(2)).toString()).toBe('hi')
    const guest = await visitInside(port, 'one', target, 'hi')
    await guest.until(2)
    expect((await engine.counters()).get('1:1')).toMatchObject({ up: 6, down: 6 })
  })

  test('behind a proxy without TLS too, with the address that one names', async () => {
    const { engine, port, target } = await running(
      {},
      { changes: { cert: undefined, key: undefined } },
    )
    const fields = { 'X-Forwarded-For': '203.0.113.9' }
    const guest = await visitInside(port, 'one', target, 'hi', { isPlain: true, fields })
    expect((await guest.until(2)).toString()).toBe('hi')
    expect(await engine.clients('1:1')).toEqual(['203.0.113.9'])
  })

  test('ends with the quota, to the byte, and with a kill', async () => {
    const { engine, port, target } = await running({}, { terms: { budget: 10 } })
    const small = await visitInside(port, 'one', target, '0123456')
    expect((await small.rest()).toString()).toBe('012')
    expect((await engine.counters()).get('1:1')).toMatchObject({ up: 7, down: 3 })
    // Its path is the site's from then on.
    const after = await visitInside(port, 'one', target, 'hi')
    await after.over()
    expect(after.heard.head).toBe('')
    await engine.change([lodger(port, 2, 'two')], [])
    const guest = await visitInside(port, 'two', target, 'hi')
    await guest.until(2)
    await engine.kill('1:2')
    await guest.over()
  })

  test('is as fast as the order says, and may have as many connections', async () => {
    const terms = { speed: { down: 800 }, maxConnections: 1 }
    const running_ = await running({}, { terms })
    const { engine, port } = running_
    const flood = await startTarget((socket) => {
      const pour = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536)));
      }
      socket.on('drain', pour)
      pour()
    })
    const begun = performance.now()
    const guest = await visitInside(port, 'one', flood)
    await guest.until(150_000)
    const { down = 0 } = (await engine.counters()).get('1:1') ?? {}
    expect(down).toBeLessThan((performance.now() - begun) * 100 + 2 * 16_384)
    const second = await visitInside(port, 'one', flood)
    expect((await second.rest()).length).toBe(0)
    expect(await reasons(running_)).toContain('tooMany')
  })

  test('leads an account that has ended to the shop alone', async () => {
    const { engine, port, target: shop } = await running()
    const other = await echo()
    const places = [`127.0.0.1:${shop.port}`]
    const wayBack = { places, page: 'https://shop.example/' }
    await engine.apply([lodger(port, 1, 'one', { budget: 0, wayBack })])
    const home = await visitInside(port, 'one', shop, 'home')
    expect((await home.until(4)).toString()).toBe('home')
    const away = await visitInside(port, 'one', other, 'away')
    expect((await away.rest()).length).toBe(0)
    const page = { host: 'a.example', port: 80 }
    const web = await visitInside(port, 'one', page, 'GET / HTTP/1.1\r\n\r\n')
    expect((await web.rest()).toString()).toContain('Location: https://shop.example/')
    expect(other.sockets.size).toBe(0)
  })

  test('refuses what no customer reaches', async () => {
    const { port } = await running({ allowTargets: [] })
    for (const to of [
      { host: '127.0.0.1', port: 9 },
      { host: '192.0.2.1', port: 25 },
    ]) {
      const guest = await visitInside(port, 'one', to, 'hi')
      expect((await guest.rest()).length).toBe(0)
    }
  })

  test('knows devices by paths of their own, which end with them', async () => {
    const { engine, port, target } = await running()
    const devices = [
      { deviceId: 1, password: trojanKey('phone') },
      { deviceId: 2, password: trojanKey('desk') },
    ]
    await engine.change([lodger(port, 1, 'one', { devices })], [])
    const guests = []
    for (const [at, name] of ['one', 'phone', 'desk'].entries()) {
      const guest = await visitInside(port, name, target, randomBytes(10 + at))
      await guest.until(10 + at)
      guests.push(guest)
    }
    const sums = async (id: string) => {
      const { up, down } = (await engine.counters()).get(id) ?? {}
      return [up, down]
    }
    expect(await sums('1:1')).toEqual([33, 33])
    expect(await sums('1:1:0')).toEqual([10, 10])
    expect(await sums('1:1:1')).toEqual([11, 11])
    await engine.change([lodger(port, 1, 'one', { devices: devices.slice(1) })], [])
    await guests[1]!.over()
    expect(guests[0]!.heard.isOver).toBe(false)
    expect((await visitInside(port, 'phone', target, 'hi').then((one) => one.rest())).length).toBe(
      0,
    )
  })

  test('refuses who came before the end of an account, and shows the password after it', async () => {
    const { engine, port, order, target } = await running()
    const devices = [{ deviceId: 1, password: trojanKey('phone') }]
    const terms = [lodger(port, 1, 'one', { devices }), lodger(port, 2, 'two')]
    await engine.change([...terms, lodger(port, 3, 'three')], [])
    const names = ['one', 'phone', 'two', 'three']
    const guests = []
    for (const name of names) {
      const door = { ...insideDoor(name), port }
      const guest = await callPort(port, { path: door.path })
      await guest.answered()
      guests.push({ ...guest, bytes: opening(door, target, Buffer.from('hi')).bytes })
    }
    const [one, phone, two, three] = guests
    await engine.change([lodger(port, 1, 'one')], [])
    await engine.kill('1:2')
    await engine.kill('1:3')
    await engine.change([lodger(port, 3, 'three')], [])
    for (const { say, bytes } of guests) say(bytes)
    await one!.until(1)
    for (const gone of [phone!, two!, three!]) {
      await gone.over()
      expect(gone.received().length).toBe(0)
    }
    const { secret: _, ...without } = INSIDE
    const last = await callPort(port, { path: insideDoor('one').path })
    await last.answered()
    await engine.sites([{ ...order, webSocket: without }])
    last.say(opening({ ...insideDoor('one'), port }, target, Buffer.from('hi')).bytes)
    await last.over()
    expect(target.sockets.size).toBe(1)
  })

  test('has other paths by another secret, and none without', async () => {
    const { engine, port, order, target } = await running()
    const open = await visitInside(port, 'one', target, 'hi')
    await open.until(2)
    const secret = Buffer.alloc(32, 1)
    const other = { ...INSIDE, secret: secret.toString('base64') }
    await engine.sites([{ ...order, webSocket: other }])
    const guest = await visitInside(port, 'one', target, 'hi', { secret })
    expect((await guest.until(2)).toString()).toBe('hi')
    const before = await visitInside(port, 'one', target, 'hi')
    await before.over()
    expect(before.heard.head).toBe('')
    const { secret: _, ...without } = INSIDE
    await engine.sites([{ ...order, webSocket: without }])
    const none = await visitInside(port, 'one', target, 'hi', { secret })
    await none.over()
    expect(none.heard.head).toBe('')
    // What is open goes on.
    open.write('!')
    expect((await open.until(3)).toString()).toBe('hi!')
  })
})

describe('who knows a path and not its password', () => {
  test('hears nothing, and then that it is over, whatever was sent', async () => {
    const one = await running({ limits: { handshakeMs: 500 } })
    const { port, target } = one
    const { path } = insideDoor('one')
    const guests = [
      await callPort(port, { path }),
      await visitInside(port, 'one', target, 'hi', { sealed: 'another' }),
      await visitInside(port, 'one', target, 'hi', { sealed: 'another', early: 10_000 }),
    ]
    const half = await callPort(port, { path })
    half.say(randomBytes(20))
    for (const guest of [...guests, half]) {
      await guest.over()
      expect(guest.heard).toMatchObject({ isClosed: true, pings: 0 })
      expect(guest.received().length).toBe(0)
    }
    expect(target.sockets.size).toBe(0)
    expect((await reasons(one)).toSorted()).toEqual(['nothing', 'wrongKey'])
  })

  test('gets nothing by sending once more what a customer sent', async () => {
    const one = await running({ limits: { handshakeMs: 500 } })
    const { engine, port, target } = one
    const guest = await visitInside(port, 'one', target, 'hi')
    await guest.until(2)
    const again = await callPort(port, { path: insideDoor('one').path })
    again.say(guest.bytes)
    await again.over()
    expect(again.received().length).toBe(0)
    expect(await reasons(one)).toContain('replay')
    expect((await engine.counters()).get('1:1')).toMatchObject({ up: 2, down: 2 })
  })

  test('is told at once where it multiplexes, which its customer then sees', async () => {
    const one = await running()
    const guest = await callPort(one.port, { path: insideDoor('one').path })
    guest.say(Buffer.from('000c000001010101bb017f000001', 'hex'))
    await guest.over()
    expect(guest.heard.isClosed).toBe(true)
    expect(await reasons(one)).toEqual(['multiplexing'])
  })
})

describe('who knows no path below the secret one', () => {
  const CLOSE = { Connection: 'Upgrade, close' }
  const { path } = insideDoor('one')
  const other = (path_: string, fields = {}) =>
    requestText({ path: path_, fields: { ...CLOSE, ...fields } })

  test.each([
    ['that of nobody', other(insideDoor('nobody').path)],
    ['a longer one', other(`${path}A`)],
    ['a shorter one', other(path.slice(0, -1))],
    ['one below it', other(`${path}/a`)],
    ['it with other letters', other(path.toUpperCase())],
    ['it elsewhere', other(path.replace(PATH, `${PATH}x`))],
    ['it as a page', `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
    ['another method', other(path).replace('GET', 'PUT')],
    ['another version', other(path, { 'Sec-WebSocket-Version': '12' })],
    ['the secret path with a slash', other(`${PATH}/`)],
  ])('gets what the site says: %s', async (_name, request) => {
    const heard: Buffer[] = []
    const shop: Place = await startTarget((socket) => {
      socket.on('data', (data: Buffer) => {
        heard.push(data)
        if (Buffer.concat(heard).includes('\r\n\r\n')) socket.end('the site')
      })
    })
    const { engine, port, order } = await running()
    await engine.sites([{ ...order, site: { host: shop.host, port: shop.port, isTls: false } }])
    const guest = await shake(port)
    guest.write(request)
    expect((await guest.rest()).toString()).toBe('the site')
    expect(Buffer.concat(heard).toString()).toBe(request)
  })
})
