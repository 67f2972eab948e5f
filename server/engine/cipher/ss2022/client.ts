import { randomBytes, randomInt } from 'node:crypto'
import { openBox, sealBox, type Session, TAG_BYTES } from '../aead.ts'
import { readUnits } from '../units.ts'
import {
  BLOCK_BYTES,
  type Keys2022,
  type Method2022,
  openBlock,
  openSession2022,
  sealBlock,
  sealIdentity,
} from './keys.ts'
import { identityBlock, openLong, sealLong, sessionOf } from './packet.ts'
import { sealChunks2022 } from './reply.ts'
import { FIXED_BYTES, MOST_SKEW_S } from './request.ts'

const FROM_CLIENT = 0
const FROM_SERVER = 1
const MOST_PADDING = 900
const LENGTH_BOX = 2 + TAG_BYTES
const ID_BYTES = 8

/** A client's end of one stream. SIP022 3.1. */
export type Stream2022 = {
  /** What it begins with: salt, identity, and both headers. */
  opening: Buffer
  /** Seals more payload. */
  seal: (payload: Buffer) => Buffer
  /** The payload of answers that `data` completes; undefined when they are not authentic. */
  read: (data: Buffer) => Buffer[] | undefined
}

/** Begins a stream to an address, given as a header, with the first payload for it. */
export function openStream2022(
  method: Method2022,
  keys: Keys2022,
  {
    address,
    first = Buffer.alloc(0),
    nowS,
  }: { address: Buffer; first?: Buffer; nowS: () => number },
): Stream2022 {
  const key = keys.user ?? keys.port
  const salt = randomBytes(method.keyBytes)
  const session = openSession2022(method, key, salt)
  // Payload hides how long the address is; where there is none, padding has to.
  const padding = Buffer.alloc(2 + (first.length > 0 ? 0 : randomInt(1, MOST_PADDING)))
  padding.writeUInt16BE(padding.length - 2)
  const variable = Buffer.concat([address, padding, first])
  const opening = Buffer.concat([
    salt,
    sealIdentity(method, keys, salt),
    boxOf(session, fixedHeader(nowS(), variable.length)),
    boxOf(session, variable),
  ])
  const read = readAnswers(method, { key, salt }, nowS)
  return { opening, seal, read }

  function seal(payload: Buffer): Buffer {
    const out = Buffer.alloc(payload.length + (Math.floor(payload.length / 0xffff) + 1) * 34)
    return out.subarray(0, sealChunks2022(session, payload, out, 0))
  }
}

function fixedHeader(now: number, length: number): Buffer {
  const fixed = Buffer.alloc(FIXED_BYTES)
  fixed[0] = FROM_CLIENT
  fixed.writeBigUInt64BE(BigInt(now), 1)
  fixed.writeUInt16BE(length, 9)
  return fixed
}

function readAnswers(
  method: Method2022,
  { key, salt }: { key: Buffer; salt: Buffer },
  nowS: () => number,
) {
  let session: Session | undefined
  let isOpened = false
  let payloadBytes = -1
  let plains: Buffer[] = []
  const readOn = readUnits(needed, take)

  return function read(data: Buffer): Buffer[] | undefined {
    plains = []
    try {
      readOn(data)
      return plains
    } catch {
      return undefined
    }
  }

  function needed(): number {
    if (!session) return method.keyBytes
    if (!isOpened) return 1 + 8 + salt.length + 2 + TAG_BYTES
    return payloadBytes < 0 ? LENGTH_BOX : payloadBytes + TAG_BYTES
  }

  function take(unit: Buffer): void {
    if (!session) session = openSession2022(method, key, unit)
    else if (!isOpened) payloadBytes = openHeader(openBox(session, unit))
    else if (payloadBytes < 0) payloadBytes = openBox(session, unit).readUInt16BE()
    else {
      plains.push(openBox(session, unit))
      payloadBytes = -1
    }
  }

  function openHeader(header: Buffer): number {
    const skewS = Math.abs(Number(header.readBigUInt64BE(1) - BigInt(nowS())))
    const isOurs = header.subarray(9, 9 + salt.length).equals(salt)
    if (header[0] !== FROM_SERVER || skewS > MOST_SKEW_S || !isOurs) throw new Error('not ours')
    isOpened = true
    return header.readUInt16BE(9 + salt.length)
  }
}

/** A client's end of a session of datagrams. SIP022 3.2. */
export type Datagrams2022 = {
  /** Seals the next datagram to an address, given as a header. */
  seal: (address: Buffer, payload: Buffer) => Buffer
  /** The address header and payload of an answer to this session; undefined for anything else. */
  open: (packet: Buffer) => Buffer | undefined
}

/** Begins a session of datagrams. */
export function openDatagrams2022(
  method: Method2022,
  keys: Keys2022,
  nowS: () => number,
): Datagrams2022 {
  const key = keys.user ?? keys.port
  const id = randomBytes(ID_BYTES)
  let count = 0n

  return { seal, open }

  function seal(address: Buffer, payload: Buffer): Buffer {
    const header = Buffer.alloc(BLOCK_BYTES)
    header.set(id)
    header.writeBigUInt64BE(count, ID_BYTES)
    count += 1n
    const body = Buffer.concat([fixedHeader(nowS(), 0), address, payload])
    if (!method.blocks) return sealLong(key, Buffer.concat([header, body]))
    const who = keys.user ? [sealBlock(method, keys.port, identityBlock(keys.user, header))] : []
    return Buffer.concat([
      sealBlock(method, keys.port, header),
      ...who,
      boxOf(sessionOf(method, key, header), body),
    ])
  }

  function open(packet: Buffer): Buffer | undefined {
    try {
      const body = method.blocks
        ? openWithBlocks(packet)
        : openLong(key, packet).subarray(BLOCK_BYTES)
      const isOurs = body[0] === FROM_SERVER && body.subarray(9, 9 + ID_BYTES).equals(id)
      const from = 9 + ID_BYTES
      return isOurs ? body.subarray(from + 2 + body.readUInt16BE(from)) : undefined
    } catch {
      return undefined
    }
  }

  function openWithBlocks(packet: Buffer): Buffer {
    const header = openBlock(method, key, packet.subarray(0, BLOCK_BYTES))
    return openBox(sessionOf(method, key, header), packet.subarray(BLOCK_BYTES))
  }
}

function boxOf(session: Session, plain: Buffer): Buffer {
  const out = Buffer.alloc(plain.length + TAG_BYTES)
  sealBox(session, plain, out, 0)
  return out
}
