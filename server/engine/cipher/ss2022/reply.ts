import { randomBytes } from 'node:crypto'
import { sealBox, type Session, TAG_BYTES } from '../aead.ts'
import { type Method2022, openSession2022 } from './keys.ts'

/** Most payload bytes in one chunk. SIP022 3.1.2. */
export const CHUNK_BYTES_2022 = 0xffff

const FROM_SERVER = 1
const LENGTH_BOX = 2 + TAG_BYTES
const length = Buffer.alloc(2)

/** Bytes that many payload bytes take once sealed, with the header of the first. */
export const sealedBytes2022 = (plainBytes: number): number =>
  plainBytes +
  Math.ceil(plainBytes / CHUNK_BYTES_2022) * (LENGTH_BOX + TAG_BYTES) +
  // The salt, and a fixed header in place of the first length.
  32 +
  1 +
  8 +
  32

/** The sealed answers to one request. */
export type Reply2022 = {
  /** The salt of the answers, which must not come as one of a request. */
  salt: Buffer
  /** Seals payload into `out` at `at`; the first begins with salt and header. Returns where it ends. */
  seal: (payload: Buffer, out: Buffer, at: number) => number
}

/** Begins to answer a request, by its key and its salt. */
export function openReply(
  method: Method2022,
  { key, salt: requestSalt }: { key: Buffer; salt: Buffer },
  nowS: () => number,
): Reply2022 {
  const salt = randomBytes(method.keyBytes)
  const session = openSession2022(method, key, salt)
  let isBegun = false

  return { salt, seal }

  function seal(payload: Buffer, out: Buffer, at: number): number {
    let end = at
    let from = 0
    if (!isBegun) {
      isBegun = true
      const first = payload.subarray(0, CHUNK_BYTES_2022)
      out.set(salt, at)
      end = sealBox(session, headerFor(first.length), out, at + salt.length)
      end = sealBox(session, first, out, end)
      from = first.length
    }
    return sealChunks2022(session, payload.subarray(from), out, end)
  }

  function headerFor(bytes: number): Buffer {
    const header = Buffer.alloc(1 + 8 + requestSalt.length + 2)
    header[0] = FROM_SERVER
    header.writeBigUInt64BE(BigInt(nowS()), 1)
    header.set(requestSalt, 9)
    header.writeUInt16BE(bytes, 9 + requestSalt.length)
    return header
  }
}

/** Seals payload as chunks into `out` at `at`; returns where they end. */
export function sealChunks2022(session: Session, plain: Buffer, out: Buffer, at: number): number {
  let end = at
  for (let from = 0; from < plain.length; from += CHUNK_BYTES_2022) {
    const chunk = plain.subarray(from, from + CHUNK_BYTES_2022)
    length.writeUInt16BE(chunk.length)
    end = sealBox(session, length, out, end)
    end = sealBox(session, chunk, out, end)
  }
  return end
}
