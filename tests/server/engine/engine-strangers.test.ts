import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { defaultLimits, type Limits } from '../../../server/engine/protocol/limits.ts'
import { startTarget } from '../../support/engine.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'
import { opening, visit } from '../../support/shadowsocks.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))

async function oneDoor(limits: Partial<Limits> = {}) {
  const ports = portsHere(limits)
  const door = await anOrder()
  await ports.change([door], [])
  const knock = (localAddress = '127.0.0.1') => {
    const to = { port: door.port, host: '127.0.0.1', localAddress, allowHalfOpen: true }
    const socket = connect(to)
    onTestFinished(() => void socket.destroy())
    return socket.resume()
  }
  return { ...ports, door, knock }
}

/** How a connection ends: by an end of the other side, or by a reset. */
function endOf(socket: Socket) {
  const seen = { how: 'open' }
  socket.on('end', () => (seen.how = 'end'))
  socket.on('error', ({ message }) => (seen.how = message))
  return seen
}

/** Waits for what the sockets bring, on a clock that is not the stopped one. */
async function settled(holds: () => boolean) {
  for (let times = 0; times < 500 && !holds(); times++) await after(10)
}

describe('a connection that proves no password', () => {
  const LIFE_MS = 20_000
  const LIFE: [number, number] = [LIFE_MS, LIFE_MS + 1]

  /** Everything a prober may send; pieces arrive one after the other. */
  async function probes() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { knock, door, attempts } = await oneDoor({ silenceMs: LIFE })
    const target = await echo()
    const right = () => opening(door, target, Buffer.from('hello')).bytes
    const used = right()
    const first = knock()
    first.write(used)
    await once(first, 'data')
    first.destroy()
    const flipped = (at: number) => {
      const bytes = right()
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      return bytes
    }
    const sent: Record<string, Buffer[]> = {
      nothing: [],
      'one byte': [randomBytes(1)],
      '49 bytes': [randomBytes(49)],
      '50 bytes': [randomBytes(50)],
      '51 bytes': [randomBytes(51)],
      '49 bytes, then one': [randomBytes(49), randomBytes(1)],
      'a salt and half of a length': [right().subarray(0, 49)],
      'a length and no more': [right().subarray(0, 50)],
      'a length and the next byte': [right().subarray(0, 51)],
      'all but the last byte of the header': [right().subarray(0, -1)],
      'a wrong length': [flipped(40)],
      'a wrong header': [flipped(55)],
      'what was sent before': [used],
      'three megabytes': [randomBytes(3_000_000)],
    }
    return { sent, knock, attempts, door }
  }

  test('ends at the time drawn for it, whatever it sends', async () => {
    const { sent, knock, attempts, door } = await probes()
    const all = Object.entries(sent).map(([name, pieces]) => ({ name, pieces, socket: knock() }))
    const ends = all.map(({ socket }) => endOf(socket))
    await Promise.all(all.map(({ socket }) => once(socket, 'connect')))
    for (const { pieces, socket } of all)
      for (const piece of pieces) {
        await new Promise((done) => void socket.write(piece, done))
        await after(5)
      }
    const failed = () => attempts.read(door.key, 0).filter(({ reason }) => reason !== 'connected')
    await settled(() => failed().length > 0)
    expect(failed()).not.toEqual([])
    const open = () => all.filter((_, at) => ends[at]!.how === 'open').map(({ name }) => name)
    for (const at of [9_999, 1, LIFE_MS - 10_001]) {
      await vi.advanceTimersByTimeAsync(at)
      await after(30)
      expect(open()).toEqual(Object.keys(sent))
    }
    await vi.advanceTimersByTimeAsync(1)
    await settled(() => open().length === 0)
    expect(open()).toEqual([])
    // None of them was reset, also where more had come than is read at once.
    expect(ends.map(({ how }) => how)).toEqual(all.map(() => 'end'))
  })

  test('is ended at once where it ends itself, whatever it sent before', async () => {
    const { sent, knock } = await probes()
    const all = Object.entries(sent).map(([name, pieces]) => ({ name, pieces, socket: knock() }))
    const ends = all.map(({ socket }) => endOf(socket))
    await Promise.all(all.map(({ socket }) => once(socket, 'connect')))
    for (const { pieces, socket } of all) socket.end(Buffer.concat(pieces))
    const open = () => all.filter((_, at) => ends[at]!.how === 'open').map(({ name }) => name)
    await settled(() => open().length === 0)
    expect(open()).toEqual([])
    expect(ends.map(({ how }) => how)).toEqual(all.map(() => 'end'))
  })

  test('lives for a time that differs, and not by what it sent', () => {
    const [from, to] = defaultLimits.silenceMs
    expect(to).toBeGreaterThanOrEqual(2 * from)
    // Else the end of reading a header would be seen.
    expect(from).toBeGreaterThan(defaultLimits.handshakeMs)
  })
})

describe('strangers who hold connections', () => {
  test('do not keep a customer out, who comes from an address of their own', async () => {
    const { door, knock } = await oneDoor()
    const target = await echo()
    const strangers: Socket[] = []
    const addresses = Array.from({ length: 10 }, (_, n) => `127.0.0.${n + 10}`)
    // Whoever is closed comes again.
    const hold = (address: string) => {
      const socket = knock(address).on('error', () => {})
      strangers.push(socket)
      socket.once('close', () => strangers.length < 2_000 && hold(address))
      socket.once('end', () => socket.destroy())
      return once(socket, 'connect')
    }
    onTestFinished(() => {
      strangers.length = 2_000
    })
    await Promise.all(addresses.flatMap((one) => Array.from({ length: 60 }, () => hold(one))))
    for (let n = 0; n < 50; n++) {
      const guest = await visit(door, target, Buffer.from(`hello ${n}`))
      expect((await guest.until(`hello ${n}`.length)).toString()).toBe(`hello ${n}`)
      guest.socket.destroy()
      strangers.splice(0, 60).forEach((socket) => socket.destroy())
    }
  })
})
