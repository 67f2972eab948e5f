import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { trojanKey } from '../../../server/engine/trojanKey.ts'
import type { Order } from '../../../server/engine/protocol/messages.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { portsHere } from '../../support/portsHere.ts'
import { askUdp, eventually, opening, visit } from '../../support/shadowsocks.ts'
import { framed, lodger, requestOf, shake, startTrojan } from '../../support/trojan.ts'

const SERVER = randomBytes(16).toString('base64')
/** The methods of a port of many and of ports of one account, and how keys of theirs are made. */
const METHODS = {
  '2022-blake3-aes-128-gcm': () => `${SERVER}:${randomBytes(16).toString('base64')}`,
  '2022-blake3-aes-256-gcm': () => randomBytes(32).toString('base64'),
  '2022-blake3-chacha20-poly1305': () => randomBytes(32).toString('base64'),
  'aes-256-gcm': () => randomBytes(9).toString('base64'),
  'chacha20-ietf-poly1305': () => randomBytes(9).toString('base64'),
}
type Method = keyof typeof METHODS
const ALL = Object.keys(METHODS) as Method[]
const MANY: Method = '2022-blake3-aes-128-gcm'
const ALONE = ALL.filter((one) => one !== MANY)
const echo = () => startTarget((socket) => socket.pipe(socket))

async function anAccount(devices: number, { method = MANY, key = '1:1' } = {}) {
  const newPassword = METHODS[method]
  const order: Order = {
    key,
    port: await freePort(),
    method,
    password: newPassword(),
    until: null,
  }
  const keys = Array.from({ length: devices }, (_, at) => ({
    deviceId: at + 1,
    password: newPassword(),
  }))
  return { order: { ...order, devices: keys }, own: order, keys, newPassword }
}

/** What the devices of an account have passed, by their ids, and all of it. */
function sumsOf(counters: ReadonlyMap<string, { up: number; down: number }>, key = '1:1') {
  const own = [...counters].filter(([one]) => one.startsWith(`${key}:`))
  const devices = Object.fromEntries(own.map(([one, { up, down }]) => [one, [up, down]]))
  const sum = (way: 'up' | 'down') => own.reduce((all, [, counter]) => all + counter[way], 0)
  return { devices, sum: { up: sum('up'), down: sum('down') } }
}

test.each(ALL)(
  'with %s devices have keys, and together they are the account to the byte',
  async (method) => {
    const { change, counters, clients } = portsHere()
    const { order, own, keys } = await anAccount(2, { method })
    expect(await change([order], [])).toEqual([{ key: '1:1', state: 'open' }])
    const target = await echo()
    const guests = []
    for (const [at, { password }] of [own, ...keys].entries()) {
      const payload = randomBytes(50_000 + at)
      const guest = await visit({ ...own, password }, target, payload)
      expect((await guest.until(payload.length)).equals(payload)).toBe(true)
      guests.push(guest)
    }
    const asked = await askUdp(
      { ...own, password: keys[0]!.password },
      await startUdpEcho(),
      Buffer.from('hi'),
    )
    expect(asked?.subarray(-2).toString()).toBe('hi')
    expect(sumsOf(counters()).devices).toEqual({
      '1:1:0': [50_000, 50_000],
      '1:1:1': [50_003, 50_003],
      '1:1:2': [50_002, 50_002],
    })
    expect(counters().get('1:1')).toMatchObject(sumsOf(counters()).sum)
    expect(clients('1:1:2')).toEqual(['127.0.0.1'])
    for (const guest of guests) guest.socket.destroy()
  },
)

test.each(ALL)(
  'with %s a device that is removed is out within a second, and nobody else notices',
  async (method) => {
    const { change, counters } = portsHere()
    const { order, own, keys, newPassword } = await anAccount(2, { method })
    const { order: other } = await anAccount(0, { method, key: '1:2' })
    await change([order, { ...other, ...(method === MANY && { port: order.port }) }], [])
    const target = await echo()
    const guests = await Promise.all(
      [own, ...keys].map(({ password }) => visit({ ...own, password }, target, Buffer.from('a'))),
    )
    await Promise.all(guests.map((guest) => guest.until(1)))
    const begun = performance.now()
    await change([{ ...order, devices: [keys[1]!] }], [])
    expect((await guests[1]!.rest()).toString()).toBe('a')
    expect(performance.now() - begun).toBeLessThan(1_000)
    for (const guest of [guests[0]!, guests[2]!]) {
      guest.write(Buffer.from('b'))
      expect((await guest.until(2)).toString()).toBe('ab')
    }
    const again = await visit({ ...own, password: keys[0]!.password }, target, Buffer.from('c'))
    const udp = await askUdp(
      { ...own, password: keys[0]!.password },
      await startUdpEcho(),
      Buffer.from('x'),
      300,
    )
    expect([again.received().length, udp]).toEqual([0, undefined])
    // Its bytes stay counted, and a new key of it is another connection.
    const next = { deviceId: 2, password: newPassword() }
    await change([{ ...order, devices: [next] }], [])
    expect((await guests[2]!.rest()).toString()).toBe('ab')
    const renewed = await visit({ ...own, password: next.password }, target, Buffer.from('d'))
    await renewed.until(1)
    expect(sumsOf(counters()).devices).toEqual({
      '1:1:0': [2, 2],
      '1:1:1': [1, 1],
      '1:1:2': [3, 3],
    })
    expect(counters().get('1:1')).toMatchObject({ up: 6, down: 6 })
  },
)

test.each(ALL)(
  'with %s devices share budget, end and number of connections of their account',
  async (method) => {
    const { change, counters, ended, low, attempts } = portsHere()
    const { order, own, keys } = await anAccount(2, { method })
    await change([{ ...order, until: 6, low: 3, maxConnections: 2 }], [])
    const target = await echo()
    const [one, two] = await Promise.all(
      keys.map(({ password }) => visit({ ...own, password }, target, Buffer.from('a'))),
    )
    await Promise.all([one!.until(1), two!.until(1)])
    expect((await (await visit(own, target, Buffer.from('b'))).rest()).length).toBe(0)
    expect(attempts.read('1:1', 0).map(({ reason }) => reason)).toContain('tooMany')
    one!.write(Buffer.from('c'))
    await Promise.all([one!.rest(), two!.rest()])
    expect([ended, low]).toEqual([[['1:1', 'over']], ['1:1']])
    expect(counters().get('1:1')).toMatchObject(sumsOf(counters()).sum)
  },
)

test.each(ALL)(
  'with %s a removed key opens nothing on a connection from before',
  async (method) => {
    const { change, counters } = portsHere()
    const { order, own, keys } = await anAccount(2, { method })
    await change([order], [])
    const target = await echo()
    const guests = [own, ...keys].map(({ password }) => {
      const { bytes } = opening({ ...own, password }, target, Buffer.from('a'))
      const socket = connect(own.port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      return { socket, bytes }
    })
    await eventually(() => guests.every(({ socket }) => !socket.pending))
    await after(200)
    await change([{ ...order, devices: keys.slice(1) }], [])
    for (const { socket, bytes } of guests) socket.write(bytes)
    await eventually(
      () => [...counters()].filter(([key, { down }]) => key !== '1:1' && down === 1).length === 2,
    )
    await after(200)
    expect(sumsOf(counters()).devices).toMatchObject({ '1:1:0': [1, 1], '1:1:2': [1, 1] })
    expect(counters().get('1:1')).toMatchObject({ up: 2, down: 2 })
    expect(target.sockets.size).toBe(2)
  },
)

test('a key that another account has, or of another method, is not let in, and the account is', async () => {
  const { change } = portsHere()
  const { order, own } = await anAccount(0)
  const devices = [
    own.password,
    'nothing',
    `${randomBytes(16).toString('base64')}:${own.password.split(':')[1]}`,
  ]
  const keys = devices.map((password, at) => ({ deviceId: at + 1, password }))
  expect(await change([{ ...order, devices: keys }], [])).toEqual([{ key: '1:1', state: 'open' }])
  const guest = await visit(own, await echo(), Buffer.from('a'))
  expect(await guest.until(1)).toHaveLength(1)
})

test.each(ALONE)(
  'with %s another password or method of the account leaves its devices what they are',
  async (method) => {
    const { change, counters } = portsHere()
    const { order, own, keys, newPassword } = await anAccount(1, { method })
    await change([order], [])
    const target = await echo()
    const reach = async (password: string, port = own) => {
      const guest = await visit({ ...port, password }, target, Buffer.from('a'))
      await eventually(() => guest.received().length > 0, 500).catch(() => {})
      return guest.received().toString()
    }
    const device = keys[0]!.password
    const next = newPassword()
    await change([{ ...order, password: next }], [])
    expect(await Promise.all([next, device, own.password].map((one) => reach(one)))).toEqual([
      'a',
      'a',
      '',
    ])
    // What was the password goes on as one more key of the account itself.
    const former = { deviceId: 0, password: own.password }
    await change([{ ...order, password: next, devices: [former, ...keys] }], [])
    expect(await Promise.all([next, device, own.password].map((one) => reach(one)))).toEqual([
      'a',
      'a',
      'a',
    ])
    expect(sumsOf(counters()).devices).toEqual({ '1:1:0': [3, 3], '1:1:1': [2, 2] })
    const [other] = ALONE.filter((one) => one !== method)
    const moved = { ...own, method: other!, password: METHODS[other!]() }
    const moves = { deviceId: 1, password: METHODS[other!]() }
    await change([{ ...moved, devices: [moves] }], [])
    expect(
      await Promise.all([moved.password, moves.password].map((one) => reach(one, moved))),
    ).toEqual(['a', 'a'])
    expect(await reach(device)).toBe('')
  },
)

test.each(ALL)(
  'with %s a former password, or a device’s, becomes the account’s own, and nobody is cut off',
  async (method) => {
    const { change, counters } = portsHere()
    const { order, own, keys, newPassword } = await anAccount(2, { method })
    const target = await echo()
    const second = { ...order, password: newPassword() }
    const former = (password: string) => ({ deviceId: 0, password })
    await change([{ ...second, devices: [former(own.password), ...keys] }], [])
    const open = await Promise.all(
      keys.map(({ password }) => visit({ ...own, password }, target, Buffer.from('a'))),
    )
    await Promise.all(open.map((guest) => guest.until(1)))
    // Back to what it was: now the second one is the former.
    const back = { ...order, devices: [former(second.password), ...keys] }
    expect(await change([back], [])).toEqual([{ key: '1:1', state: 'open' }])
    for (const guest of open) {
      guest.write(Buffer.from('b'))
      expect((await guest.until(2)).toString()).toBe('ab')
    }
    for (const password of [own.password, second.password]) {
      const guest = await visit({ ...own, password }, target, Buffer.from('c'))
      expect((await guest.until(1)).toString()).toBe('c')
    }
    expect(sumsOf(counters()).devices).toEqual({
      '1:1:0': [2, 2],
      '1:1:1': [2, 2],
      '1:1:2': [2, 2],
    })
    // An admin gives the account the key of a device; the device itself is left without one.
    const taken = { ...order, password: keys[0]!.password, devices: keys }
    expect(await change([taken], [])).toEqual([{ key: '1:1', state: 'open' }])
    const guest = await visit({ ...own, password: keys[0]!.password }, target, Buffer.from('d'))
    expect((await guest.until(1)).toString()).toBe('d')
    open[1]!.write(Buffer.from('e'))
    expect((await open[1]!.until(3)).toString()).toBe('abe')
  },
)

test.each(ALL)(
  'with %s a device that connected and is removed before it shows its key is not let in',
  async (method) => {
    const { change, counters } = portsHere()
    const { order, own, keys } = await anAccount(2, { method })
    await change([order], [])
    const target = await echo()
    const early = [own, ...keys].map(({ password }) => {
      const socket = connect({ host: '127.0.0.1', port: own.port })
      onTestFinished(() => void socket.destroy())
      return { socket, ...opening({ ...own, password }, target, Buffer.from('a')) }
    })
    await Promise.all(early.map(({ socket }) => once(socket, 'connect')))
    // Accepted after them.
    await (await visit(own, target, Buffer.from('a'))).until(1)
    await change([{ ...order, devices: [keys[1]!] }], [])
    const answered = early.map(({ socket, bytes }) => {
      let count = 0
      socket.on('data', ({ length }: Buffer) => void (count += length)).write(bytes)
      return () => count > 0
    })
    await eventually(() => answered[0]!() && answered[2]!())
    await eventually(answered[1]!, 300).catch(() => {})
    expect(answered.map((one) => one())).toEqual([true, false, true])
    expect(sumsOf(counters()).devices).not.toHaveProperty('1:1:1', [1, 1])
  },
)

test.each(ALONE)('with %s a stranger learns nothing from a port with many keys', async (method) => {
  const { change, attempts } = portsHere()
  const { order, own, keys, newPassword } = await anAccount(5, { method })
  await change([order], [])
  const target = await echo()
  const stranger = await visit({ ...own, password: newPassword() }, target, randomBytes(500))
  const udp = await askUdp(
    { ...own, password: newPassword() },
    await startUdpEcho(),
    Buffer.from('x'),
    300,
  )
  expect([stranger.received().length, stranger.socket.destroyed, udp]).toEqual([
    0,
    false,
    undefined,
  ])
  expect(attempts.read('1:1', 0).map(({ reason }) => reason)).toContain('wrongKey')
  // The same first bytes again are a replay, whoever's key they have.
  for (const { password } of [own, keys[4]!]) {
    const guest = await visit({ ...own, password }, target, Buffer.from('a'))
    await guest.until(1)
  }
})

test('without devices nothing is counted but the account', async () => {
  const { change, counters } = portsHere()
  const { own } = await anAccount(0)
  await change([own], [])
  await (await visit(own, await echo(), Buffer.from('a'))).until(1)
  expect([...counters().keys()]).toEqual(['1:1'])
})

test('on a Trojan port, too: their bytes, datagrams and removal', async () => {
  const { engine, port } = await startTrojan(await startTarget((socket) => socket.end('site')))
  const target = await echo()
  const keys = [1, 2].map((deviceId) => ({ deviceId, password: trojanKey(`device ${deviceId}`) }))
  const order = lodger(port, 1, 'own', { devices: keys })
  expect(await engine.apply([order])).toEqual([{ key: '1:1', state: 'open' }])
  const guests = []
  for (const [at, password] of ['own', 'device 1', 'device 2'].entries()) {
    const guest = await shake(port)
    guest.write(Buffer.concat([requestOf(password, target), Buffer.alloc(at + 1)]))
    await guest.until(at + 1)
    guests.push(guest)
  }
  const udp = await startUdpEcho()
  const datagrams = await shake(port)
  datagrams.write(
    Buffer.concat([
      requestOf('device 2', { host: '0.0.0.0', port: 0 }, 3),
      framed(udp, Buffer.from('ping')),
    ]),
  )
  await datagrams.until(framed(udp, Buffer.from('ping')).length)
  const counted = async () => sumsOf(await engine.counters())
  await eventually(() => engine.charged('1:1').down === 10)
  expect((await counted()).devices).toEqual({ '1:1:0': [1, 1], '1:1:1': [2, 2], '1:1:2': [7, 7] })
  expect((await engine.counters()).get('1:1')).toMatchObject({ up: 10, down: 10 })

  await engine.apply([{ ...order, devices: [keys[0]!] }])
  await Promise.all([guests[2]!.rest(), datagrams.rest()])
  for (const guest of [guests[0]!, guests[1]!]) {
    guest.write('x')
    await eventually(() => guest.received().at(-1) === 120)
  }
  const gone = await shake(port)
  gone.write(Buffer.concat([requestOf('device 2', target), Buffer.from('x')]))
  expect((await gone.rest()).toString()).toBe('site')
})
