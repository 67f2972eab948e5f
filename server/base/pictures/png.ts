import { crc32, inflateSync } from 'node:zlib'

/** A picture that was taken apart and put together again: nothing is in it but what is drawn. */
export type CleanPicture = { bytes: Buffer; width: number; height: number }

/** Whether a picture of this size, pixels, is taken. */
export type Fits = (size: { width: number; height: number }) => boolean

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, type and checksum of a chunk, bytes. */
const FRAME_BYTES = 12
/** Samples of a pixel by colour type; palettes have one. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** What is drawn by; every other chunk is left out, as are texts and whatever a camera noted. */
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

/**
 * A PNG (8 bits for each sample, not interlaced, as browsers write it) without anything that is not
 * drawn; undefined for everything else.
 *
 * Its pixels are unpacked once, never more than the head announces: a small file must not become a
 * huge picture in somebody's browser. `fits` says which sizes are taken.
 */
export function cleanPng(bytes: Buffer, fits: Fits): CleanPicture | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const chunks = chunksOf(bytes)
  const head = chunks?.[0]
  if (!chunks || head?.type !== 'IHDR' || head.data.length !== 13) return undefined
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)]
  const [depth, colour, packing, filter, interlace] = head.data.subarray(8)
  const channels = CHANNELS[colour ?? -1]
  if (width < 1 || height < 1 || !fits({ width, height })) return undefined
  if (depth !== 8 || !channels || packing !== 0 || filter !== 0 || interlace !== 0) return undefined
  if (!isInOrder(chunks, colour === 3)) return undefined
  // A byte before each line names its filter.
  const expected = height * (width * channels + 1)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  if (unpackedLength(packed, expected) !== expected) return undefined
  const kept = chunks.filter(({ type }) => KEPT.includes(type)).map(({ whole }) => whole)
  return { bytes: Buffer.concat([SIGNATURE, ...kept]), width, height }
}

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** Every chunk to the end of the file; undefined where one is cut, changed, or something follows. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at < bytes.length;) {
    if (at + FRAME_BYTES > bytes.length) return undefined
    const length = bytes.readUInt32BE(at)
    const end = at + FRAME_BYTES + length
    if (end > bytes.length) return undefined
    const named = bytes.subarray(at + 4, end - 4)
    if (crc32(named) !== bytes.readUInt32BE(end - 4)) return undefined
    const type = named.toString('latin1', 0, 4)
    chunks.push({ type, data: named.subarray(4), whole: bytes.subarray(at, end) })
    at = end
  }
  return chunks
}

/** Whether there is one head, one end, pixels in between, and a palette where one is needed. */
function isInOrder(chunks: readonly Chunk[], needsPalette: boolean): boolean {
  const types = chunks.map(({ type }) => type).filter((type) => KEPT.includes(type))
  const order = types.join(' ')
  const palette = needsPalette ? 'PLTE ' : '(PLTE )?'
  return new RegExp(`^IHDR ${palette}(tRNS )?(IDAT )+IEND$`).test(order)
}

function unpackedLength(packed: Buffer, most: number): number | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: most }).length
  } catch {
    // No zlib stream, or one that unpacks to more than the head announced.
    return undefined
  }
}
