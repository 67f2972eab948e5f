import type { Socket } from 'node:net'
import { readDestination } from '../../network/address.ts'
import { secretOf } from '../cipher/aead.ts'
import type { AttemptReason } from '../plane.ts'
import { answerCheck, CHECK_HOST } from '../ports/check.ts'
import { noteActive } from '../ports/deviceKeys.ts'
import type { StreamReader } from '../ports/door.ts'
import { aeadDoor } from '../ports/doorAead.ts'
import { openInnerDownlink } from '../ports/downlink.ts'
import { relay } from '../ports/relay.ts'
import { INSIDE_METHOD } from '../shadowsocksInside.ts'
import type { Call } from './calls.ts'
import { leave } from './caller.ts'
import { enterAccount, type Entering } from './entering.ts'
import type { InsideGuest } from './insideKeys.ts'
import { webSocketStream } from './stream.ts'

/**
 * Accepts the WebSocket of an account on a paused connection, and serves the Shadowsocks inside. Who
 * knows the path and not the password, or sends once more what came before, hears nothing, and is told
 * after a while that it is over. Who speaks the multiplexing of v2ray-plugin is told at once: it waits
 * for an answer, and its customer would wait with it.
 */
export function answerInside(client: Socket, call: Call, met: Entering & InsideGuest): void {
  const { account, password, world, address } = met
  client.write(call.reply)
  const stream = webSocketStream(client, address, world.limits)
  const reader = readerOf(met, password)
  let head: Buffer = Buffer.alloc(0)
  let [hasSpoken, hasProved, isSilent] = [false, false, false]
  const timer = setTimeout(giveUp, world.limits.handshakeMs)
  client.on('close', () => clearTimeout(timer))
  client.on('data', receive)
  client.on('end', hangUp)
  client.resume()
  if (call.early.length > 0) take([call.early])
  receive(call.behind)

  function receive(data: Buffer): void {
    const pieces = stream.reader.read(data)
    if (!pieces) return hangUp()
    // What goes on after a refusal is read, and forgotten.
    if (pieces.length > 0 && !isSilent && !client.destroyed) take(pieces)
  }

  function take(pieces: Buffer[]): void {
    if (!hasSpoken && isMultiplexed(pieces[0])) {
      fallSilent('multiplexing')
      return leave(stream)
    }
    hasSpoken = true
    const plains = openAll(reader, pieces)
    if (reader.proof && !hasProved) {
      if (reader.proof.isReplay()) return fallSilent('replay')
      hasProved = true
      if (!enterAccount(client, met)) return
    }
    if (!plains) return fallSilent('wrongKey')
    head = Buffer.concat([head, ...plains])
    const to = hasProved ? readDestination(head) : 'incomplete'
    if (to === 'incomplete') return
    if (to === 'invalid' || !reader.proof) return hangUp()
    clearTimeout(timer)
    client.off('data', receive).off('end', hangUp)
    client.pause()
    const downlink = openInnerDownlink(stream.downlink, reader.proof.openReply)
    const guest = { client, address, reader: { read: readOn }, downlink, account, world }
    const early = head.subarray(to.headerBytes)
    if (to.host === CHECK_HOST) return void answerCheck(guest, early.toString()).catch(hangUp)
    noteActive(account, address)
    relay(guest, to, early).catch(hangUp)
  }

  function readOn(data: Buffer): Buffer[] | undefined {
    const pieces = stream.reader.read(data)
    return pieces && openAll(reader, pieces)
  }

  function giveUp(): void {
    if (!isSilent)
      world.attempts.note(account.counter.key, hasSpoken ? 'wrongKey' : 'nothing', address)
    leave(stream)
  }

  function fallSilent(reason: AttemptReason): void {
    isSilent = true
    world.attempts.note(account.counter.key, reason, address)
  }

  function hangUp(): void {
    client.destroy()
  }
}

function readerOf({ account, world }: Entering, password: string): StreamReader {
  const secret = secretOf(INSIDE_METHOD, password)
  if (!secret) throw new Error(`no cipher ${INSIDE_METHOD}`)
  return aeadDoor(account, secret, world).readStream()
}

/** What all these pieces complete; undefined where one is not authentic. */
function openAll(reader: StreamReader, pieces: readonly Buffer[]): Buffer[] | undefined {
  const plains: Buffer[] = []
  for (const piece of pieces) {
    const opened = reader.read(piece)
    if (!opened) return undefined
    plains.push(...opened)
  }
  return plains
}

/**
 * Whether a stream begins as Mux.Cool does: the length of a frame, session 0 or 1, "new", its options,
 * and TCP. A salt, which is by chance, does so once in 2 to the power of 45.
 */
function isMultiplexed(first: Buffer | undefined): boolean {
  if (!first || first.length < 7) return false
  const [high, , id, session = 2, status, options = 2, network] = first
  return high === 0 && id === 0 && session < 2 && status === 1 && options < 2 && network === 1
}
