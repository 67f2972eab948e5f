import type { Frames, Position } from './wal.ts'

/**
 * Frames as they are stored: numbered within their generation, with the clock's time by which they
 * were committed, ms.
 */
export type Segment = Frames & { seq: number; time: number }

type Head = { seq: number; time: number; from: Position; to: Position; pageSize: number }

/** Segments as the bytes of one object: of each head length, head, length of its pages, pages. */
export function joinSegments(segments: readonly Segment[]): Buffer {
  return Buffer.concat(
    segments.flatMap(({ pages, ...head }) => {
      const text = Buffer.from(JSON.stringify(head satisfies Head))
      return [lengthOf(text), text, lengthOf(pages), pages]
    }),
  )
}

/** What `joinSegments` joined. Throws a RangeError for anything else. */
export function splitSegments(bytes: Buffer): Segment[] {
  const segments: Segment[] = []
  for (let at = 0; at < bytes.length;) {
    const next = () => {
      const start = at + 4
      at = start + bytes.readUInt32BE(at)
      if (at > bytes.length) throw new RangeError('A segment ends too early.')
      return bytes.subarray(start, at)
    }
    const head = JSON.parse(next().toString()) as Head
    segments.push({ ...head, pages: next() })
  }
  return segments
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}
