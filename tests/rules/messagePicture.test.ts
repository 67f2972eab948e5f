import { describe, expect, test } from 'vitest'
import { fitsMessage, isTall, piecesOf } from '#rules/messagePicture.ts'

const sizes = (width: number, height: number, most?: number) =>
  piecesOf({ width, height }, most).map(({ size }) => [size.width, size.height])

describe('a picture for a message', () => {
  test.each([
    [1, 1],
    [1080, 2400],
    [2000, 2000],
    [1000, 4000],
    [8192, 488],
  ])('of %i by %i stays as it is', (width, height) => {
    expect(sizes(width, height)).toEqual([[width, height]])
  })

  test('as a photo is drawn smaller, whole', () => {
    expect(sizes(4000, 3000)).toEqual([[2309, 1732]])
    expect(sizes(3000, 4000)).toEqual([[1732, 2309]])
  })

  test('of a phone that is long is cut at its full width', () => {
    expect(sizes(1080, 12_000)).toEqual(Array(4).fill([1080, 3000]))
    expect(sizes(1080, 5000)).toEqual(Array(2).fill([1080, 2500]))
    expect(sizes(12_000, 1080)).toEqual(Array(4).fill([3000, 1080]))
    expect(sizes(300, 12_000)).toEqual(Array(2).fill([300, 6000]))
  })

  test('is cut only where it would be too narrow otherwise', () => {
    expect(sizes(1080, 4000)).toEqual([[1039, 3849]])
    expect(sizes(1080, 4330)).toHaveLength(2)
  })

  test('has no wider pieces than can be seen', () => {
    expect(sizes(4000, 20_000)).toEqual(Array(4).fill([1600, 2000]))
  })

  test('that is longer than four pieces is drawn narrower', () => {
    expect(sizes(1080, 40_000)).toEqual(Array(4).fill([657, 6085]))
  })

  test('has as many pieces as there is room for', () => {
    expect(sizes(1080, 12_000, 2)).toEqual(Array(2).fill([848, 4714]))
    expect(sizes(1080, 12_000, 1)).toEqual([[600, 6666]])
  })

  test('is all there, once, in order, and each piece fits', () => {
    for (const width of [1, 2, 7, 299, 1079, 1601, 8193, 9000])
      for (const height of [1, 3, 1000, 2011, 8193, 5555, 49_999]) {
        const pieces = piecesOf({ width, height })
        expect(pieces.every(({ size }) => fitsMessage(size))).toBe(true)
        const isHigh = height >= width
        let end = 0
        for (const { from } of pieces) {
          expect(isHigh ? from.top : from.left).toBe(end)
          expect(isHigh ? [from.left, from.width] : [from.top, from.height]).toEqual([
            0,
            Math.min(width, height),
          ])
          end += isHigh ? from.height : from.width
        }
        expect(end).toBe(Math.max(width, height))
      }
  })
})

test('a picture more than twice as high as wide is read from top to bottom', () => {
  expect(isTall({ width: 1080, height: 2160 })).toBe(false)
  expect(isTall({ width: 1080, height: 2161 })).toBe(true)
})
