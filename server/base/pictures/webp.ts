import type { CleanPicture, Fits } from './png.ts'

/** Before each chunk: its name and length. RFC 9649, 2.3. */
const HEAD_BYTES = 8
/** The lossy picture's key frame begins with these. RFC 6386, 9.1. */
const KEY_FRAME = Buffer.from([0x9d, 0x01, 0x2a])
const LOSSLESS = 0x2f
/** The extended head's flag: the lossy picture has its transparency in a chunk of its own. */
const HAS_ALPHA = 0x10

type Chunk = { name: string; data: Buffer }

/**
 * A WebP that does not move, without anything that is not drawn; undefined for everything else.
 *
 * `fits` says which sizes are taken.
 */
export function cleanWebp(bytes: Buffer, fits: Fits): CleanPicture | undefined {
  const chunks = chunksOf(bytes)
  const drawn = chunks?.filter(({ name }) => name === 'VP8 ' || name === 'VP8L') ?? []
  const [picture] = drawn
  if (!chunks || !picture || drawn.length > 1) return undefined
  if (chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF')) return undefined
  const size = picture.name === 'VP8 ' ? lossySize(picture.data) : losslessSize(picture.data)
  if (!size || size.width < 1 || size.height < 1 || !fits(size)) return undefined
  const alpha = picture.name === 'VP8 ' ? chunks.find(({ name }) => name === 'ALPH') : undefined
  const kept = alpha ? [extendedHead(size), alpha, picture] : [picture]
  return { bytes: written(kept), ...size }
}

/** Every chunk to the end of the file; undefined where one is cut, or the file has another length. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  if (bytes.readUInt32LE(4) + HEAD_BYTES !== bytes.length) return undefined
  const chunks: Chunk[] = []
  for (let at = 12; at < bytes.length;) {
    if (at + HEAD_BYTES > bytes.length) return undefined
    const length = bytes.readUInt32LE(at + 4)
    const end = at + HEAD_BYTES + length
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at, at + 4)
    chunks.push({ name, data: bytes.subarray(at + HEAD_BYTES, end) })
    at = end + (length % 2)
  }
  return chunks
}

function lossySize(data: Buffer) {
  const isKey = data.length >= 10 && ((data[0] ?? 1) & 1) === 0
  if (!isKey || !data.subarray(3, 6).equals(KEY_FRAME)) return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function losslessSize(data: Buffer) {
  if (data.length < 5 || data[0] !== LOSSLESS) return undefined
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function extendedHead({ width, height }: { width: number; height: number }): Chunk {
  const data = Buffer.alloc(10)
  data[0] = HAS_ALPHA
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return { name: 'VP8X', data }
}

function written(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.flatMap(({ name, data }) => [head(name, data.length), data, pad(data)])
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  return Buffer.concat([head('RIFF', length), Buffer.from('WEBP'), ...parts])
}

const pad = (data: Buffer) => Buffer.alloc(data.length % 2)

function head(name: string, length: number): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES)
  bytes.write(name, 'latin1')
  bytes.writeUInt32LE(length, 4)
  return bytes
}
