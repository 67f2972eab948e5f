import { describe, expect, test } from 'vitest'
import { gapsOf } from '#ui/chartOptions.ts'

describe('what a chart knows nothing of', () => {
  const borders = [0, 10, 20, 40]

  test('lies where it was between the borders, an open end up to the last', () => {
    expect(gapsOf(borders, [{ from: 5, to: 30 }])).toEqual([[0.5, 2.5]])
    expect(gapsOf(borders, [{ from: 10, to: 20 }])).toEqual([[1, 2]])
    expect(gapsOf(borders, [{ from: 35, to: null }])).toEqual([[2.75, 3]])
  })

  test('is one time where several overlap or meet', () => {
    const gaps = [
      { from: 15, to: 20 },
      { from: 0, to: 10 },
      { from: 5, to: 15 },
      { from: 30, to: 40 },
      { from: 32, to: 35 },
    ]
    expect(gapsOf(borders, gaps)).toEqual([
      [0, 2],
      [2.5, 3],
    ])
  })

  test('is cut off at the borders, and left out beyond them', () => {
    expect(gapsOf(borders, [{ from: -9, to: 99 }])).toEqual([[0, 3]])
    expect(gapsOf(borders, [{ from: -9, to: 0 }])).toEqual([])
    expect(gapsOf(borders, [{ from: 40, to: 50 }])).toEqual([])
    expect(gapsOf([], [{ from: 1, to: 2 }])).toEqual([])
  })
})
