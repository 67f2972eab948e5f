import { connect, type Socket } from 'node:net'
import type { AttemptReason } from '../plane.ts'
import type { Account, World } from './account.ts'
import type { Destination } from '../../network/address.ts'
import type { ChunkReader } from '../cipher/chunks.ts'
import { openDownlink, READ_BYTES } from './downlink.ts'
import { type Hearing, openHearing } from './hearing.ts'
import type { Target } from '../../network/targets.ts'
import { bytesLeft, charge } from './quotaGuard.ts'

/** A client that proved the password and named its target. */
export type Guest = {
  client: Socket
  /** Where it connects from. */
  address: string
  reader: ChunkReader
  account: Account
  world: World
}

// The callback seals what was read before the next read begins, so all targets share one buffer.
// Windows hands the buffer to the kernel before there is anything to read.
const arrivals = Buffer.allocUnsafeSlow(READ_BYTES)
const arrivalsOf = process.platform === 'win32' ? () => Buffer.allocUnsafeSlow(1 << 16) : arrivals

/** Connects a paused client to its target; `early` is payload that came with the header. */
export async function relay(guest: Guest, to: Destination, early: Buffer): Promise<void> {
  const { client, account, address, world } = guest
  const { key } = account.counter
  const note = (reason: AttemptReason) => world.attempts.note(key, reason, address)
  const place = `${to.host}:${to.port}`
  const giveUp = (reason: AttemptReason) => {
    if (!client.destroyed) {
      note(reason)
      if (reason !== 'refused') world.attempts.outcomes.lost(key, place)
    }
    client.destroy()
  }
  const timer = setTimeout(() => giveUp('noAnswer'), world.limits.connectMs)
  client.on('close', () => clearTimeout(timer))
  const target = await world.targets.find(to.host, to.port, key)
  if (client.destroyed) return
  if (!target) return giveUp(world.targets.whyNot(to.host))
  let hearing: Hearing | undefined
  const socket = connectTarget(guest, target, {
    port: to.port,
    answered: (bytes) => hearing?.answered(bytes),
  })
  // Without it an end that comes with the very first read is not reported.
  socket.resume()
  client.on('close', () => socket.destroy())
  client.on('drain', () => socket.resume())
  socket.on('error', () => (hearing ? client.destroy() : giveUp('noAnswer')))
  socket.on('end', () => {
    hearing?.answered(0)
    client.end()
  })
  socket.on('drain', () => client.resume())
  socket.on('connect', () => {
    clearTimeout(timer)
    const heard = openHearing({ note, limits: world.limits })
    hearing = heard
    world.attempts.outcomes.reached(key, place)
    client.on('close', heard.closed)
    client.setTimeout(world.limits.idleMs, () => client.destroy())
    client.on('data', (data: Buffer) => {
      heard.spoke()
      forward(guest, socket, guest.reader.read(data))
    })
    forward(guest, socket, [early])
    // A short request may have ended while its target was being connected.
    if (client.readableEnded) socket.end()
    else client.on('end', leave).resume()

    function leave(): void {
      heard.left()
      socket.end()
    }
  })
}

function connectTarget(
  guest: Guest,
  target: Target,
  { port, answered }: { port: number; answered: (bytes: number) => void },
): Socket {
  const { client, account, address, world } = guest
  const downlink = openDownlink(client, account.secret, world.tcpReplays)
  return connect({
    host: target.address,
    family: target.family,
    port,
    noDelay: true,
    allowHalfOpen: true,
    autoSelectFamily: false,
    onread: {
      buffer: arrivalsOf,
      callback(bytes, buffer) {
        if (client.destroyed) return false
        const payload = Buffer.from(buffer.buffer, 0, Math.min(bytes, bytesLeft(account)))
        const keepsUp = downlink.send(payload)
        answered(payload.length)
        charge(account, world, 'down', payload.length, address)
        return keepsUp
      },
    },
  })
}

function forward(guest: Guest, socket: Socket, pieces: Buffer[] | undefined): void {
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
  if (socket.writableLength >= socket.writableHighWaterMark) client.pause()
}
