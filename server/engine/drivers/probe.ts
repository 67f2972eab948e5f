import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const BETWEEN_MS = 50
/** A node that hides its ports from the console delays opening by no more than this, ms. */
export const TAKEN_WITHIN_MS = 300

/** Whether an address accepts connections within so many ms. */
export async function accepts(place: { host: string; port: number }, waitMs: number) {
  for (const until = performance.now() + waitMs; ; await pause(BETWEEN_MS)) {
    const left = until - performance.now()
    if (await canConnect(place, Math.max(left, 1))) return true
    if (performance.now() + BETWEEN_MS >= until) return false
  }
}

/** Whether one connection is accepted. */
export function canConnect(
  place: { host: string; port: number },
  timeoutMs: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place)
    const end = (is: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(is)
    }
    const timer = setTimeout(() => end(false), timeoutMs)
    socket.on('connect', () => end(true)).on('error', () => end(false))
  })
}
