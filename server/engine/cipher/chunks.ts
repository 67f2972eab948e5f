import { openBox, openSession, sealBox, type Secret, type Session, TAG_BYTES } from './aead.ts'
import { readUnits } from './units.ts'

/** Most payload bytes in one chunk, by the protocol. */
export const CHUNK_BYTES = 0x3fff

const LENGTH_BOX = 2 + TAG_BYTES
const length = Buffer.alloc(2)

/** Bytes that many payload bytes take once sealed into chunks. */
export function sealedBytes(plainBytes: number): number {
  return plainBytes + Math.ceil(plainBytes / CHUNK_BYTES) * (LENGTH_BOX + TAG_BYTES)
}

/** Seals payload as chunks into `out` at `at`; returns where they end. */
export function sealChunks(session: Session, plain: Buffer, out: Buffer, at: number): number {
  let end = at
  for (let from = 0; from < plain.length; from += CHUNK_BYTES) {
    const chunk = plain.subarray(from, from + CHUNK_BYTES)
    length.writeUInt16BE(chunk.length)
    end = sealBox(session, length, out, end)
    end = sealBox(session, chunk, out, end)
  }
  return end
}

/** The receiving end of a stream: takes ciphertext from the network, returns payload. */
export type ChunkReader = {
  /** The stream's salt, once its first box has proved authentic. */
  salt: Buffer | undefined
  /** Payload of the chunks that `data` completes; undefined when one is not authentic. */
  read(data: Buffer): Buffer[] | undefined
}

/** Reads the chunks of a stream sealed with `secret`, however the network splits them. */
export function readChunks(secret: Secret): ChunkReader {
  let session: Session | undefined
  let salt: Buffer | undefined
  let payloadBytes = -1
  let plains: Buffer[] = []
  const readOn = readUnits(needed, take)

  const reader: ChunkReader = { salt: undefined, read }
  return reader

  function read(data: Buffer): Buffer[] | undefined {
    plains = []
    try {
      readOn(data)
      return plains
    } catch {
      return undefined
    }
  }

  function needed(): number {
    if (!session) return secret.keyBytes
    return payloadBytes < 0 ? LENGTH_BOX : payloadBytes + TAG_BYTES
  }

  function take(unit: Buffer): void {
    if (!session) {
      salt = Buffer.from(unit)
      session = openSession(secret, salt)
    } else if (payloadBytes < 0) {
      payloadBytes = openBox(session, unit).readUInt16BE() & CHUNK_BYTES
      reader.salt = salt
    } else {
      plains.push(openBox(session, unit))
      payloadBytes = -1
    }
  }
}
