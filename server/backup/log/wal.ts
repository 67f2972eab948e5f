import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/**
 * A place in the write-ahead log: so many frames of the log with these salts. The checksums are
 * SQLite's own over all frames up to here, so that equal checksums mean an equal log.
 * https://sqlite.org/fileformat2.html#walformat
 */
export type Position = {
  salt1: number
  salt2: number
  frames: number
  sum1: number
  sum2: number
}

/** Pages of whole transactions, each after its number and the database's size in pages (0 within a transaction), big-endian. */
export type Frames = { from: Position; to: Position; pageSize: number; pages: Buffer }

const HEADER = 32
const FRAME_HEADER = 24
const MAGIC = 0x377f0682
/** How much is read at once, bytes; more only where a transaction is longer. */
const CHUNK_BYTES = 4 * 2 ** 20

/** Bytes before each page in `Frames`. */
export const PAGE_HEAD = 8

/** The current log: where it begins, or undefined while it is empty. */
export function startOfLog(file: string): Position | undefined {
  return withLog(file, (log) => headerOf(log)?.start)
}

/**
 * The frames after a position up to the last commit, as many as fit; undefined where there is none.
 *
 * `isEnd` is true at the end of the log. Verifies SQLite's own checksums, so half-written frames
 * are not read. The position must lie in the current log (`isIn`).
 */
export function framesAfter(
  file: string,
  from: Position,
  limit = CHUNK_BYTES,
): (Frames & { isEnd: boolean }) | undefined {
  return withLog(file, (log) => {
    const header = headerOf(log)
    if (!header || !isSameLog(header.start, from)) return undefined
    const size = FRAME_HEADER + header.pageSize
    const end = fstatSync(log).size
    for (let bytes = Math.max(limit, size); ; bytes *= 2) {
      const at = HEADER + from.frames * size
      const whole = Math.floor(Math.min(bytes, Math.max(end - at, 0)) / size)
      const raw = Buffer.alloc(whole * size)
      const read = readSync(log, raw, 0, raw.length, at)
      const found = committed(raw.subarray(0, read), from, header)
      if (found) return { ...found, isEnd: found.isEnd || at + read >= end }
      if (at + bytes >= end) return undefined
    }
  })
}

/** How many frames the log's file has room for; some at its end may be of an earlier log. */
export function framesIn(file: string): number {
  return (
    withLog(file, (log) => {
      const header = headerOf(log)
      const size = FRAME_HEADER + (header?.pageSize ?? 0)
      return header ? Math.floor((fstatSync(log).size - HEADER) / size) : 0
    }) ?? 0
  )
}

/** Whether the current log holds exactly what led to this position. */
export function isIn(file: string, position: Position): boolean {
  const at = withLog(file, (log) => {
    const header = headerOf(log)
    if (!header || !isSameLog(header.start, position)) return undefined
    if (position.frames === 0) return header.start
    const head = Buffer.alloc(FRAME_HEADER)
    const place = HEADER + (position.frames - 1) * (FRAME_HEADER + header.pageSize)
    if (readSync(log, head, 0, head.length, place) < head.length) return undefined
    return { sum1: head.readUInt32BE(16), sum2: head.readUInt32BE(20) }
  })
  return at !== undefined && at.sum1 === position.sum1 && at.sum2 === position.sum2
}

/** Whether both are places in one log, and not in the one after it. */
export const isSameLog = (a: Position, b: Position) => a.salt1 === b.salt1 && a.salt2 === b.salt2

/** Whether a log is the one that SQLite begins right after another. */
export const isNextLog = (next: Position, before: Position) =>
  next.salt1 === (before.salt1 + 1) >>> 0

type Header = { start: Position; pageSize: number; little: boolean }

function withLog<Result>(file: string, look: (log: number) => Result): Result | undefined {
  let log
  try {
    // SQLite takes no locks on this file, so closing it again releases none; the database's own
    // file must never be opened here.
    log = openSync(`${file}-wal`, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return look(log)
  } finally {
    closeSync(log)
  }
}

function headerOf(log: number): Header | undefined {
  const head = Buffer.alloc(HEADER)
  if (readSync(log, head, 0, HEADER, 0) < HEADER) return undefined
  const magic = head.readUInt32BE(0)
  if ((magic & ~1) >>> 0 !== MAGIC) return undefined
  const little = (magic & 1) === 0
  const [sum1, sum2] = sumOf(head.subarray(0, 24), 0, 0, little)
  if (sum1 !== head.readUInt32BE(24) || sum2 !== head.readUInt32BE(28)) return undefined
  const [salt1, salt2] = [head.readUInt32BE(16), head.readUInt32BE(20)]
  const pageSize = head.readUInt32BE(8)
  return { start: { salt1, salt2, frames: 0, sum1, sum2 }, pageSize, little }
}

function committed(raw: Buffer, from: Position, { pageSize, little }: Header) {
  const size = FRAME_HEADER + pageSize
  let { sum1, sum2 } = from
  let to: Position | undefined
  const parts: Buffer[] = []
  let whole = 0
  let at = 0
  for (; at + size <= raw.length; at += size) {
    const frame = raw.subarray(at, at + size)
    if (frame.readUInt32BE(8) !== from.salt1 || frame.readUInt32BE(12) !== from.salt2) break
    const page = frame.subarray(FRAME_HEADER)
    ;[sum1, sum2] = sumOf(frame.subarray(0, 8), sum1, sum2, little)
    ;[sum1, sum2] = sumOf(page, sum1, sum2, little)
    if (sum1 !== frame.readUInt32BE(16) || sum2 !== frame.readUInt32BE(20)) break
    parts.push(frame.subarray(0, PAGE_HEAD), page)
    if (frame.readUInt32BE(4) === 0) continue
    to = { ...from, frames: from.frames + at / size + 1, sum1, sum2 }
    whole = parts.length
  }
  if (!to) return undefined
  const isEnd = at + size <= raw.length
  return { from, to, pageSize, pages: Buffer.concat(parts.slice(0, whole)), isEnd }
}

/** SQLite's running checksums over pairs of 32-bit words. */
function sumOf(bytes: Buffer, sum1: number, sum2: number, little: boolean): [number, number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [a, b] = [sum1, sum2]
  for (let at = 0; at < bytes.byteLength; at += 8) {
    a = (a + view.getUint32(at, little) + b) | 0
    b = (b + view.getUint32(at + 4, little) + a) | 0
  }
  return [a >>> 0, b >>> 0]
}
