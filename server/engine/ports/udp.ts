import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import type { AttemptReason } from '../plane.ts'
import type { Account, World } from './account.ts'
import { CHECK_HOST } from './check.ts'
import { openPacket, sealPacket } from '../cipher/aead.ts'
import { plainAddress, readDestination, writeAddress } from '../../network/address.ts'
import { asGiven } from '../../network/asGiven.ts'
import type { Target } from '../../network/targets.ts'
import { charge } from './quotaGuard.ts'

/** The UDP half of a port: one association per client address and port. */
export type Associations = {
  /** Handles a datagram from a client; what is not authentic is dropped. */
  receive(packet: Buffer, from: RemoteInfo): void
  close(): void
}

type Client = { address: string; port: number }
type Association = {
  sockets: Map<4 | 6, Socket>
  timer: NodeJS.Timeout
  closed: boolean
  /** The first datagrams, until the client was heard after an answer; absent from then on. */
  early: Buffer[] | undefined
  /** Whether a target has sent something back. */
  answered: boolean
  /** Until a target answers, then until the client is heard. */
  hearing: NodeJS.Timeout
}

const DATAGRAM_BYTES = 65_507
const QUEUE_BYTES = 1 << 20
/** How many datagrams a client that is not heard may repeat. */
const MOST_EARLY = 8

/** Opens the associations of an account, whose clients are answered through `port`. */
export function openAssociations(account: Account, world: World, port: Socket): Associations {
  const associations = new Map<string, Association>()

  return { receive, close: () => associations.forEach((_, id) => end(id)) }

  function receive(packet: Buffer, from: RemoteInfo): void {
    const plain = openPacket(account.secret, packet)
    if (!plain) return note('wrongKey', from)
    if (world.udpReplays.isReplay(saltOf(packet))) return note('replay', from)
    const destination = readDestination(plain)
    if (typeof destination === 'string') return
    if (destination.host === CHECK_HOST)
      return answerCheck(plain.subarray(0, destination.headerBytes), from)
    const association = enter(from)
    const payload = plain.subarray(destination.headerBytes)
    const send = (target: Target | undefined) => {
      if (target) return forward(association, from, payload, target, destination.port)
      const reason = world.targets.whyNot(destination.host)
      note(reason, from)
      const place = `${destination.host}:${destination.port}`
      if (reason === 'noName') world.attempts.outcomes.lost(account.counter.key, place)
    }
    const found = world.targets.find(destination.host, destination.port, account.counter.key)
    if (found instanceof Promise) void found.then(send)
    else send(found)
  }

  /** Charged to nobody, and no client is recorded. */
  function answerCheck(header: Buffer, from: RemoteInfo): void {
    const packet = sealPacket(account.secret, header, Buffer.from('ok'))
    world.udpReplays.remember(saltOf(packet))
    port.send(packet, from.port, from.address, ignore)
  }

  function note(reason: AttemptReason, { address }: Client): void {
    world.attempts.note(account.counter.key, reason, plainAddress(address))
  }

  function saltOf(packet: Buffer): Buffer {
    return packet.subarray(0, account.secret.keyBytes)
  }

  // The map stays in order of last use: the first one is closed when there are too many.
  function enter(client: Client): Association {
    const id = `${client.address} ${client.port}`
    const known = associations.get(id)
    if (known) {
      associations.delete(id)
      known.timer.refresh()
    } else if (associations.size >= world.limits.associations) {
      end(associations.keys().next().value ?? '')
    }
    const timer = known?.timer ?? setTimeout(() => end(id), world.limits.associationMs)
    const association = known ?? opened(client, timer)
    associations.set(id, association)
    return association
  }

  function opened(client: Client, timer: NodeJS.Timeout): Association {
    const hearing = setTimeout(note, world.limits.connectMs, 'noAnswer', client)
    return { sockets: new Map(), timer, closed: false, early: [], answered: false, hearing }
  }

  function forward(
    association: Association,
    client: Client,
    payload: Buffer,
    target: Target,
    targetPort: number,
  ): void {
    if (association.closed) return
    hear(association, client, payload)
    const socket =
      association.sockets.get(target.family) ?? open(association, client, target.family)
    if (socket.getSendQueueSize() > QUEUE_BYTES) return
    socket.send(payload, targetPort, target.address, ignore)
    charge(account, world, 'up', payload.length, plainAddress(client.address))
  }

  function open(association: Association, client: Client, family: 4 | 6): Socket {
    const socket = createSocket({ type: `udp${family}`, lookup: asGiven })
    association.sockets.set(family, socket)
    socket.on('error', ignore)
    socket.on('message', (payload, from) => {
      if (association.closed || !world.targets.allows(from.address, from.port)) return
      const header = writeAddress(plainAddress(from.address), from.port)
      const packet = sealPacket(account.secret, header, payload)
      if (packet.length > DATAGRAM_BYTES || port.getSendQueueSize() > QUEUE_BYTES) return
      association.timer.refresh()
      if (!association.answered) {
        clearTimeout(association.hearing)
        association.hearing = setTimeout(note, world.limits.hearMs, 'answered', client)
      }
      association.answered = true
      world.attempts.outcomes.reached(account.counter.key, `${from.address}:${from.port}`)
      world.udpReplays.remember(saltOf(packet))
      port.send(packet, client.port, client.address, ignore)
      charge(account, world, 'down', payload.length, plainAddress(client.address))
    })
    return socket
  }

  /** Something new after an answer shows that it arrived; the same once more, that it may not have. */
  function hear(association: Association, client: Client, payload: Buffer): void {
    const { early, answered, hearing } = association
    if (!early || early.some((one) => one.equals(payload))) return
    if (!answered) {
      if (early.length < MOST_EARLY) early.push(Buffer.from(payload))
      return
    }
    clearTimeout(hearing)
    association.early = undefined
    note('connected', client)
  }

  function end(id: string): void {
    const association = associations.get(id)
    if (!association) return
    associations.delete(id)
    association.closed = true
    clearTimeout(association.timer)
    clearTimeout(association.hearing)
    for (const socket of association.sockets.values()) socket.close()
  }
}

function ignore(): void {}
