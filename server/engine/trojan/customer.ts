import { answerCheck, CHECK_HOST } from '../ports/check.ts'
import { noteActive } from '../ports/deviceKeys.ts'
import { relay } from '../ports/relay.ts'
import { carryDatagrams } from './carriedDatagrams.ts'
import { enterAccount, type Entering } from './entering.ts'
import { KEY_LINE_BYTES, readRequest } from './request.ts'
import type { Stream } from './stream.ts'

type Found = Omit<Entering, 'address'>

/**
 * Serves a paused connection whose first payload has an account's key: reads on to its address, then
 * relays it. What follows a key is never the site's any more.
 */
export function serveCustomer(stream: Stream, first: Buffer, found: Found): void {
  const { client, address } = stream
  const { account, world } = found
  if (!enterAccount(client, { ...found, address })) return
  const timer = setTimeout(hangUp, world.limits.handshakeMs)
  client.on('close', () => clearTimeout(timer))
  let head: Buffer = Buffer.alloc(0)
  client.on('data', receive)
  client.on('end', hangUp)
  client.resume()
  read(first.subarray(KEY_LINE_BYTES))

  function receive(data: Buffer): void {
    const pieces = stream.reader.read(data)
    if (!pieces) return hangUp()
    read(Buffer.concat(pieces))
  }

  function read(data: Buffer): void {
    head = Buffer.concat([head, data])
    const request = readRequest(head)
    if (request === 'incomplete') return
    if (request === 'invalid') return hangUp()
    clearTimeout(timer)
    client.off('data', receive)
    client.off('end', hangUp)
    client.pause()
    const early = head.subarray(request.headerBytes)
    const guest = { ...stream, account, world }
    if (request.command === 'udp') {
      noteActive(account, address)
      return carryDatagrams(guest, early)
    }
    if (request.to.host === CHECK_HOST) {
      answerCheck(guest, early.toString()).catch(hangUp)
      return
    }
    noteActive(account, address)
    relay(guest, request.to, early).catch(hangUp)
  }

  function hangUp(): void {
    client.destroy()
  }
}
