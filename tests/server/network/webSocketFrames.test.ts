import { expect, test } from 'vitest'
import { framesOf, maskedFrame, openFrameReader } from '../../../server/network/webSocketFrames.ts'
import { drawing } from '../../support/seed.ts'

/** What a reader makes of bytes that come in pieces of drawn sizes, none of them where words lie. */
function readInPieces(wire: Buffer, isMasked: boolean, between: (a: number, b: number) => number) {
  const reader = openFrameReader(isMasked, { ping: () => {}, close: () => {} })
  const pieces: Buffer[] = []
  for (let at = 0; at < wire.length;) {
    const size = between(1, 40)
    const space = Buffer.alloc(size + 3)
    const piece = space.subarray(between(0, 4)).subarray(0, size)
    const bytes = wire.copy(piece, 0, at, at + size)
    pieces.push(...(reader.read(piece.subarray(0, bytes)) ?? [Buffer.from('none')]))
    at += size
  }
  return Buffer.concat(pieces)
}

test('frames are the payload again, however they are cut and wherever they lie', () => {
  const { bytes, between } = drawing('frames')
  for (let round = 0; round < 300; round += 1) {
    const messages = Array.from({ length: between(1, 6) }, () => bytes(between(0, 300)))
    const all = Buffer.concat(messages)
    const up = Buffer.concat(messages.map((one) => maskedFrame(one, bytes(4))))
    expect(readInPieces(up, true, between).equals(all)).toBe(true)
    const down = Buffer.concat(messages.map(framesOf))
    expect(readInPieces(down, false, between).equals(all)).toBe(true)
  }
})

test('a long payload is several frames, of which none is larger than 16,000 bytes', () => {
  for (const [length, heads] of [
    [1, 2],
    [125, 2],
    [126, 4],
    [16_000, 4],
    [16_001, 6],
    [32_000, 8],
  ] as const) {
    const frames = framesOf(Buffer.alloc(length, 7))
    expect(frames.length).toBe(length + heads)
    const pieces = openFrameReader(false, { ping: () => {}, close: () => {} }).read(frames)
    expect(Buffer.concat(pieces ?? []).length).toBe(length)
  }
})
