import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { desiredPort, enginePids, startTarget, startUdpEcho } from '../../support/engine.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { framed, lodger, requestOf, shake, startTrojan } from '../../support/trojan.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))
const site = () => startTarget((socket) => socket.end('site'))

describe('a Trojan server', () => {
  test('carries many accounts on one port, each counted to the byte', async () => {
    const { engine, port, states } = await startTrojan(await site())
    expect(states).toEqual([{ serverId: 1, state: 'open' }])
    const target = await echo()
    const [a, b] = [lodger(port, 1, 'one'), lodger(port, 2, 'two')]
    expect(await engine.apply([a, b])).toEqual([
      { key: '1:1', state: 'open' },
      { key: '1:2', state: 'open' },
    ])
    const payload = randomBytes(1_000_003)
    const [one, two] = [await shake(port), await shake(port)]
    one.write(Buffer.concat([requestOf('one', target), payload]))
    two.write(Buffer.concat([requestOf('two', target), payload.subarray(0, 7)]))
    expect((await one.until(payload.length)).equals(payload)).toBe(true)
    expect((await two.until(7)).equals(payload.subarray(0, 7))).toBe(true)
    one.socket.end()
    expect((await one.rest()).length).toBe(payload.length)
    const counters = await engine.counters()
    const sum = payload.length
    expect(counters.get('1:1')).toMatchObject({ up: sum, down: sum, ips: 1 })
    expect(counters.get('1:2')).toMatchObject({ up: 7, down: 7, ips: 1 })
    await eventually(() => engine.charged('1:1').up === sum)
  })

  test('reads an address however it is split after the key', async () => {
    const { engine, port } = await startTrojan(await site())
    await engine.apply([lodger(port, 1, 'one')])
    const target = await echo()
    const head = requestOf('one', { ...target, host: 'localhost' })
    const guest = await shake(port)
    guest.write(head.subarray(0, 58))
    for (const byte of head.subarray(58)) guest.write(Buffer.from([byte]))
    guest.write('hello')
    expect((await guest.until(5)).toString()).toBe('hello')
  })

  test('ends an account at its quota and on a kill, and no other', async () => {
    const { engine, port } = await startTrojan(await site())
    const target = await echo()
    const small = lodger(port, 1, 'small', { budget: 10 })
    await engine.apply([small, lodger(port, 2, 'large'), lodger(port, 3, 'third')])
    const [one, two, three] = [await shake(port), await shake(port), await shake(port)]
    two.write(Buffer.concat([requestOf('large', target), Buffer.from('a')]))
    three.write(Buffer.concat([requestOf('third', target), Buffer.from('a')]))
    await two.until(1)
    await three.until(1)
    one.write(Buffer.concat([requestOf('small', target), Buffer.from('12345678')]))
    expect((await one.rest()).length).toBeLessThanOrEqual(2)
    await eventually(() => engine.states.some(({ key }) => key === '1:1'))
    expect(engine.states).toContainEqual({ key: '1:1', state: 'error', reason: 'over' })
    const counter = (await engine.counters()).get('1:1')
    expect((counter?.up ?? 0) + (counter?.down ?? 0)).toBe(10)
    await engine.kill('1:3')
    expect((await three.rest()).toString()).toBe('a')
    two.write('b')
    expect((await two.until(2)).toString()).toBe('ab')
    // Who was a customer is a stranger from then on.
    const again = await shake(port)
    again.write(requestOf('third', target))
    expect((await again.rest()).toString()).toBe('site')
  })

  test('carries datagrams, counts them, and asks for no memory that is only claimed', async () => {
    const { engine, port } = await startTrojan(await site())
    await engine.apply([lodger(port, 1, 'one')])
    const udp = await startUdpEcho()
    const guest = await shake(port)
    const large = randomBytes(40_000)
    const datagrams = [framed(udp, Buffer.from('ping')), framed(udp, large)]
    const stream = Buffer.concat([requestOf('one', { host: '0.0.0.0', port: 1 }, 3), ...datagrams])
    guest.write(stream.subarray(0, 100))
    guest.write(stream.subarray(100))
    const answers = Buffer.concat(datagrams)
    expect((await guest.until(answers.length)).equals(answers)).toBe(true)
    expect((await engine.counters()).get('1:1')).toMatchObject({ up: 40_004, down: 40_004 })
    // Port 0 is what most clients write where a SOCKS client named none.
    const other = await shake(port)
    const header = requestOf('one', { host: '0.0.0.0', port: 0 }, 3)
    other.write(Buffer.concat([header, framed(udp, Buffer.from('pong'))]))
    expect((await other.until(11 + 4)).subarray(11).toString()).toBe('pong')
    // A frame that is none ends the connection at once.
    other.write(Buffer.concat([framed(udp, Buffer.from('x')).subarray(0, 9), Buffer.alloc(99, 65)]))
    await other.rest()
  })

  test('answers a check, and charges nobody for it', async () => {
    const { engine, port } = await startTrojan(await site())
    await engine.apply([lodger(port, 1, 'one')])
    const target = await echo()
    const guest = await shake(port)
    const check = { host: 'check.sluice.invalid', port: 1 }
    guest.write(Buffer.concat([requestOf('one', check), Buffer.from(`127.0.0.1:${target.port}`)]))
    expect((await guest.rest()).toString()).toBe('ok udp')
    const datagram = await shake(port)
    datagram.write(Buffer.concat([requestOf('one', check, 3), framed(check, Buffer.from('?'))]))
    const answer = framed(check, Buffer.from('ok'))
    expect((await datagram.until(answer.length)).equals(answer)).toBe(true)
    expect((await engine.counters()).get('1:1') ?? { up: 0, down: 0 }).toMatchObject({
      up: 0,
      down: 0,
    })
  })

  test('shares its port with no account of another method', async () => {
    const { engine, port, order } = await startTrojan(await site())
    const [door, there] = [await desiredPort(), await desiredPort()]
    expect(await engine.change([{ ...door, port }, there], [])).toContainEqual({
      key: door.key,
      state: 'error',
      reason: 'port in use',
    })
    expect(await engine.sites([order, { ...order, serverId: 2, port: there.port }])).toEqual([
      { serverId: 1, state: 'open' },
      { serverId: 2, state: 'error', reason: 'port in use' },
    ])
    // Two accounts with one key: the one that came later is kept out.
    await engine.change([lodger(port, 1, 'one')], [])
    expect(await engine.change([lodger(port, 2, 'one')], [])).toEqual([
      { key: '1:2', state: 'error', reason: 'key in use' },
    ])
    // Another password ends what was opened with the first.
    const guest = await shake(port)
    const target = await echo()
    guest.write(Buffer.concat([requestOf('one', target), Buffer.from('a')]))
    await guest.until(1)
    await engine.change([lodger(port, 1, 'new')], [])
    expect((await guest.rest()).toString()).toBe('a')
    const stranger = await shake(port)
    stranger.write(requestOf('one', target))
    expect((await stranger.rest()).toString()).toBe('site')
  })

  test('reaches no private target, by connections and by datagrams', async () => {
    const { engine, port } = await startTrojan(await site(), { allowTargets: [] })
    await engine.apply([lodger(port, 1, 'one')])
    const [target, udp] = [await echo(), await startUdpEcho()]
    const guest = await shake(port)
    guest.write(Buffer.concat([requestOf('one', target), Buffer.from('a')]))
    expect((await guest.rest()).length).toBe(0)
    const datagrams = await shake(port)
    const check = { host: 'check.sluice.invalid', port: 1 }
    const last = framed(check, Buffer.from('?'))
    datagrams.write(Buffer.concat([requestOf('one', udp, 3), framed(udp, Buffer.from('a')), last]))
    const answer = framed(check, Buffer.from('ok'))
    expect((await datagrams.until(answer.length)).equals(answer)).toBe(true)
    expect([target.sockets.size, udp.seen.length]).toEqual([0, 0])
    const reasons = (await engine.attempts('1:1', 0)).map(({ reason }) => reason)
    expect(reasons).toEqual(['refused'])
    expect((await engine.counters()).get('1:1')).toMatchObject({ up: 0, down: 0 })
  })

  test('ends the oldest of too many associations, and those of an account that is closed', async () => {
    const { engine, port } = await startTrojan(await site(), { limits: { associations: 2 } })
    await engine.apply([lodger(port, 1, 'one', { budget: 8 })])
    const udp = await startUdpEcho()
    const datagram = framed(udp, Buffer.from('a'))
    const begun = []
    for (let i = 0; i < 3; i += 1) {
      const guest = await shake(port)
      guest.write(Buffer.concat([requestOf('one', udp, 3), datagram]))
      await guest.until(datagram.length)
      begun.push(guest)
    }
    const [oldest, ...rest] = begun
    await oldest!.rest()
    rest[0]!.write(datagram)
    await rest[0]!.until(2 * datagram.length)
    await Promise.all(rest.map((guest) => guest.rest()))
    await eventually(() => engine.states.length > 0)
    expect(engine.states).toEqual([{ key: '1:1', state: 'error', reason: 'over' }])
  })

  test('is there again once its engine has died', async () => {
    const { engine, port } = await startTrojan(await site())
    await engine.apply([lodger(port, 1, 'one')])
    for (const pid of enginePids(engine.dir)) process.kill(pid, 'SIGKILL')
    const target = await echo()
    await eventually(async () => {
      const guest = await shake(port)
      guest.write(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
      return (await guest.until(2)).toString() === 'hi'
    })
  })

  test('serves no more connections of an account than it may have', async () => {
    const { engine, port } = await startTrojan(await site())
    await engine.apply([lodger(port, 1, 'one', { maxConnections: 1 })])
    const target = await echo()
    const opening = Buffer.concat([requestOf('one', target), Buffer.from('a')])
    const [first, second] = [await shake(port), await shake(port)]
    first.write(opening)
    await first.until(1)
    second.write(opening)
    expect((await second.rest()).length).toBe(0)
    expect(await engine.attempts('1:1', 0)).toMatchObject([{ reason: 'tooMany' }])
    first.write('b')
    expect((await first.until(2)).toString()).toBe('ab')
  })

  test('lets nobody in before there is a certificate, and keeps what it had without a console', async () => {
    const { engine, port, order } = await startTrojan(await site())
    await engine.sites([])
    expect(await engine.apply([lodger(port, 1, 'one')])).toEqual([
      { key: '1:1', state: 'error', reason: 'no certificate' },
    ])
    const bad = { ...order, key: order.cert }
    expect(await engine.sites([bad])).toEqual([
      { serverId: 1, state: 'error', reason: 'certificate not valid' },
    ])
    const taken = await startTarget(() => {})
    expect(await engine.sites([{ ...order, port: taken.port }])).toEqual([
      { serverId: 1, state: 'error', reason: 'port in use' },
    ])
    expect(await engine.sites([order])).toEqual([{ serverId: 1, state: 'open' }])
    expect(await engine.apply([lodger(port, 1, 'one')])).toEqual([{ key: '1:1', state: 'open' }])
    expect(await engine.apply([lodger(port + 1, 1, 'one')])).toEqual([
      { key: '1:1', state: 'error', reason: 'port not valid' },
    ])
  })
})
