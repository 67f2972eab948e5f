import { createSocket, type Socket } from 'node:dgram'
import type { Socket as Connection } from 'node:net'
import { type Destination, plainAddress } from '../../network/address.ts'
import { asGiven } from '../../network/asGiven.ts'
import type { Target } from '../../network/targets.ts'
import type { Account, World } from '../ports/account.ts'
import { answerAside } from '../ports/aside.ts'
import { CHECK_HOST } from '../ports/check.ts'
import type { Gate } from '../ports/gate.ts'
import { type Hearing, openHearing } from '../ports/hearing.ts'
import { charge } from '../ports/quotaGuard.ts'
import { type Framed, frameFrom, frameUnder, readDatagrams } from './datagrams.ts'
import type { Stream } from './stream.ts'

type Guest = Stream & { account: Account; world: World }

/** Bytes that may wait for a target, or for a client; datagrams beyond them are dropped. */
const QUEUE_BYTES = 1 << 20

/** The connections of each account that carry datagrams, the oldest first. */
const carrying = new WeakMap<Account, Set<Connection>>()

/** Carries the datagrams in a paused client's stream, as an association; `early` has its first bytes. */
export function carryDatagrams(guest: Guest, early: Buffer): void {
  const { client, account, address, world } = guest
  const { limits, targets } = world
  const reader = readDatagrams()
  const association = openAssociation(guest)
  const hangUp = () => void client.destroy()

  enter(account, client, limits.associations)
  guest.endsIdle(limits.associationMs)
  client.on('data', receive)
  client.on('end', hangUp)
  client.on('close', () => {
    carrying.get(account)?.delete(client)
    association.close()
  })
  read(early)
  client.resume()

  function receive(data: Buffer): void {
    const pieces = guest.reader.read(data)
    if (!pieces) return hangUp()
    for (const piece of pieces) if (!client.destroyed) read(piece)
  }

  function read(data: Buffer): void {
    const found = reader.read(data)
    if (!found) return hangUp()
    for (const one of found) if (!client.destroyed) send(one)
  }

  function send({ to, header, payload }: Framed): void {
    // Charged to nobody.
    if (to.host === CHECK_HOST) return answer(guest, frameUnder(header, Buffer.from('ok')))
    if (account.gate) return turnAside(account.gate, { to, header, payload })
    const found = targets.find(to.host, to.port, account.counter.key)
    if (!(found instanceof Promise)) association.forward(found, to, payload)
    else void found.then((target) => association.forward(target, to, payload))
  }

  /** Of an account that has ended: only names are answered. */
  function turnAside(gate: Gate, { to, header, payload }: Framed): void {
    if (account.pace?.up.hasAny() === false) return
    charge(account, world, 'up', payload.length, address)
    void answerAside(gate, to, payload).then((found) => {
      if (!found || client.destroyed) return
      answer(guest, frameUnder(header, found))
      charge(account, world, 'down', found.length, address)
    })
  }
}

/** Where an account has too many, its oldest one ends. */
function enter(account: Account, client: Connection, most: number): void {
  const all = carrying.get(account) ?? new Set()
  carrying.set(account, all.add(client))
  const [oldest] = all
  if (all.size > most) oldest?.destroy()
}

/** The sockets towards the targets of one client. */
function openAssociation(guest: Guest) {
  const { client, address, account, world } = guest
  const { limits, targets, attempts } = world
  const { key } = account.counter
  const sockets = new Map<4 | 6, Socket>()
  let hearing: Hearing | undefined

  return { forward, close }

  function forward(target: Target | undefined, to: Destination, payload: Buffer): void {
    if (client.destroyed) return
    if (!target) return refuse(to)
    hearing ??= openHearing({ note: (reason) => attempts.note(key, reason, address), limits })
    hearing.spoke()
    const socket = sockets.get(target.family) ?? open(target.family)
    if (socket.getSendQueueSize() > QUEUE_BYTES || account.pace?.up.hasAny() === false) return
    socket.send(payload, to.port, target.address, () => {})
    charge(account, world, 'up', payload.length, address)
  }

  function refuse({ host, port }: Destination): void {
    const reason = targets.whyNot(host)
    attempts.note(key, reason, address)
    if (reason === 'noName') attempts.outcomes.lost(key, `${host}:${port}`)
  }

  function open(family: 4 | 6): Socket {
    const socket = createSocket({ type: `udp${family}`, lookup: asGiven })
    sockets.set(family, socket)
    socket.on('error', () => {})
    socket.on('message', (payload, from) => {
      if (client.destroyed || !targets.allows(from.address, from.port)) return
      if (client.writableLength > QUEUE_BYTES || account.pace?.down.hasAny() === false) return
      hearing?.answered(payload.length)
      attempts.outcomes.reached(key, `${from.address}:${from.port}`)
      answer(guest, frameFrom(plainAddress(from.address), from.port, payload))
      charge(account, world, 'down', payload.length, address)
    })
    return socket
  }

  function close(): void {
    hearing?.closed()
    for (const socket of sockets.values()) socket.close()
  }
}

function answer({ client, downlink }: Guest, frame: Buffer): void {
  if (client.writableLength <= QUEUE_BYTES) downlink.send(frame)
}
