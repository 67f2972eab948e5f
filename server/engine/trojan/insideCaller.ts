import type { Socket } from 'node:net'
import { type Destination, readDestination } from '../../network/address.ts'
import type { AttemptReason } from '../plane.ts'
import { answerCheck, CHECK_HOST } from '../ports/check.ts'
import { noteActive } from '../ports/deviceKeys.ts'
import type { Proof, StreamReader } from '../ports/door.ts'
import { doorBy } from '../ports/doorAead.ts'
import { openInnerDownlink } from '../ports/downlink.ts'
import { relay } from '../ports/relay.ts'
import { INSIDE_METHOD } from '../shadowsocksInside.ts'
import type { Call } from './calls.ts'
import { leave } from './caller.ts'
import { enterAccount, type Entering } from './entering.ts'
import type { InsideGuest } from './portKeys.ts'
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
  const { readStream } = doorBy(account, { method: INSIDE_METHOD, password }, world)
  const reader = readStream()
  const opening = readOpening(reader, () => enterAccount(client, met))
  let isSilent = false
  const timer = setTimeout(giveUp, world.limits.handshakeMs)
  client.on('close', () => clearTimeout(timer))
  client.on('data', receive)
  client.on('end', hangUp)
  client.resume()
  // At once: what goes on behind the request belongs to the stream that began in it.
  const behind = stream.reader.read(call.behind)
  if (behind) take([call.early, ...behind].filter((piece) => piece.length > 0))
  else hangUp()

  function receive(data: Buffer): void {
    const pieces = stream.reader.read(data)
    if (!pieces) return hangUp()
    take(pieces)
  }

  function take(pieces: Buffer[]): void {
    // What goes on after a refusal is read, and forgotten.
    if (pieces.length === 0 || isSilent || client.destroyed) return
    const found = opening.read(pieces)
    if (found === 'incomplete') return
    if (found === 'invalid') return hangUp()
    if (typeof found === 'object') return serve(found)
    isSilent = true
    world.attempts.note(account.counter.key, found, address)
    if (found === 'multiplexing') leave(stream)
  }

  function serve({ to, early, proof }: Opened): void {
    clearTimeout(timer)
    client.off('data', receive).off('end', hangUp)
    client.pause()
    const downlink = openInnerDownlink(stream.downlink, proof.openReply)
    const read = (data: Buffer) => openAll(reader, stream.reader.read(data))
    const guest = { client, address, reader: { read }, downlink, account, world }
    if (to.host === CHECK_HOST) return void answerCheck(guest, early.toString()).catch(hangUp)
    noteActive(account, address)
    relay(guest, to, early).catch(hangUp)
  }

  function giveUp(): void {
    const reason = opening.hasSpoken() ? 'wrongKey' : 'nothing'
    if (!isSilent && !reader.proof) world.attempts.note(account.counter.key, reason, address)
    leave(stream)
  }

  function hangUp(): void {
    client.destroy()
  }
}

/** Where a client that has proved the password wants to go, and the first bytes for it. */
type Opened = { to: Destination; early: Buffer; proof: Proof }

/** Reads a stream up to its address; `enter` is called once with who has proved the password. */
function readOpening(reader: StreamReader, enter: () => boolean) {
  let head: Buffer = Buffer.alloc(0)
  let [hasSpoken, hasProved] = [false, false]
  return { read, hasSpoken: () => hasSpoken }

  function read(pieces: readonly Buffer[]): Opened | AttemptReason | 'incomplete' | 'invalid' {
    if (!hasSpoken && isMultiplexed(pieces[0])) return 'multiplexing'
    hasSpoken = true
    const plains = openAll(reader, pieces)
    const { proof } = reader
    if (proof && !hasProved) {
      if (proof.isReplay()) return 'replay'
      hasProved = true
      if (!enter()) return 'invalid'
    }
    if (!plains) return 'wrongKey'
    head = Buffer.concat([head, ...plains])
    const to = proof ? readDestination(head) : 'incomplete'
    return typeof to === 'object' && proof
      ? { to, early: head.subarray(to.headerBytes), proof }
      : (to as 'incomplete' | 'invalid')
  }
}

/** What all these pieces complete; undefined where one is not authentic. */
function openAll(
  reader: StreamReader,
  pieces: readonly Buffer[] | undefined,
): Buffer[] | undefined {
  if (!pieces) return undefined
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
