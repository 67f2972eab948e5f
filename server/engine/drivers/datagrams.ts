import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { laneTo } from './lanes.ts'
import { NodeTrouble, troubleOf } from './trouble.ts'

type Place = { host: string; port: number }

/** How an answer is awaited. */
export type Waiting = {
  timeoutMs?: number
  /** Silence after which a long answer is complete, ms. */
  quietMs?: number
}

const TIMEOUT_MS = 10_000
const MAX_PACKETS = 64

/**
 * Sends a request to a manager over UDP; returns the packets of its answer, one or, of a long one,
 * several.
 *
 * Each request has a socket of its own, so that a late answer is dropped. Only packets from the
 * address the request was sent to are accepted.
 */
export function requestManager(
  place: Place,
  text: string,
  waiting: Waiting = {},
): Promise<string[]> {
  return laneTo(place).enter(() => exchange(place, text, waiting))
}

async function exchange(place: Place, text: string, { timeoutMs = TIMEOUT_MS, quietMs }: Waiting) {
  const { address, family } = await addressOf(place.host, timeoutMs)
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  try {
    return await new Promise<string[]>((resolve, reject) => {
      const packets: string[] = []
      const over = setTimeout(() => reject(new NodeTrouble('silent')), timeoutMs)
      const isWhole = () => {
        clearTimeout(over)
        resolve(packets)
      }
      let quiet: NodeJS.Timeout | undefined
      socket.on('message', (packet) => {
        packets.push(packet.toString())
        clearTimeout(quiet)
        if (quietMs === undefined || packets.length >= MAX_PACKETS) isWhole()
        else quiet = setTimeout(isWhole, quietMs)
      })
      socket.on('error', (error) => {
        clearTimeout(over)
        reject(troubleOf(error))
      })
      // A connected socket reports a port without a listener, and receives from no other address.
      socket.connect(place.port, address, () => socket.send(text))
    })
  } finally {
    socket.close()
  }
}

async function addressOf(host: string, timeoutMs: number) {
  const end = new AbortController()
  const late = pause(timeoutMs, undefined, { signal: end.signal }).catch(() => {})
  const found = await Promise.race([lookup(host).catch((error) => troubleOf(error)), late])
  end.abort()
  if (!found) throw new NodeTrouble('silent')
  if (found instanceof NodeTrouble) throw found
  return found
}
