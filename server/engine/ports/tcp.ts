import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import type { World } from './account.ts'
import { plainAddress, readDestination } from '../../network/address.ts'
import { answerCheck, CHECK_HOST } from './check.ts'
import { noteActive } from './deviceKeys.ts'
import type { Door, Proof, Refusal } from './door.ts'
import { openDownlink } from './downlink.ts'
import { relay } from './relay.ts'

/**
 * Reads one connection from its first byte to its address header, then relays it.
 *
 * A client that cannot prove the password is never answered and learns nothing from the timing: when
 * its connection ends is chosen at random as it begins, whatever it sends, and until then everything
 * is read. Its own end is answered at once, whatever came before.
 */
export function serveConnection(client: Socket, door: Door, world: World): void {
  const { limits } = world
  const { strangers } = door
  const address = plainAddress(client.remoteAddress ?? '')
  const reader = door.readStream()
  let proven: Proof | undefined
  let silent = false
  let head: Buffer = Buffer.alloc(0)

  client.on('error', () => client.destroy())
  const handshake = world.handshakes.enter(door.hall, address, refuse)
  strangers.add(client)
  const noted = setTimeout(() => fallSilent(proven ? undefined : unread()), limits.handshakeMs)
  const end = setTimeout(hangUp, randomInt(...limits.silenceMs))
  client.on('data', greet)
  client.on('end', hangUp)
  client.on('close', leave)

  function greet(data: Buffer): void {
    const pieces = reader.read(data)
    if (reader.proof && !proven) prove(reader.proof)
    if (client.destroyed || silent) return
    if (!pieces) return fallSilent(reader.refusal)
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
    const { account, openReply } = proven
    const downlink = openDownlink(client, openReply)
    const guest = { client, address, reader, downlink, account, world }
    if (destination.host === CHECK_HOST) {
      answerCheck(guest, early.toString()).catch(hangUp)
      return
    }
    noteActive(account, address)
    relay(guest, destination, early).catch(hangUp)
  }

  function prove(proof: Proof): void {
    const { account } = proof
    if (proof.isReplay()) return fallSilent({ reason: 'replay', account })
    if (account.proven >= account.maxConnections) return refuse(account)
    proven = proof
    account.proven += 1
    strangers.delete(client)
    account.clients.add(client)
    handshake.prove()
  }

  function refuse(account = door.owner): void {
    silent = true
    note({ reason: 'tooMany', account })
    client.destroy()
  }

  /** Reads on and drops what comes, to the end that was chosen. */
  function fallSilent(refusal: Refusal | undefined): void {
    if (silent) return
    silent = true
    note(refusal)
    clearTimeout(noted)
    client.off('data', greet)
    client.resume()
  }

  /** On a port of many accounts nobody is told of who has proved no secret. */
  function note(refusal: Refusal | undefined): void {
    if (!refusal?.account) return
    const { reason, account, skewMs } = refusal
    world.attempts.note(account.counter.key, reason, address, skewMs)
  }

  function hangUp(): void {
    client.destroy()
  }

  /** Why nothing could be opened: no data, or too little for a sealed box. */
  function unread(): Refusal {
    return { reason: client.bytesRead === 0 ? 'nothing' : 'wrongKey', account: door.owner }
  }

  function leave(): void {
    clearTimeout(noted)
    clearTimeout(end)
    strangers.delete(client)
    if (proven) {
      proven.account.clients.delete(client)
      proven.account.proven -= 1
    } else handshake.leave()
    if (!proven && !silent) note(unread())
  }
}
