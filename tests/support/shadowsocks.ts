import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { writeAddress } from '../../server/network/address.ts'
import {
  newSalt,
  openPacket,
  openSession,
  secretOf,
  sealPacket,
} from '../../server/engine/cipher/aead.ts'
import { readChunks, sealChunks, sealedBytes } from '../../server/engine/cipher/chunks.ts'
import {
  type Datagrams2022,
  openDatagrams2022,
  openStream2022,
} from '../../server/engine/cipher/ss2022/client.ts'
import { keysOf, methodNamed } from '../../server/engine/cipher/ss2022/keys.ts'

const WAIT_MS = Number(process.env.TEST_WAIT_MS ?? 20_000)

/** A port of the engine, with what a client needs. */
export type Door = { port: number; method: string; password: string }

/** Where a client wants to go. */
export type Place = { host: string; port: number }

/** One connection of a Shadowsocks client through the engine. */
export type Visit = {
  socket: Socket
  write(payload: Buffer): void
  /** Everything received so far. */
  received(): Buffer
  /** Resolves with what has been received once there are that many bytes. */
  until(bytes: number, waitMs?: number): Promise<Buffer>
  /** Resolves with everything once the engine has ended the connection. */
  rest(): Promise<Buffer>
}

/** The bytes a client opens a connection with: salt, address and first payload. */
export function opening(door: Door, to: Place, payload = Buffer.alloc(0)) {
  const client = of2022(door)
  if (client) {
    const stream = client.stream(to, payload)
    return { bytes: stream.opening, seal: stream.seal, read: stream.read }
  }
  const secret = secretFor(door)
  const salt = newSalt(secret)
  const session = openSession(secret, salt)
  const seal = (plain: Buffer) => {
    const out = Buffer.alloc(sealedBytes(plain.length))
    return out.subarray(0, sealChunks(session, plain, out, 0))
  }
  const bytes = Buffer.concat([salt, seal(Buffer.concat([addressOf(to), payload]))])
  return { bytes, seal, read: readChunks(secret).read }
}

/** A client of Shadowsocks 2022, whose clock differs by so much; undefined for the other methods. */
export function of2022({ method: name, password }: Door, { skewS = 0 } = {}) {
  const method = methodNamed(name)
  const keys = method && keysOf(method, password)
  if (!method || !keys) return undefined
  const nowS = () => Math.floor(Date.now() / 1_000) + skewS
  return {
    stream: (to: Place, first = Buffer.alloc(0)) =>
      openStream2022(method, keys, { address: addressOf(to), first, nowS }),
    datagrams: () => openDatagrams2022(method, keys, nowS),
  }
}

/** Connects to a place through the engine. */
export async function visit(door: Door, to: Place, payload = Buffer.alloc(0)): Promise<Visit> {
  const { bytes, seal, read } = opening(door, to, payload)
  const socket = connect({ host: '127.0.0.1', port: door.port, allowHalfOpen: true })
  const pieces: Buffer[] = []
  socket.on('error', () => {})
  let length = 0
  socket.on('data', (data: Buffer) => {
    for (const piece of read(data) ?? [Buffer.from('BAD')]) {
      pieces.push(piece)
      length += piece.length
    }
  })
  const ended = new Promise((resolve) => socket.on('end', resolve).on('close', resolve))
  await once(socket, 'connect')
  socket.write(bytes)
  const received = () => Buffer.concat(pieces)
  return {
    socket,
    write: (more) => void socket.write(seal(more)),
    received,
    until: async (count, waitMs) => {
      // Counted, not put together each time: of many MB that alone would take seconds.
      await eventually(() => length >= count, waitMs)
      return received()
    },
    rest: async () => {
      await ended
      return received()
    },
  }
}

/** Sends one datagram through the engine and waits for the answer; nothing when none comes. */
export async function askUdp(door: Door, to: Place, payload: Buffer, waitMs = 2_000) {
  const session = of2022(door)?.datagrams()
  if (session) {
    const packet = session.seal(addressOf(to), payload)
    return (await sendUdp(door, [packet], waitMs, 1, session))[0]
  }
  const packet = sealPacket(secretFor(door), addressOf(to), payload)
  return (await sendUdp(door, [packet], waitMs))[0]
}

/** Sends raw datagrams to a port and gives the plain answers that come in time. */
export async function sendUdp(
  door: Door,
  packets: Buffer[],
  waitMs: number,
  answers = 1,
  session?: Datagrams2022,
) {
  const open = session?.open ?? ((packet: Buffer) => openPacket(secretFor(door), packet))
  const socket = createSocket('udp4')
  const received: Buffer[] = []
  socket.on('message', (packet) => received.push(open(packet) ?? packet))
  for (const packet of packets) socket.send(packet, door.port, '127.0.0.1')
  await eventually(() => received.length >= answers, waitMs).catch(() => {})
  socket.close()
  return received
}

/** One sealed datagram for a place. */
export function packetTo(door: Door, to: Place, payload: Buffer): Buffer {
  return sealPacket(secretFor(door), addressOf(to), payload)
}

/**
 * Waits until something holds; fails after `waitMs`. It is looked at often at first and then ever
 * less, up to `restMs` apart: what is asked is often a process or a call, and a wait of seconds
 * would ask hundreds of times, on the cores that what is waited for needs.
 */
export async function eventually(
  holds: () => unknown,
  waitMs = WAIT_MS,
  restMs = 100,
): Promise<void> {
  let pause = 5
  for (
    const until = Date.now() + waitMs;
    !(await holds());
    pause = Math.min(pause * 1.25, restMs)
  ) {
    if (Date.now() > until) throw new Error(`did not come true: ${holds}`)
    await after(pause)
  }
}

function secretFor(door: Door) {
  const secret = secretOf(door.method, door.password)
  if (!secret) throw new Error(`no method ${door.method}`)
  return secret
}

/** The address header of a place. */
export function addressOf({ host, port }: Place): Buffer {
  if (isIP(host)) return writeAddress(host, port)
  return Buffer.from([3, host.length, ...Buffer.from(host), port >> 8, port & 0xff])
}
