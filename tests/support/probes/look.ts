import { hash } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { Place } from '../shadowsocks.ts'

/** What a prober sends on one connection. */
export type Probe = {
  /** What it is one of, as it is counted. */
  kind: string
  /** With TLS, and how; without, the bytes go out as they are. */
  tls?: ConnectionOptions
  pieces: readonly Buffer[]
  /** Whether it ends its own direction after the last piece. */
  endsItself?: boolean
}

/** What a prober sees of a port. */
export type Seen = {
  /** What was said, but for what is random in it. */
  shape: string
  /** How many bytes that were, sealed ones as they are on the wire. */
  bytes: number
  /** How the connection ended; `open` where it did not before the prober lost patience. */
  end: 'end' | 'reset' | 'open'
  /** From the last piece to the first answer, and to the end, ms. */
  firstMs: number | undefined
  endMs: number
  /** From the beginning of the connection to its end, ms. */
  lifeMs: number
}

/** Between two pieces, so that each is read by itself. */
const GAP_MS = 8

let next = 0

/** Each prober comes from an address of its own, as else limits would show and not the answer. */
const nextAddress = (): string => {
  next = (next + 1) % 4_000_000
  return `127.${20 + (next >> 16)}.${(next >> 8) & 255}.${1 + (next % 254)}`
}

/** Sends a probe and looks until the connection ends, for `patienceMs` at most. */
export async function look(place: Place, probe: Probe, patienceMs: number): Promise<Seen> {
  const wire = connectPlain({ ...place, localAddress: nextAddress(), allowHalfOpen: true })
  const pieces: Buffer[] = []
  let end: Seen['end'] | undefined
  let firstAt: number | undefined
  const isOver = new Promise<void>((resolve) => {
    const ended = (how: Seen['end']) => {
      end ??= how
      resolve()
    }
    wire.on('end', () => ended('end')).on('close', () => ended('end'))
    wire.on('error', ({ code }: NodeJS.ErrnoException) =>
      ended(code === 'ECONNRESET' || code === 'EPIPE' ? 'reset' : 'end'),
    )
  })
  const gather = (socket: Socket) =>
    socket.on('data', (data: Buffer) => {
      firstAt ??= performance.now()
      pieces.push(data)
    })
  await Promise.race([once(wire, 'connect'), isOver])
  const openAt = performance.now()
  const talk = probe.tls ? await shaken(wire, probe.tls) : { socket: wire as Socket, agreed: '' }
  gather(talk.socket)
  for (const [at, piece] of probe.pieces.entries()) {
    if (at > 0) await after(GAP_MS)
    if (!talk.socket.destroyed) talk.socket.write(piece)
  }
  if (probe.endsItself) talk.socket.end()
  const sentAt = performance.now()
  await Promise.race([isOver, after(patienceMs, undefined, { ref: false })])
  // What was read before the end may not have been opened yet.
  if (end) await after(1)
  const endAt = performance.now()
  talk.socket.destroy()
  wire.destroy()
  const said = Buffer.concat(pieces)
  return {
    shape: probe.tls ? `${talk.agreed} ${hash('sha256', said)}` : recordsOf(said),
    bytes: said.length,
    end: end ?? 'open',
    firstMs: firstAt && firstAt - sentAt,
    endMs: endAt - sentAt,
    lifeMs: endAt - openAt,
  }
}

/** TLS on a connection, and what was agreed on. */
async function shaken(wire: Socket, options: ConnectionOptions) {
  const socket: TLSSocket = connectTls({
    socket: wire,
    servername: 'localhost',
    rejectUnauthorized: false,
    ...options,
  })
  let refusal = ''
  socket.on('error', ({ code }: NodeJS.ErrnoException) => (refusal ||= code ?? ''))
  await new Promise((resolve) => socket.on('secureConnect', resolve).on('close', resolve))
  const { alpnProtocol } = socket
  return { socket, agreed: [socket.getProtocol(), alpnProtocol, refusal].join(' ') }
}

/** The kinds of the records of TLS in an answer, and what alerts say; what is none, word for word. */
export function recordsOf(said: Buffer): string {
  const words: string[] = []
  for (let at = 0; at < said.length;) {
    const type = said[at]!
    if (type < 20 || type > 24 || said[at + 1] !== 3 || at + 5 > said.length)
      return [...words, said.toString('latin1', at)].join(' ')
    const length = said.readUInt16BE(at + 3)
    const isPlainAlert = type === 21 && length === 2
    words.push(isPlainAlert ? `alert ${said[at + 5]} ${said[at + 6]}` : String(type))
    at += 5 + length
  }
  return words.join(' ')
}
