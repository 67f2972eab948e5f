import type { RemoteInfo } from 'node:dgram'
import {
  newSalt,
  openPacket,
  openSession,
  sealPacket,
  type Secret,
  secretOf,
} from '../cipher/aead.ts'
import { readChunks, sealChunks } from '../cipher/chunks.ts'
import type { Replays } from '../cipher/replays.ts'
import type { Account, Arrival, World } from './account.ts'
import type { Door, Refusal, StreamReader } from './door.ts'
import type { Reply } from './downlink.ts'

/** The door of a port of one account, sealed by the AEAD methods of 2017 (SIP004). */
export function aeadDoor(
  account: Account,
  secret: Secret,
  { tcpReplays, udpReplays }: Pick<World, 'tcpReplays' | 'udpReplays'>,
): Door {
  return {
    hall: account.counter.key,
    owner: account,
    strangers: account.clients,
    readStream,
    openPacket: open,
  }

  function readStream(): StreamReader {
    const chunks = readChunks(secret)
    const reader: StreamReader = { proof: undefined, refusal: undefined, read }
    return reader

    function read(data: Buffer): Buffer[] | undefined {
      const pieces = chunks.read(data)
      const { salt } = chunks
      if (salt) {
        reader.proof ??= {
          account,
          isReplay: () => tcpReplays.isReplay(salt),
          openReply: () => openReply(secret, tcpReplays),
        }
      }
      if (!pieces) reader.refusal = { reason: 'wrongKey', account }
      return pieces
    }
  }

  function open(packet: Buffer, from: RemoteInfo): Arrival | Refusal {
    const plain = openPacket(secret, packet)
    if (!plain) return { reason: 'wrongKey', account }
    if (udpReplays.isReplay(saltOf(packet))) return { reason: 'replay', account }
    return { account, id: `${from.address} ${from.port}`, plain, seal }
  }

  function seal(header: Buffer, payload: Buffer): Buffer {
    const packet = sealPacket(secret, header, payload)
    udpReplays.remember(saltOf(packet))
    return packet
  }

  function saltOf(packet: Buffer): Buffer {
    return packet.subarray(0, secret.keyBytes)
  }
}

/** The same by the names of its secret. Throws where there is no such method. */
export function doorBy(
  account: Account,
  { method, password }: { method: string; password: string },
  world: Pick<World, 'tcpReplays' | 'udpReplays'>,
): Door {
  const secret = secretOf(method, password)
  if (!secret) throw new Error(`no method ${method}`)
  return aeadDoor(account, secret, world)
}

/** Begins a stream of answers, whose salt must not come as one of a request. */
export function openReply(secret: Secret, replays: Pick<Replays, 'remember'>): Reply {
  const salt = newSalt(secret)
  replays.remember(salt)
  const session = openSession(secret, salt)
  let isBegun = false

  return { seal }

  function seal(payload: Buffer, out: Buffer, at: number): number {
    if (isBegun) return sealChunks(session, payload, out, at)
    isBegun = true
    out.set(salt, at)
    return sealChunks(session, payload, out, at + salt.length)
  }
}
