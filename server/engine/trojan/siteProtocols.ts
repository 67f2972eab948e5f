import { connect } from 'node:tls'
import type { SiteAddress } from './visitors.ts'

const PROTOCOLS = ['h2', 'http/1.1']
/** What every web server speaks, and all that can be agreed on without TLS. */
export const PLAIN_PROTOCOLS: readonly string[] = ['http/1.1']
const TIMEOUT_MS = 5_000

/** What a site agrees on inside TLS, the preferred one first; undefined where it cannot be asked. */
export async function protocolsOf(site: SiteAddress): Promise<readonly string[] | undefined> {
  if (!site.isTls) return PLAIN_PROTOCOLS
  const preferred = await agreedWith(site, PROTOCOLS)
  if (preferred === undefined) return undefined
  const rest = PROTOCOLS.filter((one) => one !== preferred)
  const other = preferred === '' ? '' : await agreedWith(site, rest)
  return [preferred, other].filter((one) => one !== undefined).filter((one) => one !== '')
}

/** What is agreed on of these; empty for nothing, undefined where there is no connection. */
function agreedWith({ host, port }: SiteAddress, offered: string[]): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  // Nothing is sent to it: whose certificate it has does not matter.
  const socket = connect({ host, port, ALPNProtocols: offered, rejectUnauthorized: false })
  const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS)
  socket.on('secureConnect', () => {
    resolve(socket.alpnProtocol || '')
    socket.destroy()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearTimeout(timer)
    resolve(undefined)
  })
  return promise
}
