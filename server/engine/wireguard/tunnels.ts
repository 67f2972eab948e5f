import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Speed, TunnelCheck } from '../plane.ts'
import {
  activatePeers,
  type AccountPeers,
  type PeersRefused,
  reasonOf,
  refuseAll,
} from './activatePeers.ts'
import { checkTunnel, type Wanted } from './check.ts'
import { openClaim } from './claim.ts'
import { endForwarding } from './forwarding.ts'
import type { NetworkFile } from '../../network/networkList.ts'
import type { Way } from './gates.ts'
import type { PeerTraffic } from './counters.ts'
import { openServer } from './server.ts'
import type { Server } from './serverShape.ts'
import { openState, readState } from './state.ts'
import type { PeerEntry } from './peerTable.ts'
import { isTunnel } from './valid.ts'

/** When to read counters next, so that an end is noticed without being far exceeded. */
type Pace = {
  /** Records what passed just now. */
  note: (traffic: readonly PeerTraffic[]) => void
  /** The wait after a reading that took `cost` ms, ms. */
  next: (cost: number) => number
}

const LOOK_MS = 500

const MIN_MS = 50

/** Reading takes at most this fraction of the time. */
const SHARE = 4

/** The WireGuard interfaces of one folder. */
export type Tunnels = {
  /** Activates accounts with exactly these devices; returns the reason for those refused. */
  activate: (accounts: readonly AccountPeers[]) => Promise<Map<string, PeersRefused>>
  /** Makes an account this fast on all interfaces; its connections go on. */
  setSpeed: (key: string, speed: Speed) => Promise<void>
  /** Sets what gated accounts of a server reach. */
  setWay: (serverId: number, way: Way) => Promise<void>
  /** Shuts accounts out; resolves once all that passed is charged. */
  suspend: (keys: readonly string[]) => Promise<void>
  /** The devices of an account as they are now. */
  devicesOf: (key: string) => Promise<PeerEntry[]>
  /** Whether an interface could be had. */
  check: (wanted: Wanted) => Promise<TunnelCheck>
  /** Leaves all interfaces as they are, all charged; with `isOver` none is adopted again. */
  leave: (options: { isOver: boolean }) => Promise<void>
  /** Removes all interfaces. */
  end: () => Promise<void>
}

type Deps = {
  /** Folder of the engine. */
  dir: string
  /** Networks that may be reached although they are private. */
  allow?: readonly string[] | undefined
  sitePort?: number | undefined
  /** Ports customers reach nowhere, but in the networks of `allow`. */
  closedPorts?: readonly number[] | undefined
  /** Networks customers do not reach, which may be others by and by; absent is none. */
  closedNetworks?: NetworkFile | undefined
  /** Gets what passed, once. */
  charge: (traffic: readonly PeerTraffic[]) => void
  /** Bytes an account may still pass; Infinity is no end. */
  left: (key: string) => number
  /** Is called with accounts whose interface, or its gate, is gone and cannot be recreated. */
  lost: (keys: readonly string[], reason: string) => void
  /** Is called when another process has taken the interfaces over. */
  handedOver: () => void
}

/** How long an interface without an active peer stays. */
const IDLE_MS = 60_000
/** How long peers of another process stay without an order: until orders come, and after. */
const UNNAMED_MS = { before: 60_000, after: 15_000 }
/** How soon a process that was requested to release the interfaces acquires free ones. */
const YIELD_MS = 5_000

/** Starts with no interface; adopts those that a dead process has left in the folder. */
export function openTunnels({
  dir: engineDir,
  allow = [],
  sitePort,
  closedPorts = [],
  closedNetworks,
  ...parts
}: Deps): Tunnels {
  const dir = join(engineDir, 'wireguard')
  const servers = new Map<number, Server>()
  const namedUntil = new Map<Server, number>()
  const idleSince = new Map<Server, number>()
  const claim = openClaim(dir, () => giveUp())
  const pace = openPace(parts.left)
  let hasClaim = false
  let isOver = false
  let retryFrom: number | undefined
  let taking: Promise<unknown> = Promise.resolve()
  setTimeout(() => void tick(), 0)

  return { activate, setSpeed, setWay, suspend, devicesOf, check, leave, end }

  function take(requestsRelease: boolean): Promise<boolean> {
    const taken = taking.then(() => takeNow(requestsRelease))
    taking = taken.catch(() => {})
    return taken
  }

  async function takeNow(requestsRelease: boolean): Promise<boolean> {
    if (hasClaim || isOver) return hasClaim
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (!(await claim.take({ requestsRelease }))) return false
    hasClaim = true
    const left = idsIn(dir).filter((id) => readState(dir, id) !== undefined)
    await Promise.all(left.map(adoptOne))
    return true
  }

  async function adoptOne(serverId: number): Promise<void> {
    const server = serverOf(serverId)
    try {
      const isThere = await server.adopt()
      if (!isThere) return await server.takeDown()
      namedUntil.set(server, performance.now() + UNNAMED_MS.before)
    } catch (error) {
      console.error('engine: wireguard:', error)
    }
  }

  function serverOf(serverId: number): Server {
    return servers.getOrInsertComputed(serverId, () => {
      const state = readState(dir, serverId) ?? openState(dir, serverId)
      const ground = { dir, allow, sitePort, closedPorts, closedNetworks }
      const shutOut = (key: string) => parts.lost([key], 'failed')
      return openServer({ serverId, state, ground, charge, shutOut })
    })
  }

  function charge(traffic: readonly PeerTraffic[]): void {
    parts.charge(traffic)
    pace.note(traffic)
  }

  async function activate(accounts: readonly AccountPeers[]): Promise<Map<string, PeersRefused>> {
    if (accounts.length === 0) return new Map()
    const isOurs = await take(retryFrom === undefined)
    const groups = [...Map.groupBy(accounts, ({ tunnel }) => tunnel.serverId)]
    const answers = groups.map(async ([serverId, group]) => {
      if (!isOurs) return refuseAll(group, 'interface in use')
      if (!group.every(({ tunnel }) => isTunnel(tunnel)))
        return refuseAll(group, 'tunnel not valid')
      return activateOn(serverOf(serverId), group)
    })
    return new Map((await Promise.all(answers)).flatMap((one) => [...one]))
  }

  function activateOn(server: Server, accounts: readonly AccountPeers[]) {
    namedUntil.set(server, performance.now() + UNNAMED_MS.after)
    idleSince.delete(server)
    return activatePeers(server, accounts)
  }

  async function setSpeed(key: string, speed: Speed): Promise<void> {
    const changed = [...servers.values()].map((server) => {
      server.setSpeed(key, speed)
      return server.applyChanges()
    })
    await Promise.all(changed)
  }

  async function setWay(serverId: number, way: Way): Promise<void> {
    const server = servers.get(serverId)
    server?.setWay(way)
    await server?.applyChanges()
  }

  async function suspend(keys: readonly string[]): Promise<void> {
    const gone = new Set(keys)
    const applied = [...servers.values()].map((server) => {
      for (const { key, publicKey } of server.table.values())
        if (gone.has(key)) server.suspendPeer(publicKey)
      // Also where it was shut a moment ago, and the device is being updated.
      return server.applyChanges()
    })
    await Promise.all(applied)
  }

  async function devicesOf(key: string): Promise<PeerEntry[]> {
    const found = [...servers.values()].map(async (server) => {
      const own = () => [...server.table.values()].filter((one) => one.isActive && one.key === key)
      if (own().length > 0) await server.look({ hurried: true })
      return own()
    })
    return (await Promise.all(found)).flat()
  }

  function check(wanted: Wanted): Promise<TunnelCheck> {
    const own = servers.get(wanted.serverId ?? 0)
    return checkTunnel(wanted, own?.isUp() === true ? own.tunnel?.listenPort : undefined)
  }

  async function tick(): Promise<void> {
    const begun = performance.now()
    try {
      if (hasClaim) await Promise.all([...servers.values()].map(lookAt))
      else if (mayTake(begun) && idsIn(dir).length > 0) await take(false)
    } catch (error) {
      console.error('engine: wireguard:', error)
    }
    if (!isOver) setTimeout(() => void tick(), pace.next(performance.now() - begun))
  }

  async function lookAt(server: Server): Promise<void> {
    try {
      await server.look({ hurried: false })
    } catch (error) {
      const out = keysIn(server)
      if (!server.isUp()) parts.lost(out, reasonOf(error))
      else console.error('engine: wireguard:', error)
      if (!server.isUp()) await suspend(out)
    }
    await dismiss(server)
  }

  /** Shuts out peers of another process that have no order, and removes what is unused. */
  async function dismiss(server: Server): Promise<void> {
    const now = performance.now()
    if (now >= (namedUntil.get(server) ?? Infinity)) {
      namedUntil.delete(server)
      for (const { publicKey, isAdopted } of server.table.values())
        if (isAdopted) server.suspendPeer(publicKey)
      await server.applyChanges()
    }
    if (!server.isUp() || keysIn(server).length > 0) return void idleSince.delete(server)
    if (now - idleSince.getOrInsert(server, now) < IDLE_MS) return
    await server.takeDown()
    idleSince.delete(server)
    if (idsIn(dir).length === 0) endForwarding(dir)
  }

  /** A process that has to give way requests nothing itself, and gives the other one time. */
  function mayTake(now: number): boolean {
    return retryFrom === undefined || now >= retryFrom
  }

  async function giveUp(): Promise<void> {
    retryFrom = performance.now() + YIELD_MS
    await leave({ isOver })
    parts.handedOver()
  }

  async function leave(options: { isOver: boolean }): Promise<void> {
    isOver ||= options.isOver
    await Promise.all([...servers.values()].map((server) => server.leave()))
    servers.clear()
    hasClaim = false
    claim.drop()
  }

  async function end(): Promise<void> {
    isOver = true
    await Promise.all([...servers.values()].map((server) => server.takeDown()))
    if (hasClaim && idsIn(dir).length === 0) endForwarding(dir)
    hasClaim = false
    claim.drop()
  }
}

const keysIn = ({ table }: Server) => [
  ...new Set([...table.values()].filter(({ isActive }) => isActive).map(({ key }) => key)),
]

/** Servers with stored state in a folder. */
function idsIn(dir: string): number[] {
  try {
    return readdirSync(dir).flatMap((name) => {
      const [, id] = /^(\d{1,6})\.json$/.exec(name) ?? []
      return id === undefined ? [] : [Number(id)]
    })
  } catch {
    return []
  }
}

/** `left` is what an account may still pass, in bytes. */
export function openPace(left: (key: string) => number): Pace {
  let notedAt = performance.now()
  let soonest = Infinity

  return { note, next }

  function note(traffic: readonly PeerTraffic[]): void {
    const now = performance.now()
    const spent = Math.min(Math.max(1, now - notedAt), 2 * LOOK_MS)
    notedAt = now
    const sums = new Map<string, number>()
    for (const { key, up, down } of traffic) sums.set(key, (sums.get(key) ?? 0) + up + down)
    for (const [key, bytes] of sums) {
      const rest = left(key)
      if (rest > 0 && bytes > 0) soonest = Math.min(soonest, (rest / bytes) * spent)
    }
  }

  function next(cost: number): number {
    const wait = Math.max(MIN_MS, cost * SHARE, Math.min(LOOK_MS, soonest))
    soonest = Infinity
    return Math.min(wait, LOOK_MS)
  }
}
