import { describe, expect, test } from 'vitest'
import { fitsMessage } from '../../../src/rules/messagePicture.ts'
import { cleanPicture } from '../../../server/base/pictures/clean.ts'
import { png } from '../../support/pictures.ts'
import {
  jpeg,
  jpegFrame,
  jpegPart,
  jpegScan,
  webp,
  webpChunk,
  webpLossless,
  webpLossy,
} from '../../support/photos.ts'

/** How many pixels a picture has at most. */
const MOST = 4_000_000
const SECRET = 'where it was taken'
const note = [...Buffer.from(SECRET)]

describe('a picture', () => {
  test.each([
    ['image/jpeg', jpeg(30, 20)],
    ['image/png', png(30, 20)],
    ['image/webp', webp(webpChunk('VP8 ', webpLossy(30, 20)))],
    ['image/webp', webp(webpChunk('VP8L', webpLossless(30, 20)))],
  ])('of type %s stays as it is', (type, bytes) => {
    expect(cleanPicture(bytes, fitsMessage)).toEqual({ type, bytes, width: 30, height: 20 })
  })

  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['lossy WebP', (w: number, h: number) => webp(webpChunk('VP8 ', webpLossy(w, h)))],
    ['lossless WebP', (w: number, h: number) => webp(webpChunk('VP8L', webpLossless(w, h)))],
  ])('as %s may have 4 million pixels and an edge of 8192, and no more', (_type, make) => {
    for (const [width, height] of [
      [2000, MOST / 2000],
      [8192, 488],
      [488, 8192],
    ] as const) {
      expect(cleanPicture(make(width, height), fitsMessage)).toMatchObject({ width, height })
    }
    for (const [width, height] of [
      [2000, MOST / 2000 + 1],
      [2001, MOST / 2000],
      [8193, 1],
      [1, 8193],
    ] as const) {
      expect(cleanPicture(make(width, height), fitsMessage)).toBeUndefined()
    }
  })

  test.each([
    ['a JPEG', jpeg(3, 2, { before: [jpegPart(0xe1, note), jpegPart(0xfe, note)] })],
    ['a JPEG behind its end', Buffer.concat([jpeg(3, 2), Buffer.from(SECRET)])],
    [
      'a WebP',
      webp(
        webpChunk('VP8X', Buffer.from([0x0c, 0, 0, 0, 2, 0, 0, 1, 0, 0])),
        webpChunk('VP8 ', webpLossy(3, 2)),
        webpChunk('EXIF', Buffer.from(SECRET)),
        webpChunk('XMP ', Buffer.from(SECRET)),
      ),
    ],
  ])('is kept without the notes in %s', (_where, bytes) => {
    expect(bytes.includes(SECRET)).toBe(true)
    const clean = cleanPicture(bytes, fitsMessage)
    expect(clean).toMatchObject({ width: 3, height: 2 })
    expect(clean?.bytes.includes(SECRET)).toBe(false)
    // What is left is a whole picture.
    expect(cleanPicture(clean!.bytes, fitsMessage)).toEqual(clean)
  })

  test('as WebP keeps its transparency', () => {
    const alpha = webpChunk('ALPH', Buffer.from([0, 1, 2]))
    const clean = cleanPicture(webp(alpha, webpChunk('VP8 ', webpLossy(3, 2))), fitsMessage)
    expect(clean?.bytes.includes('ALPH')).toBe(true)
    expect(clean?.bytes.readUIntLE(24, 3)).toBe(2)
  })

  test.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<!doctype html>')],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['the beginning of a JPEG', jpeg(3, 2).subarray(0, 40)],
    ['a JPEG without an end', jpeg(3, 2, { end: Buffer.alloc(0) })],
    ['a JPEG without a scan', jpeg(3, 2, { scans: [] })],
    ['a JPEG with two frames', jpeg(3, 2, { before: [jpegFrame(3, 2)] })],
    ['a JPEG of four inks', jpeg(3, 2, { frame: jpegFrame(3, 2, 0xc0, [4]) })],
    ['a JPEG of another way to pack', jpeg(3, 2, { frame: jpegFrame(3, 2, 0xc9) })],
    ['a JPEG without a size', jpeg(3, 0)],
    ['a JPEG of many scans', jpeg(3, 2, { scans: Array<Buffer>(21).fill(jpegScan) })],
    ['a WebP that moves', webp(webpChunk('ANIM', noteBytes()), webpChunk('VP8 ', webpLossy(3, 2)))],
    [
      'a WebP of two pictures',
      webp(webpChunk('VP8L', webpLossless(3, 2)), webpChunk('VP8 ', webpLossy(3, 2))),
    ],
    ['a WebP that is cut', webp(webpChunk('VP8 ', webpLossy(3, 2))).subarray(0, 28)],
    ['a WebP without a picture', webp(webpChunk('EXIF', noteBytes()))],
  ])('is not %s', (_what, bytes) => {
    expect(cleanPicture(bytes, fitsMessage)).toBeUndefined()
  })
})

/** What is in a chunk that draws nothing. */
function noteBytes() {
  return Buffer.from('secret')
}
