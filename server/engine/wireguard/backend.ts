import { closeSync, openSync, readFileSync } from 'node:fs'
import type { TunnelCheck } from '../plane.ts'
import { CommandFailed, run, TunnelRefused } from './commands.ts'
import { addLink, removeLink } from './links.ts'

/** What can carry an interface. */
export type Backend = {
  kind: NonNullable<TunnelCheck['backend']>
  /** The kernel's interface type, and the program that configures it. */
  kernel?: { type: string; tool: string }
  /** The userspace program, and the folder of its sockets. */
  daemon?: { program: string; sockets: string }
}

const KERNEL: Backend = { kind: 'kernel', kernel: { type: 'wireguard', tool: 'wg' } }
const USERSPACE: Backend = {
  kind: 'userspace',
  daemon: { program: 'wireguard-go', sockets: '/var/run/wireguard' },
}
// AmneziaWG has the same commands and options, and more of them. Neither has been run here.
const AMNEZIA_KERNEL: Backend = { kind: 'amneziawg', kernel: { type: 'amneziawg', tool: 'awg' } }
const AMNEZIA_USERSPACE: Backend = {
  kind: 'amneziawg',
  daemon: { program: 'amneziawg-go', sockets: '/var/run/amneziawg' },
}
const CAP_NET_ADMIN = 12n

/**
 * Finds what this machine can carry an interface with, fastest first, AmneziaWG alone where it is
 * wanted; throws why nothing can.
 */
export async function findBackend({ isAmnezia = false } = {}): Promise<Backend> {
  if (!mayConfigure()) throw new TunnelRefused('no rights')
  if (!(await isThere('ip'))) throw new TunnelRefused('wireguard missing', 'no iproute2')
  if (isAmnezia) return findAmnezia()
  if (await isInKernel(KERNEL)) return KERNEL
  const daemons = [USERSPACE, AMNEZIA_USERSPACE]
  const there = await Promise.all(daemons.map(({ daemon }) => isThere(daemon?.program ?? '')))
  const hasTun = canOpenTun()
  if (hasTun && there[0]) return USERSPACE
  if (await isInKernel(AMNEZIA_KERNEL)) return AMNEZIA_KERNEL
  if (hasTun && there[1]) return AMNEZIA_USERSPACE
  throw new TunnelRefused(hasTun ? 'wireguard missing' : 'no tun')
}

async function findAmnezia(): Promise<Backend> {
  if (await isInKernel(AMNEZIA_KERNEL)) return AMNEZIA_KERNEL
  if (!(await isThere(AMNEZIA_USERSPACE.daemon?.program ?? '')))
    throw new TunnelRefused('amneziawg missing')
  if (!canOpenTun()) throw new TunnelRefused('no tun')
  return AMNEZIA_USERSPACE
}

/** The backend that made an interface, by its kind and its process, if any. */
export function backendOf(kind: string, hasProcess: boolean): Backend {
  if (kind === 'amneziawg') return hasProcess ? AMNEZIA_USERSPACE : AMNEZIA_KERNEL
  return hasProcess ? USERSPACE : KERNEL
}

/** Whether this process, and what it starts, may make interfaces. */
function mayConfigure(): boolean {
  const status = readFileSync('/proc/self/status', 'latin1')
  const has = (line: string) => {
    const [, mask = '0'] = new RegExp(`^${line}:\\s+([0-9a-f]+)`, 'm').exec(status) ?? []
    return ((BigInt(`0x${mask}`) >> CAP_NET_ADMIN) & 1n) === 1n
  }
  // Root passes its rights to its child processes; others only their ambient capabilities.
  return has('CapEff') && (process.geteuid?.() === 0 || has('CapAmb'))
}

/** By trying: modules on the disk prove little about the running kernel. */
async function isInKernel({ kernel }: Backend): Promise<boolean> {
  if (!kernel || !(await isThere(kernel.tool))) return false
  const name = `sluice-wgt${process.pid}`.slice(0, 15)
  try {
    await addLink(name, kernel.type)
    await removeLink(name)
    return true
  } catch {
    return false
  }
}

async function isThere(program: string): Promise<boolean> {
  try {
    await run(program, ['--version'])
    return true
  } catch (error) {
    return !(error instanceof CommandFailed && error.isMissing)
  }
}

function canOpenTun(): boolean {
  try {
    closeSync(openSync('/dev/net/tun', 'r+'))
    return true
  } catch {
    return false
  }
}
