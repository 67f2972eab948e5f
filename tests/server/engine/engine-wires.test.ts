import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { digestOf } from '../../../server/engine/protocol/digest.ts'
import { changesNothing, type Order } from '../../../server/engine/protocol/messages.ts'
import { isSlow } from '../../../server/engine/protocol/slowRequests.ts'
import {
  connectTo,
  listenAt,
  othersIn,
  socketFilesIn,
  socketPath,
} from '../../../server/engine/protocol/socketFiles.ts'
import { socketWire } from '../../../server/engine/protocol/socketWire.ts'
import { engineFolder } from '../../support/engine.ts'
import { eventually } from '../../support/shadowsocks.ts'

/** A socket of this process, and the other end of it. */
async function aPair(allowHalfOpen = false): Promise<[here: Socket, there: Socket]> {
  const server = createServer({ allowHalfOpen }).listen(join(engineFolder(), 'pair.sock'))
  await once(server, 'listening')
  const here = connect({ path: server.address() as string, allowHalfOpen })
  const [there] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    server.close()
    here.destroy()
    there.destroy()
  })
  return [here, there.on('error', () => {})]
}

describe('a wire over a socket', () => {
  test('brings whole messages in order, however they are split, and to whoever asks late', async () => {
    const [here, there] = await aPair()
    const wire = socketWire(here)
    const text = '{"a":1}\n"zwölf"\n[3]\n'
    const bytes = Buffer.from(text)
    for (const byte of bytes.subarray(0, 12)) {
      there.write(Buffer.from([byte]))
      await new Promise(setImmediate)
    }
    const got: unknown[] = []
    await eventually(() => here.bytesRead === 12)
    wire.onMessage((message) => got.push(message))
    expect(got).toEqual([{ a: 1 }])
    there.write(Buffer.concat([bytes.subarray(12), bytes]))
    await eventually(() => got.length === 6)
    expect(got).toEqual([{ a: 1 }, 'zwölf', [3], { a: 1 }, 'zwölf', [3]])
    // What came before is told to one listener, once.
    const later: unknown[] = []
    wire.onMessage((message) => later.push(message))
    expect(later).toEqual([])
    there.write('4\n')
    await eventually(() => later.length === 1)
    expect([got.length, later]).toEqual([6, [4]])
  })

  test('sends one message for each line, and nothing once it has ended', async () => {
    const [here, there] = await aPair(true)
    const wire = socketWire(here)
    let text = ''
    there.on('data', (data) => (text += String(data)))
    wire.send({ b: 'x\ny' })
    wire.send(null)
    wire.close()
    wire.send('late')
    await once(there, 'end')
    expect(text).toBe('{"b":"x\\ny"}\nnull\n')
  })

  test('says how much waits to be sent', async () => {
    const [here, there] = await aPair()
    there.pause()
    const wire = socketWire(here)
    expect(wire.backlog!()).toBe(0)
    wire.send('x'.repeat(8 << 20))
    expect(wire.backlog!()).toBeGreaterThan(1 << 20)
  })

  test.each(['no JSON\n', '{"a":\n', '1\n{\n2\n'])('ends with %j', async (said) => {
    const [here, there] = await aPair()
    const wire = socketWire(here)
    const got: unknown[] = []
    wire.onMessage((message) => got.push(message))
    there.write(said)
    await once(here, 'close')
    expect(got).toEqual(said.startsWith('1') ? [1] : [])
  })

  test('says that it has ended, also to whoever asks later, and survives its reset', async () => {
    const [here, there] = await aPair()
    const wire = socketWire(here)
    let ends = 0
    wire.onClose(() => (ends += 1))
    expect(ends).toBe(0)
    here.destroy(new Error('reset'))
    await eventually(() => ends === 1)
    wire.onClose(() => (ends += 1))
    expect(ends).toBe(2)
    there.destroy()
  })

  test('takes 64 MiB in one message, and ends where more comes without an end', async () => {
    const [here, there] = await aPair()
    const wire = socketWire(here)
    const sizes: number[] = []
    wire.onMessage((message) => sizes.push((message as string).length))
    const most = 64 << 20
    const quoted = Buffer.alloc(most, 'x')
    quoted.write('"')
    quoted.write('"', most - 1)
    for (let time = 0; time < 2; time += 1) {
      there.write(quoted)
      there.write('\n')
    }
    await eventually(() => sizes.length === 2)
    expect(sizes).toEqual([most - 2, most - 2])
    const closed = once(here, 'close')
    there.write(quoted)
    there.write('x')
    await closed
  })
})

describe('the sockets in a folder', () => {
  const [version, one, two] = ['0123abcd', '0123456789abcdef', 'fedcba9876543210']

  async function anEngine(dir: string, epoch: string) {
    const server = createServer((socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket)).resume()
    })
    const open = new Set<Socket>()
    const path = socketPath(dir, version, epoch)
    listenAt(server, path)
    await eventually(() => existsSync(path))
    onTestFinished(() => void server.close())
    return { server, path, open }
  }

  test('are found by their names alone', () => {
    const dir = engineFolder()
    const names = [
      `engine-${version}-${one}.sock`,
      `xengine-${version}-${one}.sock`,
      `engine-${version}-${one}.sock.new`,
      `engine-${version}-${one}0.sock`,
      `engine-${version}0-${one}.sock`,
      `engine-0123ABCD-${one}.sock`,
      'new-01234567',
      'orders.json',
    ]
    for (const name of names) writeFileSync(join(dir, name), '')
    const path = join(dir, names[0]!)
    expect(socketFilesIn(dir)).toEqual([{ path, version, epoch: one }])
    expect(socketPath(dir, version, one)).toBe(path)
  })

  test('are there only once somebody listens, and nothing else is left', async () => {
    const dir = engineFolder()
    const { path } = await anEngine(dir, one)
    expect(readdirSync(dir).map((name) => join(dir, name))).toEqual([path])
  })

  test('lead to those that run; one that nobody listens at is removed', async () => {
    const dir = engineFolder()
    const { path, open } = await anEngine(dir, one)
    const socket = await connectTo({ path, version, epoch: one })
    expect(socket?.readyState).toBe('open')
    await eventually(() => open.size === 1)
    // A connection that is silent stays.
    expect(socket?.timeout ?? 0).toBe(0)
    socket?.destroy()
    const stale = socketPath(dir, version, two)
    writeFileSync(stale, '')
    // Two look at once, and one of them finds it gone.
    const looks = [1, 2].map(() => connectTo({ path: stale, version, epoch: two }))
    expect(await Promise.all(looks)).toEqual([undefined, undefined])
    expect(existsSync(stale)).toBe(false)
    expect(await connectTo({ path: join(dir, 'none'), version, epoch: two })).toBeUndefined()
  })

  test('that cannot be reached for another reason stay', async () => {
    const dir = engineFolder()
    const path = join(dir, 'x'.repeat(200))
    // Longer than a socket’s name may be.
    writeFileSync(path, '')
    const reached = connectTo({ path, version, epoch: one }).catch(() => undefined)
    expect(await reached).toBeUndefined()
    expect(existsSync(path)).toBe(true)
  })

  test('name the others that run, and leave them no connection', async () => {
    const dir = engineFolder()
    const [mine, other] = [await anEngine(dir, one), await anEngine(dir, two)]
    writeFileSync(socketPath(dir, version, 'a'.repeat(16)), '')
    expect(await othersIn(dir, one)).toEqual(new Set([two]))
    expect(mine.open.size).toBe(0)
    await eventually(() => other.open.size === 0)
    expect(await othersIn(dir, two)).toEqual(new Set([one]))
  })

  test('are served on when a caller makes the server fail', async () => {
    const dir = engineFolder()
    const { server, path } = await anEngine(dir, one)
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => said.mockRestore())
    server.prependListener('connection', () => {
      throw new Error('of one caller')
    })
    const caller = connect(path)
    await once(caller, 'close')
    expect(said).toHaveBeenCalledWith('engine:', expect.any(Error))
    expect(server.listening).toBe(true)
  })
})

describe('the digest of orders', () => {
  const order: Order = { key: '1:1', port: 1, method: 'm', password: 'p', until: 5, low: 4 }
  const tunnel = {
    serverId: 1,
    listenPort: 2,
    privateKey: 'k',
    net: '10.0.0.0/8',
    net6: 'fd00::/64',
    mtu: 1_420,
  }
  const peer = { deviceId: 1, publicKey: 'k', presharedKey: 's', addresses: ['10.0.0.2'] }
  const inside = { ...order, tunnel, peers: [peer] } as Order

  test('is the same in any sequence, whatever the budgets are', () => {
    const other = { ...order, key: '1:2' }
    const digest = digestOf([order, other])
    expect(digest).toMatch(/^[\w-]{43}$/)
    expect(digestOf([other, order])).toBe(digest)
    expect(digestOf([{ ...order, until: null, low: 1 }, other])).toBe(digest)
    expect(digestOf([order])).not.toBe(digest)
    expect(digestOf(new Set([order, other]).values())).toBe(digest)
  })

  test.each<[string, Partial<Order>]>([
    ['key', { key: '1:3' }],
    ['port', { port: 2 }],
    ['method', { method: 'n' }],
    ['password', { password: 'q' }],
    ['end', { expireAt: 7 }],
    ['number of connections', { maxConnections: 7 }],
    ['lease', { leaseMs: 7 }],
    ['tunnel', { tunnel } as Partial<Order>],
  ])('differs with another %s', (_, changes) => {
    expect(digestOf([{ ...order, ...changes }])).not.toBe(digestOf([order]))
  })

  test('is that of engines of earlier releases where an order has nothing that is new', () => {
    const hash = (...lines: string[]) =>
      createHash('sha256').update(lines.join('\n')).digest('base64url')
    const plain = '["1:1",1,"m","p",null,null]'
    expect(digestOf([order])).toBe(hash(plain))
    const more = { ...order, key: '1:0', expireAt: 5, maxConnections: 6, leaseMs: 7 }
    expect(digestOf([order, more])).toBe(hash('["1:0",1,"m","p",5,6,{"leaseMs":7}]', plain))
    const terms = '[1,2,"k","10.0.0.0/8","fd00::/64",1420]'
    const devices = '[[1,"k","s",["10.0.0.2"]]]'
    expect(digestOf([inside])).toBe(hash(`["1:1",1,"m","p",null,null,${terms},${devices}]`))
  })

  test('tells an end from a number, and a lease from either', () => {
    const seven = [{ expireAt: 7 }, { maxConnections: 7 }, { leaseMs: 7 }]
    const digests = seven.map((changes) => digestOf([{ ...order, ...changes }]))
    expect(new Set(digests).size).toBe(3)
  })

  test.each<[string, object]>([
    ...Object.entries(tunnel).map(([name, value]): [string, object] => [
      name,
      { tunnel: { ...tunnel, [name]: `${value}0` } },
    ]),
    ...Object.entries(peer).map(([name, value]): [string, object] => [
      name,
      { peers: [{ ...peer, [name]: `${String(value)}0` }] },
    ]),
    ['number of devices', { peers: [peer, peer] }],
    ['disguise', { tunnel: { ...tunnel, amnezia: { jc: 4 } } }],
  ])('differs with another %s of a tunnel', (_, changes) => {
    expect(digestOf([{ ...inside, ...changes } as Order])).not.toBe(digestOf([inside]))
  })

  test('is the same however the terms of a tunnel are ordered', () => {
    const turned = Object.fromEntries(Object.entries(tunnel).toReversed())
    expect(digestOf([{ ...inside, tunnel: turned } as never])).toBe(digestOf([inside]))
  })
})

test.each([
  ['hello', false, false],
  ['time', true, false],
  ['look', true, false],
  ['apply', false, false],
  ['change', false, false],
  ['counters', true, false],
  ['clients', true, false],
  ['probe', false, true],
  ['attempts', true, false],
  ['outcomes', true, false],
  ['peers', false, true],
  ['tunnel', false, true],
  ['kill', false, false],
  ['digest', true, false],
  ['settle', false, false],
  ['drain', false, false],
  ['close', false, false],
] as const)('a request to %s changes nothing: %s; takes long: %s', (ask, nothing, slow) => {
  expect([changesNothing({ ask } as never), isSlow({ ask } as never)]).toEqual([nothing, slow])
})
