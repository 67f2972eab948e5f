import { openBox, type Session, TAG_BYTES } from '../aead.ts'
import { readUnits } from '../units.ts'
import { BLOCK_BYTES, type Method2022, openIdentity, openSession2022 } from './keys.ts'

/** By how much the clock of a client may differ, s. SIP022 3.1.3. */
export const MOST_SKEW_S = 30

/** Bytes of the header that a request begins with: its type, its time, and the length of the next. */
export const FIXED_BYTES = 11
const LENGTH_BOX = 2 + TAG_BYTES
const FROM_CLIENT = 0

/** Who may come through a port: one with the port's own key, or many, each with a key of their own. */
export type Door<User> = {
  method: Method2022
  /** The port's key. */
  key: Buffer
  /** The key and the person an identity names; absent where the port's key is the only one. */
  find?: (identity: string) => { key: Buffer; user: User } | undefined
}

/** Why a stream is none of ours. */
export type Refused2022 = 'wrongKey' | 'clock' | 'malformed'

/** The receiving end of a request: takes ciphertext, returns its address header and payload. */
export type RequestReader<User> = {
  /** The stream's salt, once its header has proved authentic and is of now. */
  salt: Buffer | undefined
  /** Who it is, on a port of many. */
  user: User | undefined
  /** The key that answers are sealed with; the port's or the user's. */
  key: Buffer
  /** How much later the client's clock is than ours, s, once it is known. */
  skewS: number | undefined
  refused: Refused2022 | undefined
  /** What `data` completes; undefined once it is refused. */
  read: (data: Buffer) => Buffer[] | undefined
}

/**
 * Reads what a client sends, however the network splits it. The fixed header has to come within 30 s
 * of `nowS`; whether its salt came before is for the caller to ask, before anything is answered.
 */
export function readRequest<User>(door: Door<User>, nowS: () => number): RequestReader<User> {
  const { method, key, find } = door
  const saltBytes = method.keyBytes
  let session: Session | undefined
  let salt: Buffer | undefined
  let headerBytes = -1
  let isOpened = false
  let payloadBytes = -1
  let plains: Buffer[] = []
  const readOn = readUnits(needed, take)
  const reader: RequestReader<User> = {
    salt: undefined,
    user: undefined,
    key,
    skewS: undefined,
    refused: undefined,
    read,
  }
  return reader

  function read(data: Buffer): Buffer[] | undefined {
    if (reader.refused) return undefined
    plains = []
    try {
      readOn(data)
      return plains
    } catch (error) {
      reader.refused = error instanceof NotOurs ? error.why : 'wrongKey'
      return undefined
    }
  }

  function needed(): number {
    if (!session) return saltBytes + (find ? BLOCK_BYTES : 0)
    if (headerBytes < 0) return FIXED_BYTES + TAG_BYTES
    if (!isOpened) return headerBytes + TAG_BYTES
    return payloadBytes < 0 ? LENGTH_BOX : payloadBytes + TAG_BYTES
  }

  function take(unit: Buffer): void {
    if (!session) session = begin(Buffer.from(unit))
    else if (headerBytes < 0) headerBytes = openFixed(openBox(session, unit))
    else if (!isOpened) {
      plains.push(...openVariable(openBox(session, unit)))
      isOpened = true
    } else if (payloadBytes < 0) payloadBytes = openBox(session, unit).readUInt16BE()
    else {
      plains.push(openBox(session, unit))
      payloadBytes = -1
    }
  }

  function begin(first: Buffer): Session {
    salt = first.subarray(0, saltBytes)
    if (find) {
      const found = find(openIdentity(method, key, salt, first.subarray(saltBytes)))
      if (!found) throw new NotOurs('wrongKey')
      reader.user = found.user
      reader.key = found.key
    }
    return openSession2022(method, reader.key, salt)
  }

  function openFixed(header: Buffer): number {
    if (header[0] !== FROM_CLIENT) throw new NotOurs('malformed')
    reader.skewS = Number(header.readBigUInt64BE(1) - BigInt(nowS()))
    if (Math.abs(reader.skewS) > MOST_SKEW_S) throw new NotOurs('clock')
    reader.salt = salt
    return header.readUInt16BE(9)
  }
}

/** The address, and the payload behind the padding. */
function openVariable(header: Buffer): Buffer[] {
  const address = addressBytes(header)
  if (address === undefined || header.length < address + 2) throw new NotOurs('malformed')
  const from = address + 2 + header.readUInt16BE(address)
  // A request without payload has padding, or its length would tell which it is. SIP022 3.1.3.
  if (from > header.length || header.length === address + 2) throw new NotOurs('malformed')
  const payload = header.subarray(from)
  return payload.length > 0 ? [header.subarray(0, address), payload] : [header.subarray(0, address)]
}

/** Bytes of a SOCKS address; undefined for what is none. */
export function addressBytes(data: Buffer): number | undefined {
  const [type, length = 0] = data
  if (type === 1) return 7
  if (type === 4) return 19
  return type === 3 ? 4 + length : undefined
}

class NotOurs extends Error {
  readonly why: Refused2022
  constructor(why: Refused2022) {
    super(why)
    this.why = why
  }
}
