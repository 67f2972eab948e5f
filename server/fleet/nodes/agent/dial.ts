import { rawOf, type Raw } from '../channel/raw.ts'
import { LinkBroken } from '../channel/greeting.ts'

/** How long a console may take to answer at all. */
const CONNECT_MS = 15_000

/** Connects to the console at one of its addresses. Throws `LinkBroken`. */
export function dial(address: string): Promise<Raw> {
  const url = `${address.replace(/^http/, 'ws').replace(/\/+$/, '')}/api/node/link`
  const socket = new WebSocket(url)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.close(), CONNECT_MS)
    socket.addEventListener('open', () => {
      clearTimeout(timer)
      resolve(rawOf(socket))
    })
    socket.addEventListener('close', ({ code, reason }) => {
      clearTimeout(timer)
      reject(new LinkBroken(reason || `no connection to ${address} (${code})`))
    })
    // The close that follows notifies the end that opened it.
    socket.addEventListener('error', () => {})
  })
}
