import { createSocket } from 'node:dgram'
import type { TunnelCheck } from '../plane.ts'
import { findBackend } from './backend.ts'
import { run, TunnelRefused } from './commands.ts'
import { overlappingNetwork, usedNetworks } from './links.ts'
import { nameOf } from './interface.ts'
import { networkOf } from './networks.ts'

/** What a server would need; with `serverId` what it has already does not conflict. */
export type Wanted = {
  listenPort: number
  net: string
  /** Absent is none, and from older consoles. */
  net6?: string | undefined
  serverId?: number | undefined
  /** Whether it is to be AmneziaWG. */
  isAmnezia?: boolean | undefined
}

const STATES: Partial<Record<TunnelRefused['reason'], TunnelCheck['state']>> = {
  'no rights': 'noRights',
  'no tun': 'noTun',
  'wireguard missing': 'noProgram',
  'amneziawg missing': 'noAmnezia',
}

/** Checks by trying whether this machine can have an interface. `ownPort` is one it has already. */
export async function checkTunnel(
  { listenPort, net, net6, serverId, isAmnezia = false }: Wanted,
  ownPort?: number,
): Promise<TunnelCheck> {
  const own = serverId === undefined ? '' : nameOf(serverId)
  const used = (await usedNetworks()).filter(({ on }) => on !== own)
  try {
    const { kind: backend } = await findBackend({ isAmnezia })
    const state = (await mayFilter()) ? await room() : 'noFirewall'
    const program = state === 'portTaken' ? await programOn(listenPort) : undefined
    return { state, backend, ...(program !== undefined && { program }), used }
  } catch (error) {
    const state = error instanceof TunnelRefused ? STATES[error.reason] : undefined
    if (!state) throw error
    return { state, used }
  }

  async function room(): Promise<TunnelCheck['state']> {
    if (listenPort !== ownPort && !(await isFree(listenPort))) return 'portTaken'
    const networks = [net, net6 ?? ''].flatMap((one) => networkOf(one) ?? [])
    const isTaken = networks.some((one) => overlappingNetwork(one, used, own) !== undefined)
    return isTaken ? 'rangeTaken' : 'ready'
  }
}

/** Whether there is nftables, in the kernel as well. */
async function mayFilter(): Promise<boolean> {
  return run('nft', ['list', 'tables']).then(
    () => true,
    () => false,
  )
}

/** The program that has a UDP port; undefined where `ss` does not name one, as for the kernel's own. */
async function programOn(port: number): Promise<string | undefined> {
  const lines = await run('ss', ['-Hlunp', `sport = :${port}`]).catch(() => '')
  return /users:\(\("([^"\p{Cc}]{1,100})"/u.exec(lines)?.[1]
}

async function isFree(port: number): Promise<boolean> {
  const results = await Promise.all([tryPort('udp4', port), tryPort('udp6', port)])
  return results.every((one) => one !== 'EADDRINUSE' && one !== 'EACCES')
}

function tryPort(type: 'udp4' | 'udp6', port: number): Promise<string | undefined> {
  const socket = createSocket({ type, ipv6Only: type === 'udp6' })
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  socket.on('error', (error) => resolve('code' in error ? String(error.code) : 'failed'))
  socket.bind(port, () => resolve(undefined))
  return promise.finally(() => socket.close())
}
