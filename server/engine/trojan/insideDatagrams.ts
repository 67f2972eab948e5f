import type { RemoteInfo } from 'node:dgram'
import type { Socket } from 'node:net'
import { isIPv6 } from 'node:net'
import { readDestination } from '../../network/address.ts'
import type { Associations } from '../ports/account.ts'
import { noteActive } from '../ports/deviceKeys.ts'
import { doorBy } from '../ports/doorAead.ts'
import { openAssociations } from '../ports/udp.ts'
import { INSIDE_METHOD } from '../shadowsocksInside.ts'
import type { Call } from './calls.ts'
import { leave } from './caller.ts'
import { enterAccount, type Entering } from './entering.ts'
import type { InsideGuest } from './portKeys.ts'
import { webSocketStream } from './stream.ts'

/** Bytes that may wait for a client; answers beyond them are dropped. */
const QUEUE_BYTES = 1 << 20
/** Most bytes of a message; no datagram is longer. */
const MOST_BYTES = 1 << 16
/** Most of what is sent in one frame, and so in one message; a longer answer is dropped. */
const FRAME_BYTES = 16_000

/**
 * Accepts the WebSocket of an account on a paused connection, of which each message is a datagram of
 * Shadowsocks, as Outline has it. It is an association: it ends once nothing has passed for as long.
 * Who proves no password hears nothing, and is told after a while that it is over.
 */
export function answerDatagrams(client: Socket, call: Call, met: Entering & InsideGuest): void {
  const { account, password, world, address } = met
  client.write(call.reply)
  const stream = webSocketStream(client, address, world.limits, (last) => take(last))
  const door = doorBy(account, { method: INSIDE_METHOD, password }, world)
  const from = placeOf(client, address)
  let parts: Buffer[] = []
  let waiting = 0
  let associations: Associations | undefined
  const timer = setTimeout(() => leave(stream), world.limits.handshakeMs)
  client.on('close', () => {
    clearTimeout(timer)
    associations?.close()
  })
  client.on('data', receive)
  client.on('end', () => client.destroy())
  client.resume()
  receive(call.behind)

  function receive(data: Buffer): void {
    const pieces = stream.reader.read(data)
    if (!pieces) return void client.destroy()
    for (const piece of pieces) {
      parts.push(Buffer.from(piece))
      waiting += piece.length
    }
    if (waiting > MOST_BYTES) client.destroy()
  }

  function take(last: readonly Buffer[]): void {
    const packet = Buffer.concat([...parts, ...last])
    parts = []
    waiting = 0
    if (client.destroyed) return
    const arrival = door.openPacket(packet, from)
    if ('reason' in arrival)
      return world.attempts.note(account.counter.key, arrival.reason, address)
    // The beginning of a stream opens as a datagram without an address: whoever has recorded it is nobody.
    if (typeof readDestination(arrival.plain) === 'string') return
    if (!associations && !enter()) return
    associations?.receive(arrival, from)
  }

  function enter(): boolean {
    clearTimeout(timer)
    if (!enterAccount(client, met)) return false
    noteActive(account, address)
    stream.endsIdle(world.limits.associationMs)
    associations = openAssociations(account, world, { send, getSendQueueSize })
    return true
  }

  function send(packet: Uint8Array): void {
    if (packet.length <= FRAME_BYTES && !client.destroyed) stream.downlink.send(Buffer.from(packet))
  }

  function getSendQueueSize(): number {
    return client.writableLength > QUEUE_BYTES ? Infinity : 0
  }
}

const placeOf = ({ remotePort = 0 }: Socket, address: string): RemoteInfo => ({
  address,
  port: remotePort,
  family: isIPv6(address) ? 'IPv6' : 'IPv4',
  size: 0,
})
