import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { openBox, sealBox, type Session, TAG_BYTES } from '../aead.ts'
import {
  BLOCK_BYTES,
  identityOf,
  type Method2022,
  openBlock,
  openSession2022,
  sealBlock,
} from './keys.ts'
import { addressBytes, type Door, MOST_SKEW_S, type Refused2022 } from './request.ts'
import { subkeyOf } from './xchacha.ts'

const FROM_CLIENT = 0
const FROM_SERVER = 1
const ID_BYTES = 8
const XNONCE_BYTES = 24
/** What precedes padding and address: type, time, and the length of the padding. */
const FIXED_BYTES = 1 + 8 + 2

/** A datagram of a client. */
export type Packet2022<User> = {
  /** Names the client's session: 8 bytes as hex. */
  session: string
  /** Counts the datagrams of the session. */
  id: bigint
  user: User | undefined
  /** The key it was sealed with. */
  key: Buffer
  /** How much later the client's clock is than ours, s. */
  skewS: number
  /** The address header and the payload behind it. */
  plain: Buffer
}

/** Why a datagram is none of ours; with whose it is and their clock, once its box has opened. */
export type RefusedPacket<User> = Partial<Pick<Packet2022<User>, 'user' | 'skewS'>> & {
  refused: Refused2022
}

/**
 * Opens a datagram of a client, or says why it is none of ours. Whether its id came before is for the
 * caller to ask (`window.ts`), before anything is done for it.
 */
export function openPacket2022<User>(
  door: Door<User>,
  packet: Buffer,
  nowS: () => number,
): Packet2022<User> | RefusedPacket<User> {
  try {
    const opened = door.method.blocks ? openWithBlocks(door, packet) : openWithNonce(door, packet)
    if (!opened) return { refused: 'wrongKey' }
    const { header, body, user, key } = opened
    if (body[0] !== FROM_CLIENT) return { refused: 'malformed', user }
    const skewS = Number(body.readBigUInt64BE(1) - BigInt(nowS()))
    if (Math.abs(skewS) > MOST_SKEW_S) return { refused: 'clock', user, skewS }
    const plain = body.subarray(FIXED_BYTES + body.readUInt16BE(9))
    if (addressBytes(plain) === undefined) return { refused: 'malformed', user, skewS }
    const session = header.toString('hex', 0, ID_BYTES)
    return { session, id: header.readBigUInt64BE(ID_BYTES), user, key, skewS, plain }
  } catch {
    return { refused: 'wrongKey' }
  }
}

type Opened<User> = { header: Buffer; body: Buffer; user: User | undefined; key: Buffer }

function openWithBlocks<User>(
  { method, key: portKey, find }: Door<User>,
  packet: Buffer,
): Opened<User> | undefined {
  const header = openBlock(method, portKey, packet.subarray(0, BLOCK_BYTES))
  const sealedIdentity = packet.subarray(BLOCK_BYTES, 2 * BLOCK_BYTES)
  const found = find?.(xor(openBlock(method, portKey, sealedIdentity), header).toString('hex'))
  if (find && !found) return undefined
  const key = found?.key ?? portKey
  const session = sessionOf(method, key, header)
  const body = openBox(session, packet.subarray(find ? 2 * BLOCK_BYTES : BLOCK_BYTES))
  return { header, body, user: found?.user, key }
}

function openWithNonce<User>({ key }: Door<User>, packet: Buffer): Opened<User> {
  const plain = openLong(key, packet)
  const [header, body] = [plain.subarray(0, BLOCK_BYTES), plain.subarray(BLOCK_BYTES)]
  return { header, body, user: undefined, key }
}

/** Opens a datagram that begins with a nonce of 24 bytes. Throws when it is not authentic. */
export function openLong(key: Buffer, packet: Buffer): Buffer {
  const end = packet.length - TAG_BYTES
  const [subkey, nonce] = subkeyOf(key, packet.subarray(0, XNONCE_BYTES))
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv('chacha20-poly1305', subkey, nonce, options)
  decipher.setAuthTag(packet.subarray(end))
  const plain = decipher.update(packet.subarray(XNONCE_BYTES, end))
  decipher.final()
  return plain
}

/** The answers to one session of a client. */
export type Answers2022 = {
  /** Seals what came from an address, given as a header. */
  seal: (address: Buffer, payload: Buffer) => Buffer
}

/** Begins to answer the session of a client, which has 8 bytes as hex, with a session of our own. */
export function openAnswers(
  method: Method2022,
  { key, session: clientSession }: { key: Buffer; session: string },
  nowS: () => number,
): Answers2022 {
  const ownSession = randomBytes(ID_BYTES)
  const client = Buffer.from(clientSession, 'hex')
  let count = 0n

  return { seal }

  function seal(address: Buffer, payload: Buffer): Buffer {
    const header = Buffer.alloc(BLOCK_BYTES)
    header.set(ownSession)
    header.writeBigUInt64BE(count, ID_BYTES)
    count += 1n
    const fixed = Buffer.alloc(FIXED_BYTES + ID_BYTES)
    fixed[0] = FROM_SERVER
    fixed.writeBigUInt64BE(BigInt(nowS()), 1)
    fixed.set(client, 9)
    const body = Buffer.concat([fixed, address, payload])
    if (!method.blocks) return sealLong(key, Buffer.concat([header, body]))
    const out = Buffer.allocUnsafe(BLOCK_BYTES + body.length + TAG_BYTES)
    out.set(sealBlock(method, key, header))
    sealBox(sessionOf(method, key, header), body, out, BLOCK_BYTES)
    return out
  }
}

/** Seals a datagram, behind a nonce of 24 bytes by chance. SIP022 3.2.1. */
export function sealLong(key: Buffer, plain: Buffer): Buffer {
  const long = randomBytes(XNONCE_BYTES)
  const [subkey, nonce] = subkeyOf(key, long)
  const options = { authTagLength: TAG_BYTES }
  const cipher = createCipheriv('chacha20-poly1305', subkey, nonce, options)
  const sealed = cipher.update(plain)
  cipher.final()
  return Buffer.concat([long, sealed, cipher.getAuthTag()])
}

/** What seals one datagram: the session's key, and the end of the header as nonce. SIP022 3.2.2. */
export function sessionOf(method: Method2022, key: Buffer, header: Buffer): Session {
  const session = openSession2022(method, key, header.subarray(0, ID_BYTES))
  return { ...session, nonce: Buffer.from(header.subarray(4)) }
}

/** The block that names a user in a datagram, before it is sealed with the server's key. */
export const identityBlock = (key: Uint8Array, header: Buffer): Buffer =>
  xor(Buffer.from(identityOf(key), 'hex'), header)

const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)))
