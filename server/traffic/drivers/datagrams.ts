import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { laneTo } from './lanes.ts'
import { NodeTrouble, troubleOf } from './trouble.ts'

type Place = { host: string; port: number }

/** How an answer is waited for. */
export type Waiting = {
  timeoutMs?: number
  /** How long nothing more must have come for a long answer to be whole, ms. */
  quietMs?: number
}

const TIMEOUT_MS = 10_000
const MAX_PACKETS = 64

/**
 * Asks a manager over UDP; gives the packets of its answer, one or, of a long one, several.
 *
 * Each question has a socket of its own, so that an answer that comes late meets nobody. Only what
 * comes from the address that was asked is taken.
 */
export function askManager(place: Place, text: string, waiting: Waiting = {}): Promise<string[]> {
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
      // A connected socket hears of a port where nobody is, and of nobody else.
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
