import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Tunnel } from '../plane.ts'
import { type Backend, backendOf, findBackend } from './backend.ts'
import { TunnelRefused } from './commands.ts'
import type { Device, RawDevice } from './device.ts'
import { fenceIn, isFenced, removeFence } from './firewall.ts'
import { startForwarding } from './forwarding.ts'
import { commandDevice } from './kernel.ts'
import {
  addLink,
  bringUp,
  indexOf,
  overlappingNetwork,
  ipErrorOf,
  removeLink,
  usedNetworks,
} from './links.ts'
import { type Network, networkOf } from './networks.ts'
import type { NetworkFile } from '../../network/networkList.ts'
import { endDaemon, isRunning, place, startDaemon } from './process.ts'
import type { Made, State } from './state.ts'
import { userspaceDevice } from './userspace.ts'

/** How long a device may take to listen once its interface is up, ms. */
const LISTENS_WITHIN_MS = 5_000

/** What all interfaces of a process share. */
export type Ground = {
  /** Folder of the interfaces' stored state. */
  dir: string
  /** Networks that may be reached although they are private. */
  allow: readonly string[]
  sitePort?: number | undefined
  /** Ports customers reach nowhere, but in the networks of `allow`. */
  closedPorts?: readonly number[] | undefined
  /** Networks customers do not reach, which may be others by and by; absent is none. */
  closedNetworks?: NetworkFile | undefined
}

/** Name of a server's interface; at most 15 characters, as the kernel requires. */
export const nameOf = (serverId: number): string => `sluice-wg${serverId}`

/** The interface of a stored state, where it exists and is the same one; undefined otherwise. */
export async function findMade(name: string, { made }: State): Promise<Device | undefined> {
  if (!made || made.place !== place() || (await indexOf(name)) !== made.index) return undefined
  if (made.daemon && !isRunning(made.daemon)) return undefined
  return deviceOf(name, made)
}

/**
 * Makes the interface of a server, or adopts the existing one, with everything that belongs to it;
 * peers stay as they are. Throws why not, with nothing new left behind.
 */
export async function make(
  tunnel: Tunnel,
  state: State,
  ground: Ground,
): Promise<{ device: Device; isNew: boolean }> {
  const name = nameOf(tunnel.serverId)
  const networks = networksOf(tunnel)
  const found = await findMade(name, state)
  if (found) {
    await setUp(name, tunnel, networks, ground, found)
    return { device: found, isNew: false }
  }
  const isAmnezia = tunnel.amnezia !== undefined
  const backend = await findBackend({ isAmnezia })
  // A state without an interface means that it was being made when this process was killed.
  if ((await indexOf(name)) !== undefined) {
    if (!state.isBegun || state.made) throw new TunnelRefused('interface in use')
    await removeLink(name)
  }
  const used = await usedNetworks()
  for (const network of networks) {
    const other = overlappingNetwork(network, used, name)
    if (other) throw new TunnelRefused('range in use', `${other.net} on ${other.on}`)
  }
  state.peers.clear()
  state.begin(undefined)
  try {
    const made = await begin(name, backend, ground)
    if (isAmnezia) made.isAmnezia = true
    state.begin(made)
    const device = deviceOf(name, made)
    await setUp(name, tunnel, networks, ground, device)
    return { device, isNew: true }
  } catch (error) {
    await removeInterface(name, state)
    throw ipErrorOf(error)
  }
}

/** Whether an interface speaks the other protocol than it should: it cannot be changed to this one. */
export const isOther = ({ made }: State, { amnezia }: Tunnel): boolean =>
  made !== undefined && (made.isAmnezia ?? false) !== (amnezia !== undefined)

/** Restores what other software has removed: the rules, and forwarding. */
export async function guard(tunnel: Tunnel, ground: Ground): Promise<void> {
  const { serverId, net, net6, mtu } = tunnel
  const name = nameOf(serverId)
  if (!(await isFenced(name, ground))) await fenceIn({ name, net, net6, mtu, ...ground })
  startForwarding(ground.dir, familiesOf(tunnel))
}

/** Removes an interface with its rules, its process and its stored state. */
export async function removeInterface(name: string, state: State): Promise<void> {
  const { made, isBegun } = state
  // A refused server has none: an interface of its name belongs to other software.
  if (!isBegun) return
  const isOurs = !made || (await findMade(name, state)) !== undefined
  if (made?.daemon && isOurs) await endDaemon(made.daemon, socketOf(name, made))
  if (isOurs) await removeLink(name)
  await removeFence(name)
  state.remove()
}

async function begin(name: string, backend: Backend, { dir }: Ground): Promise<Made> {
  const { kind, kernel, daemon } = backend
  if (kernel) await addLink(name, kernel.type)
  const socket = `${daemon?.sockets}/${name}.sock`
  const log = join(dir, `${name}.log`)
  const running = daemon && (await startDaemon(daemon.program, name, { socket, log }))
  return { backend: kind, daemon: running, place: place(), index: (await indexOf(name)) ?? 0 }
}

/** The rules come first: no packet passes without them. */
async function setUp(
  name: string,
  tunnel: Tunnel,
  networks: readonly Network[],
  ground: Ground,
  device: Device,
): Promise<void> {
  const { net, net6, mtu, privateKey, listenPort, amnezia } = tunnel
  await fenceIn({ name, net, net6, mtu, ...ground })
  startForwarding(ground.dir, familiesOf(tunnel))
  await bringUp(name, networks, mtu)
  // Before it listens: no client gets an answer that others could tell.
  if (amnezia) await device.disguise(amnezia)
  // Setting it again would close the socket for a moment.
  const now = await readListening(device)
  if (now.privateKey !== privateKey || now.listenPort !== listenPort)
    await device.configure({ privateKey, listenPort })
}

/**
 * What a device has once it listens, which a userspace program does some moments after its interface
 * is up. Given a port before, it would find out only then that another program has it, and tell nobody.
 */
async function readListening(device: Device): Promise<RawDevice> {
  const end = performance.now() + LISTENS_WITHIN_MS
  for (;;) {
    const now = await device.read()
    if (now.listenPort > 0 || performance.now() > end) return now
    await pause(20)
  }
}

const familiesOf = ({ net6 }: Tunnel) =>
  net6 === undefined ? ['v4' as const] : (['v4', 'v6'] as const)

function networksOf({ net, net6 }: Tunnel): Network[] {
  return [net, ...(net6 === undefined ? [] : [net6])].flatMap((one) => networkOf(one) ?? [])
}

function deviceOf(name: string, made: Made): Device {
  const { kernel } = backendOf(made.backend, made.daemon !== undefined)
  return kernel ? commandDevice(kernel.tool, name) : userspaceDevice(socketOf(name, made))
}

function socketOf(name: string, { backend }: Made): string {
  return `${backendOf(backend, true).daemon?.sockets}/${name}.sock`
}
