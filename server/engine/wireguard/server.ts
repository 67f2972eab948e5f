import type { Peer, Speed, Tunnel } from '../plane.ts'
import type { Device } from './device.ts'
import { bytesOn } from './links.ts'
import { TunnelRefused } from './commands.ts'
import {
  findMade,
  type Ground,
  guard,
  isOther,
  make,
  nameOf,
  removeInterface,
} from './interface.ts'
import { openProbers } from './probePeers.ts'
import { type PeerTraffic, take } from './counters.ts'
import type { Server } from './serverShape.ts'
import type { State } from './state.ts'
import {
  adopted,
  chargedOf,
  type PeerEntry,
  activate,
  newEntry,
  type PeerLimits,
  suspend,
} from './peerTable.ts'
import { openHolds } from './holds.ts'

type Deps = {
  serverId: number
  state: State
  ground: Ground
  /** Gets what passed, after it was written down. */
  charge: (traffic: readonly PeerTraffic[]) => void
  /** Is called with an account that was shut out, as the gate cannot hold it. */
  shutOut: (key: string) => void
}

/** How long a peer that was shut out stays on the device, to return without a new handshake. */
const KEEP_MS = 5 * 60_000
/** How often all peers are read while no packet passes: for handshakes, and activity. */
const QUIET_MS = 15_000
/** How often it is checked whether other software has removed the rules. */
const GUARD_MS = 5_000

/** Starts without an interface. Operations on it run one at a time. */
export function openServer({ serverId, state, ground, charge, shutOut }: Deps): Server {
  const name = nameOf(serverId)
  const table = new Map<string, PeerEntry>()
  const pending = new Set<PeerEntry>()
  const probers = openProbers()
  const holds = openHolds(name, table, ({ key, publicKey }) => {
    suspendPeer(publicKey)
    shutOut(key)
  })
  let device: Device | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let passed: number | undefined
  let lookedAt = -Infinity
  let guardedAt = performance.now()
  let isLeft = false
  const server: Server = {
    tunnel: undefined,
    isUp: () => device !== undefined,
    table,
    bringUp,
    activatePeer,
    setSpeed,
    setWay: holds.setWay,
    suspendPeer,
    applyChanges,
    look,
    adopt,
    takeDown,
    leave,
  }
  return server

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  function bringUp(tunnel: Tunnel): Promise<void> {
    return inTurn(async () => {
      if (device && JSON.stringify(server.tunnel) === JSON.stringify(tunnel)) return
      await bringUpNow(tunnel)
    })
  }

  async function bringUpNow(tunnel: Tunnel): Promise<void> {
    // Another process counts on it by now.
    if (isLeft) throw new TunnelRefused('interface in use')
    if (isOther(state, tunnel)) await removeOther()
    const isFirst = device === undefined
    const made = await make(tunnel, state, ground)
    device = made.device
    server.tunnel = tunnel
    if (made.isNew) resetPeers()
    else if (isFirst) await adoptPeers(device)
  }

  /** Removes an interface of the other protocol, with all that passed charged. */
  async function removeOther(): Promise<void> {
    const other = device ?? (await findMade(name, state))
    if (other && !device) await adoptPeers(other)
    else if (other) await lookNow(other)
    device = undefined
    await removeInterface(name, state)
  }

  /** The device is empty, whatever was on it before. */
  function resetPeers(): void {
    for (const entry of table.values()) {
      if (!entry.isActive) table.delete(entry.publicKey)
      Object.assign(entry, { rx: 0, tx: 0, isApplied: false })
    }
    pending.clear()
    for (const entry of table.values()) pending.add(entry)
    state.write([...table.values()].map(chargedOf))
  }

  async function adoptPeers(from: Device): Promise<void> {
    const { peers } = await from.read()
    for (const raw of peers) {
      const known = state.peers.get(raw.publicKey)
      if (known) table.set(raw.publicKey, adopted(raw, known))
    }
    const gone = [...state.peers.keys()].filter((key) => !table.has(key))
    state.write([], gone)
    await lookNow(from)
  }

  function adopt(): Promise<boolean> {
    return inTurn(async () => {
      device ??= await findMade(name, state)
      if (device) await adoptPeers(device)
      return device !== undefined
    })
  }

  function activatePeer(key: string, peer: Peer, limits?: PeerLimits): void {
    const known = table.get(peer.publicKey)
    const isMoved = known?.key !== key || known.deviceId !== peer.deviceId
    const entry = known ?? newEntry(key, peer)
    activate(entry, key, peer, limits)
    table.set(entry.publicKey, entry)
    // Also where the device is up to date: the owner is stored before anything passes.
    if (isMoved || !entry.isApplied) pending.add(entry)
  }

  function setSpeed(key: string, speed: Speed): void {
    for (const entry of table.values()) if (entry.key === key) Object.assign(entry, { speed })
  }

  function suspendPeer(publicKey: string): void {
    const entry = table.get(publicKey)
    if (!entry?.isActive) return
    suspend(entry)
    pending.add(entry)
  }

  function applyChanges(): Promise<void> {
    return inTurn(async () => {
      if (!device) return
      // Before anybody comes in: no peer is faster than it may be or goes farther, not for a moment.
      await holds.apply()
      if (pending.size === 0) return
      const news = [...pending]
      pending.clear()
      // Removals go first: an address may have a new owner now.
      news.sort((a, b) => Number(a.isActive) - Number(b.isActive))
      state.write(news.map(chargedOf))
      try {
        // Packets that came while they were out were dropped, and are not charged.
        if (news.some(({ isActive, isSettled }) => isActive && isSettled)) await lookNow(device)
        await device.set(news, [])
      } catch (error) {
        for (const entry of news) pending.add(entry)
        return await mend(error)
      }
      for (const entry of news) Object.assign(entry, { isApplied: true, isSettled: false })
      if (news.some(({ isActive }) => !isActive)) await lookNow(device)
      await holds.apply()
    })
  }

  function look({ hurried }: { hurried: boolean }): Promise<void> {
    return inTurn(async () => {
      if (!device) return
      if (server.tunnel && performance.now() - guardedAt >= GUARD_MS) {
        guardedAt = performance.now()
        await guard(server.tunnel, ground)
        await holds.guard()
        // Whom the gate cannot hold any more goes out.
        if (pending.size > 0) setImmediate(() => void applyChanges().catch(() => {}))
      }
      const sum = bytesOn(name)
      const isQuiet = sum === passed && performance.now() - lookedAt < QUIET_MS
      passed = sum
      if (isQuiet && sum !== undefined && !hurried) return
      try {
        await lookNow(device)
        await forgetOld(device)
      } catch (error) {
        await mend(error)
      }
    })
  }

  async function lookNow(from: Device): Promise<void> {
    const out = [...table.values()].filter(({ isActive, isApplied }) => !isActive && isApplied)
    const { peers, privateKey } = await from.read()
    const sinceMs = performance.now() - lookedAt
    lookedAt = performance.now()
    const { keys, missing } = probers(privateKey, peers)
    const customers = peers.filter(({ publicKey }) => !keys.has(publicKey))
    const { traffic, unknownPeers } = take(customers, table, state, sinceMs)
    for (const entry of out) if (!entry.isActive) entry.isSettled = true
    if (traffic.length > 0) charge(traffic)
    if (missing.length + unknownPeers.length > 0) await from.set(missing, unknownPeers)
  }

  /** Removes peers that have been out for long. */
  async function forgetOld(from: Device): Promise<void> {
    const since = performance.now() - KEEP_MS
    const old = [...table.values()].filter((one) => one.isSettled && one.suspendedAt < since)
    if (old.length === 0) return
    const keys = old.map(({ publicKey }) => publicKey)
    for (const entry of old) {
      table.delete(entry.publicKey)
      pending.delete(entry)
    }
    await from.set([], keys)
    state.write([], keys)
  }

  /** Recreates an interface that is gone, with all active peers; rejects where it cannot be. */
  async function mend(error: unknown): Promise<void> {
    if (await findMade(name, state)) throw error
    const { tunnel } = server
    device = undefined
    if (!tunnel) return
    await bringUpNow(tunnel)
    setImmediate(() => void applyChanges().catch(() => {}))
  }

  function takeDown(): Promise<void> {
    return inTurn(async () => {
      await letGo()
      await removeInterface(name, state)
      await holds.remove()
    })
  }

  function leave(): Promise<void> {
    isLeft = true
    return inTurn(letGo)
  }

  async function letGo(): Promise<void> {
    if (device) await lookNow(device).catch(() => {})
    device = undefined
    server.tunnel = undefined
    table.clear()
    pending.clear()
  }
}
