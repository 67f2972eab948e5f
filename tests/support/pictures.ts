import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The head of a PNG: colour with transparency, 8 bits, unless told otherwise. */
export function pngHead(width: number, height: number, rest = [8, 6, 0, 0, 0]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set(rest, 8)
  return pngChunk('IHDR', head)
}

type Parts = { head?: Buffer; before?: Buffer[]; pixels?: Buffer; after?: Buffer[] }

/** A PNG of one colour, or with other parts in it. */
export function png(width: number, height: number, parts: Parts = {}): Buffer {
  const { head = pngHead(width, height), before = [], after = [] } = parts
  const { pixels = Buffer.alloc(height * (width * 4 + 1)) } = parts
  const drawn = pngChunk('IDAT', deflateSync(pixels))
  const end = pngChunk('IEND', Buffer.alloc(0))
  return Buffer.concat([SIGNATURE, head, ...before, drawn, ...after, end])
}
