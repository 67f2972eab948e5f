import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import type { AttemptReason } from '../plane.ts'
import type { Account, World } from './account.ts'
import { plainAddress, readDestination } from '../../network/address.ts'
import { answerCheck, CHECK_HOST } from './check.ts'
import { readChunks } from '../cipher/chunks.ts'
import { noteClient } from './counter.ts'
import { relay } from './relay.ts'

/**
 * Reads one connection from its first byte to its address header, then relays it.
 *
 * A client that cannot prove the password is never answered and learns nothing from the timing: when
 * its connection ends is chosen at random as it begins, whatever it sends, and until then everything
 * is read. Its own end is answered at once, whatever came before.
 */
export function serveConnection(client: Socket, account: Account, world: World): void {
  const { limits } = world
  const { key } = account.counter
  const address = plainAddress(client.remoteAddress ?? '')
  const reader = readChunks(account.secret)
  let proven = false
  let silent = false
  let head: Buffer = Buffer.alloc(0)

  client.on('error', () => client.destroy())
  const handshake = world.handshakes.enter(key, address, refuse)
  account.clients.add(client)
  const noted = setTimeout(() => fallSilent(proven ? undefined : unread()), limits.handshakeMs)
  const end = setTimeout(hangUp, randomInt(...limits.silenceMs))
  client.on('data', greet)
  client.on('end', hangUp)
  client.on('close', leave)

  function greet(data: Buffer): void {
    const pieces = reader.read(data)
    if (reader.salt && !proven) prove(reader.salt)
    if (client.destroyed || silent) return
    if (!pieces) return fallSilent('wrongKey')
    if (!proven) return
    head = Buffer.concat([head, ...pieces])
    const destination = readDestination(head)
    if (destination === 'incomplete') return
    // Nobody without the password can say so.
    if (destination === 'invalid') return hangUp()
    clearTimeout(noted)
    clearTimeout(end)
    client.off('data', greet)
    client.off('end', hangUp)
    client.pause()
    const early = head.subarray(destination.headerBytes)
    const guest = { client, address, reader, account, world }
    if (destination.host === CHECK_HOST) {
      answerCheck(guest, early.toString()).catch(hangUp)
      return
    }
    noteClient(account.counter, address)
    relay(guest, destination, early).catch(hangUp)
  }

  function prove(salt: Buffer): void {
    if (world.tcpReplays.isReplay(salt)) return fallSilent('replay')
    if (account.proven >= account.maxConnections) return refuse()
    proven = true
    account.proven += 1
    handshake.prove()
  }

  function refuse(): void {
    silent = true
    world.attempts.note(key, 'tooMany', address)
    client.destroy()
  }

  /** Reads on and drops what comes, to the end that was chosen. */
  function fallSilent(reason: AttemptReason | undefined): void {
    if (silent) return
    silent = true
    if (reason) world.attempts.note(key, reason, address)
    clearTimeout(noted)
    client.off('data', greet)
    client.resume()
  }

  function hangUp(): void {
    client.destroy()
  }

  /** Why nothing could be opened: no data, or too little for a sealed box. */
  function unread(): AttemptReason {
    return client.bytesRead === 0 ? 'nothing' : 'wrongKey'
  }

  function leave(): void {
    clearTimeout(noted)
    clearTimeout(end)
    account.clients.delete(client)
    if (proven) account.proven -= 1
    else handshake.leave()
    if (!proven && !silent) world.attempts.note(key, unread(), address)
  }
}
