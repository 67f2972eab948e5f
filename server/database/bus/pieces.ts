import { randomUUID } from 'node:crypto'

/** PostgreSQL's NOTIFY carries 7,999 bytes at most; the rest is the envelope of a piece. */
const MAX_LETTERS = 7_500

type Piece = { of: string; at: number; count: number; text: string }

/** Splits a message into texts short enough for NOTIFY. */
export function cut(message: object): string[] {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) <= MAX_LETTERS) return [text]
  const letters = Buffer.from(text).toString('base64')
  const of = randomUUID()
  const count = Math.ceil(letters.length / MAX_LETTERS)
  return Array.from({ length: count }, (_none, at) => {
    const part = letters.slice(at * MAX_LETTERS, (at + 1) * MAX_LETTERS)
    return JSON.stringify({ of, at, count, text: part } satisfies Piece)
  })
}

/** Joins what `cut` made; returns a message once it is complete. */
export function joinPieces(): (text: string) => object | undefined {
  // Pieces of one message come in a row, from each process on its own.
  const begun = new Map<string, string[]>()

  return (text) => {
    const piece = objectIn(text) as Piece | undefined
    if (piece?.of === undefined) return piece
    if (piece.at === 0) begun.set(piece.of, [])
    const parts = begun.get(piece.of)
    // Its first piece was sent before this process listened.
    if (!parts) return undefined
    parts.push(piece.text)
    if (parts.length < piece.count) return undefined
    begun.delete(piece.of)
    return objectIn(Buffer.from(parts.join(''), 'base64').toString())
  }
}

/** Any client of the database may send anything: what is not a message of ours is dropped. */
function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
