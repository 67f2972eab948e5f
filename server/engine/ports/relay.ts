import { connect, type Socket } from 'node:net'
import type { AttemptReason } from '../plane.ts'
import type { Account, World } from './account.ts'
import type { Destination } from '../../network/address.ts'
import { turnAside } from './aside.ts'
import { endAnswers, READ_BYTES } from './downlink.ts'
import type { Guest } from './guest.ts'
import { type Hearing, openHearing } from './hearing.ts'
import type { Target } from '../../network/targets.ts'
import { isBitTorrentStream } from './bittorrent.ts'
import { openValve, type Valve } from './pace.ts'
import { bytesLeft, charge } from './quotaGuard.ts'

// The callback seals what was read before the next read begins, so all targets share one buffer.
// Windows hands the buffer to the kernel before there is anything to read.
const arrivals = Buffer.allocUnsafeSlow(READ_BYTES)
const isWindows = process.platform === 'win32'
const WINDOWS_BYTES = 1 << 16

/** What the next read of a target goes to: little at a time where its account is limited. */
function arrivalsOf({ pace }: Account): Buffer {
  const most = Math.min(READ_BYTES, pace?.down.most() ?? READ_BYTES)
  if (isWindows) return Buffer.allocUnsafeSlow(Math.min(WINDOWS_BYTES, most))
  return most === READ_BYTES ? arrivals : arrivals.subarray(0, most)
}

/**
 * Connects a paused client to its target; `early` is payload that came with the header. An account that
 * has ended is connected to the shop alone.
 */
export async function relay(guest: Guest, to: Destination, early: Buffer): Promise<void> {
  const { gate } = guest.account
  if (gate?.left() === 0) return void guest.client.destroy()
  if (gate && !(await gate.leadsHome(to))) return turnAside(guest, gate, to, early)
  return relayTo(guest, to, early)
}

async function relayTo(guest: Guest, to: Destination, early: Buffer): Promise<void> {
  const { client, address, world } = guest
  const { key } = guest.account.counter
  const note = (reason: AttemptReason) => world.attempts.note(key, reason, address)
  const place = `${to.host}:${to.port}`
  const giveUp = (reason: AttemptReason) => {
    if (client.destroyed) return
    note(reason)
    if (reason !== 'refused' && reason !== 'bittorrent') world.attempts.outcomes.lost(key, place)
    client.destroy()
  }
  const isRefused = openFirstLook(world)
  if (isRefused(early)) return giveUp('bittorrent')
  const timer = setTimeout(() => giveUp('noAnswer'), world.limits.connectMs)
  client.on('close', () => clearTimeout(timer))
  const target = await world.targets.find(to.host, to.port, key)
  if (client.destroyed) return
  if (!target) return giveUp(world.targets.whyNot(to.host))
  let hearing: Hearing | undefined
  const socket = connectTarget(guest, target, {
    port: to.port,
    answered: (bytes) => hearing?.answered(bytes),
    goesOn: () => inward.isOpen(),
  })
  const { inward, outward } = openValves(guest, socket)
  // Without it an end that comes with the very first read is not reported.
  socket.resume()
  client.on('close', () => socket.destroy())
  client.on('drain', () => void (inward.isOpen() && socket.resume()))
  socket.on('error', () => (hearing ? client.destroy() : giveUp('noAnswer')))
  socket.on('end', () => {
    hearing?.answered(0)
    endAnswers(guest)
  })
  socket.on('drain', () => void (outward.isOpen() && client.resume()))
  socket.on('connect', () => {
    clearTimeout(timer)
    const heard = (hearing = openHearing({ note, limits: world.limits }))
    world.attempts.outcomes.reached(key, place)
    client.on('close', heard.closed)
    client.setTimeout(world.limits.idleMs, () => client.destroy())
    client.on('data', (data: Buffer) => {
      heard.spoke()
      const pieces = guest.reader.read(data)
      if (isRefused(pieces?.[0])) return giveUp('bittorrent')
      forward(guest, { socket, outward }, pieces)
    })
    forward(guest, { socket, outward }, [early])
    // A short request may have ended while its target was being connected.
    if (client.readableEnded) socket.end()
    else client.on('end', leave).resume()

    function leave(): void {
      heard.left()
      socket.end()
    }
  })
}

/** What lets bytes pass from a target to its client, and the other way. */
function openValves({ client, account }: Guest, target: Socket) {
  const isFull = (end: Socket) => end.writableLength >= end.writableHighWaterMark
  return {
    inward: openValve(() => account.pace?.down, {
      isFull: () => isFull(client),
      resume: () => target.resume(),
    }),
    outward: openValve(() => account.pace?.up, {
      isFull: () => isFull(target),
      resume: () => client.resume(),
    }),
  }
}

/** Tells whether a stream is of a protocol that is closed, by the first bytes it gets; once. */
function openFirstLook({ refusesBitTorrent = false }: World) {
  let isOver = !refusesBitTorrent
  return (bytes: Buffer | undefined): boolean => {
    if (isOver || !bytes?.length) return false
    isOver = true
    return isBitTorrentStream(bytes)
  }
}

function connectTarget(
  guest: Guest,
  target: Target,
  {
    port,
    answered,
    goesOn,
  }: { port: number; answered: (bytes: number) => void; goesOn: () => boolean },
): Socket {
  const { client, account, address, downlink, world } = guest
  return connect({
    host: target.address,
    family: target.family,
    port,
    noDelay: true,
    allowHalfOpen: true,
    autoSelectFamily: false,
    onread: {
      buffer: () => arrivalsOf(account),
      callback(bytes, buffer) {
        if (client.destroyed) return false
        const payload = Buffer.from(buffer.buffer, 0, Math.min(bytes, bytesLeft(account)))
        const keepsUp = downlink.send(payload)
        answered(payload.length)
        charge(account, world, 'down', payload.length, address)
        return keepsUp && goesOn()
      },
    },
  })
}

function forward(
  guest: Guest,
  { socket, outward }: { socket: Socket; outward: Valve },
  pieces: Buffer[] | undefined,
): void {
  const { client, account, address, world } = guest
  if (!pieces) {
    client.destroy()
    return
  }
  socket.cork()
  for (const piece of pieces) {
    if (client.destroyed) break
    const payload = piece.subarray(0, bytesLeft(account))
    if (payload.length === 0) continue
    socket.write(payload)
    charge(account, world, 'up', payload.length, address)
  }
  socket.uncork()
  if (!outward.isOpen()) client.pause()
}
