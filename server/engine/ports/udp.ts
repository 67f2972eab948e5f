import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import type { AttemptReason } from '../plane.ts'
import type { Account, Arrival, Associations, World } from './account.ts'
import { CHECK_HOST } from './check.ts'
import { plainAddress, readDestination, writeAddress } from '../../network/address.ts'
import { asGiven } from '../../network/asGiven.ts'
import type { Target } from '../../network/targets.ts'
import { answerAside } from './aside.ts'
import type { Gate } from './gate.ts'
import { isBitTorrentPacket } from './bittorrent.ts'
import { charge } from './quotaGuard.ts'

type Client = { address: string; port: number }
type Association = {
  /** Where its latest datagram came from, and where answers go: a session may move to another port. */
  client: Client
  seal: Arrival['seal']
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

/** What takes answers to clients: a socket, or a stream that carries datagrams. */
type Way = {
  send: (packet: Buffer, port: number, address: string, sent: () => void) => void
  /** Bytes that wait. */
  getSendQueueSize: () => number
}

/** Opens the associations of an account, whose clients are answered through `port`. */
export function openAssociations(account: Account, world: World, port: Way): Associations {
  const associations = new Map<string, Association>()

  return { receive, close: () => associations.forEach((_, id) => end(id)) }

  function receive(arrival: Arrival, from: RemoteInfo): void {
    const { plain } = arrival
    const destination = readDestination(plain)
    if (typeof destination === 'string') return
    if (destination.host === CHECK_HOST)
      return answerCheck(arrival, plain.subarray(0, destination.headerBytes), from)
    if (account.gate) return turnAside(account.gate, arrival, from)
    const association = enter(arrival, from)
    const payload = plain.subarray(destination.headerBytes)
    if (world.refusesBitTorrent && isBitTorrentPacket(payload)) return note('bittorrent', from)
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
  function answerCheck({ seal }: Arrival, header: Buffer, from: RemoteInfo): void {
    port.send(seal(header, Buffer.from('ok')), from.port, from.address, ignore)
  }

  /** Of an account that has ended: only names are answered. */
  function turnAside(gate: Gate, { plain, seal }: Arrival, from: RemoteInfo): void {
    const to = readDestination(plain)
    if (typeof to === 'string' || account.pace?.up.hasAny() === false) return
    const query = plain.subarray(to.headerBytes)
    const address = plainAddress(from.address)
    charge(account, world, 'up', query.length, address)
    void answerAside(gate, to, query).then((answer) => {
      if (!answer) return
      port.send(seal(plain.subarray(0, to.headerBytes), answer), from.port, from.address, ignore)
      charge(account, world, 'down', answer.length, address)
    }, ignore)
  }

  function note(reason: AttemptReason, { address }: Client): void {
    world.attempts.note(account.counter.key, reason, plainAddress(address))
  }

  // The map stays in order of last use: the first one is closed when there are too many.
  function enter({ id, seal }: Arrival, client: Client): Association {
    const known = associations.get(id)
    if (known) {
      associations.delete(id)
      known.timer.refresh()
    } else if (associations.size >= world.limits.associations) {
      end(associations.keys().next().value ?? '')
    }
    const timer = known?.timer ?? setTimeout(() => end(id), world.limits.associationMs)
    const association = known ?? opened(client, seal, timer)
    Object.assign(association, { client, seal })
    associations.set(id, association)
    return association
  }

  function opened(client: Client, seal: Arrival['seal'], timer: NodeJS.Timeout): Association {
    const hearing = setTimeout(note, world.limits.connectMs, 'noAnswer', client)
    return {
      client,
      seal,
      sockets: new Map(),
      timer,
      closed: false,
      early: [],
      answered: false,
      hearing,
    }
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
    const socket = association.sockets.get(target.family) ?? open(association, target.family)
    if (socket.getSendQueueSize() > QUEUE_BYTES || account.pace?.up.hasAny() === false) return
    socket.send(payload, targetPort, target.address, ignore)
    charge(account, world, 'up', payload.length, plainAddress(client.address))
  }

  function open(association: Association, family: 4 | 6): Socket {
    const socket = createSocket({ type: `udp${family}`, lookup: asGiven })
    association.sockets.set(family, socket)
    socket.on('error', ignore)
    socket.on('message', (payload, from) => {
      if (association.closed || !world.targets.allows(from.address, from.port)) return
      if (account.pace?.down.hasAny() === false) return
      const header = writeAddress(plainAddress(from.address), from.port)
      const { client } = association
      const packet = association.seal(header, payload)
      if (packet.length > DATAGRAM_BYTES || port.getSendQueueSize() > QUEUE_BYTES) return
      association.timer.refresh()
      if (!association.answered) {
        clearTimeout(association.hearing)
        association.hearing = setTimeout(note, world.limits.hearMs, 'answered', client)
      }
      association.answered = true
      world.attempts.outcomes.reached(account.counter.key, `${from.address}:${from.port}`)
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
