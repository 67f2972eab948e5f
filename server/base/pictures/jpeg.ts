import type { CleanPicture, Fits } from './png.ts'

/** What draws: quantization and Huffman tables, restart interval. ITU-T T.81, table B.1. */
const TABLES = [0xc4, 0xdb, 0xdd]
/** Baseline, extended and progressive frames with Huffman codes: what browsers write and show. */
const FRAMES = [0xc0, 0xc1, 0xc2]
const [START, END, SCAN, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe]
/** APP0 to APP15: what cameras and editors note, such as the place. */
const isNote = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT
/** In a scan, a stuffed byte or a restart. */
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)
/** Each scan of a progressive picture is decoded over all of it: many make a small file slow. */
const MOST_SCANS = 20

/**
 * A JPEG without anything that is not drawn, up to its end; undefined for everything else.
 *
 * `fits` says which sizes are taken. The scans are not decoded: what they unpack to is
 * bounded by the head.
 */
export function cleanJpeg(bytes: Buffer, fits: Fits): CleanPicture | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== START) return undefined
  const kept = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let scans = 0
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === END) {
      if (!size || scans === 0) return undefined
      return { bytes: Buffer.concat([...kept, Buffer.from([0xff, END])]), ...size }
    }
    const end = at + 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0)
    if (end < at + 4 || end > bytes.length) return undefined
    const segment = bytes.subarray(at, end)
    at = end
    if (isNote(marker)) continue
    kept.push(segment)
    if (FRAMES.includes(marker)) {
      const read = size ? undefined : sizeOf(segment)
      if (!read || !fits(read)) return undefined
      size = read
    } else if (marker === SCAN) {
      scans += 1
      if (!size || scans > MOST_SCANS) return undefined
      at = endOfScan(bytes, end)
      kept.push(bytes.subarray(end, at))
    } else if (!TABLES.includes(marker)) return undefined
  }
  return undefined
}

/** The size a frame's head announces, of 8 bits and grey or colour; undefined for any other. */
function sizeOf(frame: Buffer) {
  if (frame.length < 10) return undefined
  const [bits, components] = [frame[4], frame[9] ?? 0]
  const [height, width] = [frame.readUInt16BE(5), frame.readUInt16BE(7)]
  const isWhole = frame.length === 10 + 3 * components
  if (bits !== 8 || ![1, 3].includes(components) || !isWhole) return undefined
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** Where the next marker begins. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && isInScan(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 2)
  return at === -1 ? bytes.length : at
}
