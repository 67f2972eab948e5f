import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limitBeforeLink } from '../../../server/fleet/nodes/accept.ts'
import { greetConsole } from '../../../server/fleet/nodes/channel/agentSide.ts'
import { greetAgent } from '../../../server/fleet/nodes/channel/consoleSide.ts'
import { newIdentity } from '../../../server/fleet/nodes/channel/keys.ts'
import { openGreetings } from '../../../server/fleet/nodes/greetings.ts'
import { openKnownAddresses } from '../../../server/fleet/nodes/accept.ts'
import { aHello, rawPair } from '../../support/links.ts'
import { aNode } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'
import { UPGRADE, listening } from '../../support/strangers.ts'

describe('an introduction, before anybody has proved who they are', () => {
  /** Whether one is taken that says this of its machine besides. */
  async function isTaken(more: object): Promise<boolean> {
    const [console, identity] = [newIdentity(), newIdentity()]
    const pair = rawPair()
    const hello = { ...aHello(), ...more }
    const [, greeted] = await Promise.allSettled([
      greetConsole(pair.agent, { consoleKey: console.publicKey, identity, node: 7, hello }),
      greetAgent(pair.console, console, async () => ({ ok: true, node: 7 })),
    ])
    return greeted.status === 'fulfilled'
  }
  const nested = (depth: number): unknown => (depth > 0 ? [nested(depth - 1)] : 0)
  // Four letters of it are three bytes, and cannot be zipped to less.
  const noise = (bytes: number) => randomBytes(bytes).toString('base64')

  test.each<[string, object, object]>([
    ['as it travels', { os: noise(15_000) }, { os: noise(17_000) }],
    ['unzipped', { os: 'x'.repeat(64_000) }, { os: 'x'.repeat(66_000) }],
    ['and so deep', { deep: nested(6) }, { deep: nested(7) }],
    [
      'and so many values',
      { many: Array.from({ length: 3_900 }, () => 0) },
      { many: Array.from({ length: 4_000 }, () => 0) },
    ],
  ])('may be so long, and no longer: %s', async (_what, most, more) => {
    expect(await isTaken(most)).toBe(true)
    expect(await isTaken(more)).toBe(false)
  })
})

test('a connection brings as many bytes as a handshake has, and no more', () => {
  const [enough, more, linked] = [new PassThrough(), new PassThrough(), new PassThrough()]
  for (const socket of [enough, more, linked]) socket.on('error', () => {})
  limitBeforeLink(enough, 100)
  limitBeforeLink(more, 100)
  const over = limitBeforeLink(linked, 100)
  for (let at = 0; at < 10; at += 1)
    for (const socket of [enough, more, linked]) socket.emit('data', Buffer.alloc(10))
  more.emit('data', Buffer.alloc(1))
  over()
  linked.emit('data', Buffer.alloc(1_000))
  expect([enough.destroyed, more.destroyed, linked.destroyed]).toEqual([false, true, false])
})

describe('calls that are being answered', () => {
  /** So many at once, and the order in which they were hung up on. */
  function aDesk() {
    const greetings = openGreetings({ mostOfClient: 3, most: 6 })
    const ended: string[] = []
    const call = (name: string, client: string, isKnown = false) =>
      greetings.begin({ client, isKnown, end: () => void ended.push(name) })
    return { ended, call }
  }

  test('of one client give way to its next', () => {
    const { ended, call } = aDesk()
    for (const name of ['a', 'b', 'c']) call(name, '192.0.2.1')
    call('other', '192.0.2.2')
    expect(ended).toEqual([])
    call('d', '192.0.2.1')
    expect(ended).toEqual(['a'])
  })

  test('of the network with the most give way to anybody', () => {
    const { ended, call } = aDesk()
    call('honest', '198.51.100.1')
    for (const at of [1, 2, 3]) call(`v6 ${at}`, `2001:db8:0:${at}::/64`)
    for (const at of [1, 2]) call(`v4 ${at}`, `192.0.2.${at}`)
    expect(ended).toEqual([])
    call('next', '203.0.113.1')
    call('one more', '203.0.113.2')
    expect(ended).toEqual(['v6 1', 'v6 2'])
  })

  test('give way last where a node was linked from, and leave when they are over', () => {
    const { ended, call } = aDesk()
    for (const at of [1, 2, 3]) call(`node ${at}`, '198.51.100.1', true)
    const over = call('stranger 1', '192.0.2.1')
    call('stranger 2', '192.0.2.2')
    call('stranger 3', '192.0.3.3')
    call('next', '203.0.113.1')
    expect(ended).toEqual(['stranger 1'])
    over()
    call('another', '203.0.113.2')
    expect(ended).toEqual(['stranger 1', 'stranger 2'])
  })
})

test('where nodes were linked from is known, as the client it counts as', async () => {
  const world = await makeWorld()
  await aNode(world, { address: '2001:db8:1:2:3::4' })
  await aNode(world, { address: '192.0.2.7', state: 'revoked' })
  const isKnown = openKnownAddresses(world)
  expect(await isKnown('2001:db8:1:2::/64')).toBe(true)
  expect(await isKnown('2001:db8:1:3::/64')).toBe(false)
  expect(await isKnown('192.0.2.7')).toBe(false)
  expect(await isKnown('')).toBe(false)
})

describe('the link, to strangers', () => {
  /** What is answered to bytes on one connection, once it has ended. */
  function answerTo(port: number, bytes: string | Buffer): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>()
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let said = ''
    socket.on('data', (part) => (said += part.toString('latin1'))).on('error', () => {})
    socket.on('close', () => resolve(said))
    socket.write(bytes)
    return promise
  }

  test('ends a connection with an upgrade behind a call, and nothing else', async () => {
    const { port, isServed } = await listening()
    const call = 'GET /api/livez HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const first of [call, call + call, UPGRADE]) await answerTo(port, first + UPGRADE)
    expect(await isServed()).toBe(true)
  })

  test('hangs up on whoever begins a message of megabytes', async () => {
    const { port, isServed, app } = await listening()
    const sockets: Socket[] = []
    app.server.on('connection', (socket: Socket) => void sockets.push(socket))
    // A masked frame of 8,323,072 bytes, all of which are sent.
    const head = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0x7f, 0, 0, 1, 2, 3, 4])
    await answerTo(port, Buffer.concat([Buffer.from(UPGRADE), head, Buffer.alloc(0x7f0000)]))
    expect(sockets[0]?.bytesRead).toBeLessThan(1_000_000)
    expect(await isServed()).toBe(true)
  })

  test('hangs up on whoever says nothing, and does not wait for a farewell', async () => {
    const { port } = await listening()
    const began = performance.now()
    expect(await answerTo(port, UPGRADE)).toMatch(/^HTTP\/1\.1 101 /)
    // `ws` alone would wait for half a minute more.
    expect(performance.now() - began).toBeLessThan(25_000)
  })
})
