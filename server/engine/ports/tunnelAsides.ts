import { createSocket, type Socket as Datagrams } from 'node:dgram'
import { once } from 'node:events'
import { createServer, isIPv4, type Server, type Socket } from 'node:net'
import { plainAddress } from '../../network/address.ts'
import { answerAside, isRequest, pageAnswer } from './aside.ts'
import { GATE_CONNECTIONS, type Gate } from './gate.ts'

/** What answers accounts that have ended, on the addresses of one interface. */
export type TunnelAside = {
  /** The ports, on each of the addresses. */
  http: number
  dns: number
  close: () => void
}

type Deps = {
  /** The gate of who has an address inside; undefined for everybody else. */
  gateOf: (address: string) => Gate | undefined
  /** How long a client may take to ask, ms. */
  handshakeMs: number
}

const DNS_PORT = 53
/** Connections at a time, of all accounts of an interface. */
const MOST_CONNECTIONS = 512
/** A port that is free on one address may be taken on the other. */
const TRIES = 5
/** What an address that the machine does not have is refused with. */
const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Answers on these addresses, which the interface has: plain HTTP with the shop's page, queries with
 * the shop's addresses. Only for peers that have ended; what passes is counted by the interface.
 * Rejects where it cannot listen.
 */
export async function openTunnelAside(
  addresses: readonly string[],
  deps: Deps,
): Promise<TunnelAside> {
  for (let left = TRIES; ; left -= 1) {
    const opened: { close: () => unknown }[] = []
    const close = () => opened.forEach((one) => one.close())
    try {
      let [http, dns] = [0, 0]
      for (const address of addresses) {
        const [pages, names] = [openPages(deps), openNames(address, deps)]
        opened.push(pages, names)
        const port = await listening(pages, address, http)
        // A machine without IPv6 has the other address alone.
        if (port === undefined) continue
        http = port
        dns = await bound(names, address, dns)
      }
      if (http === 0) throw new Error(`none of ${addresses.join()} is there`)
      return { http, dns, close }
    } catch (error) {
      close()
      if (left <= 1) throw error
    }
  }
}

async function listening(server: Server, host: string, port: number): Promise<number | undefined> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  server.on('error', () => {})
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function bound(socket: Datagrams, address: string, port: number): Promise<number> {
  socket.bind(port, address)
  await once(socket, 'listening')
  socket.on('error', () => {})
  return socket.address().port
}

function openPages({ gateOf, handshakeMs }: Deps): Server {
  const counts = new Map<Gate, number>()
  const server = createServer((socket) => {
    const gate = gateOf(plainAddress(socket.remoteAddress ?? ''))
    socket.on('error', () => {})
    // One account keeps no other one out, whatever it opens, and however slowly it goes on sending.
    const count = (gate && counts.get(gate)) ?? 0
    if (!gate || count >= GATE_CONNECTIONS) return void socket.destroy()
    counts.set(gate, count + 1)
    const timer = setTimeout(() => socket.destroy(), handshakeMs)
    socket.on('close', () => {
      clearTimeout(timer)
      const left = (counts.get(gate) ?? 0) - 1
      if (left > 0) counts.set(gate, left)
      else counts.delete(gate)
    })
    answerOnce(socket, gate)
  })
  server.maxConnections = MOST_CONNECTIONS
  return server
}

function answerOnce(socket: Socket, gate: Gate): void {
  socket.once('data', (piece: Buffer) => {
    if (!isRequest(piece)) return void socket.destroy()
    socket.resume()
    socket.end(pageAnswer(gate))
  })
}

function openNames(address: string, { gateOf }: Deps): Datagrams {
  const socket = createSocket(isIPv4(address) ? 'udp4' : 'udp6')
  socket.on('message', (query, from) => {
    const gate = gateOf(plainAddress(from.address))
    if (gate) void answer(gate, query, from).catch(() => {})
  })
  return socket

  async function answer(gate: Gate, query: Buffer, from: { address: string; port: number }) {
    const found = await answerAside(gate, { port: DNS_PORT }, query)
    if (found) socket.send(found, from.port, from.address)
  }
}
