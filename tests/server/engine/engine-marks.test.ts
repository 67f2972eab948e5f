import { describe, expect, test } from 'vitest'
import { openMarks } from '../../../server/engine/console/marks.ts'

describe('marks', () => {
  const port = { key: '1:1', port: 1, method: '', password: '' }
  const news = (epoch: string, up: number, down: number, at = 9) => {
    return {
      epoch,
      counters: [['1:1', up, down, at] as [string, number, number, number]],
    }
  }

  test('report also that someone was only seen', () => {
    const { rise } = openMarks('engine')
    const mark = { source: 'engine', epoch: 'a', up: 0, down: 0 }
    expect(rise(news('a', 0, 0, 5))).toEqual([{ key: '1:1', up: 0, down: 0, at: 5, mark }])
    expect(rise(news('a', 0, 0, 5))).toEqual([])
    expect(rise(news('a', 0, 0, 6))).toEqual([{ key: '1:1', up: 0, down: 0, at: 6, mark }])
    expect(rise(news('a', 0, 3, 6))).toEqual([
      { key: '1:1', up: 0, down: 3, at: 6, mark: { ...mark, down: 3 } },
    ])
    expect(rise(news('a', 1, 2, 7))).toEqual([])
    expect(rise({ ...news('a', 0, 0), counters: [] })).toEqual([])
  })

  test('begin where the database is', () => {
    const { rise, learn } = openMarks('node:1')
    learn(new Map([['a', new Map([['1:1', { up: 4, down: 5 }]])]]))
    expect(rise(news('a', 4, 6))).toMatchObject([{ up: 0, down: 1, mark: { source: 'node:1' } }])
    learn(new Map([['a', new Map([['1:1', { up: 1, down: 1 }]])]]))
    expect(rise(news('a', 5, 6))).toMatchObject([{ up: 1, down: 0 }])
  })

  test('know of several processes', () => {
    const { rise } = openMarks('engine')
    const reported = (epoch: string, up: number) => rise(news(epoch, up, 0)).map((one) => one.up)
    expect([reported('a', 5), reported('b', 5), reported('a', 6), reported('b', 6)]).toEqual([
      [5],
      [5],
      [1],
      [1],
    ])
    expect([reported('c', 2), reported('b', 8), reported('c', 3)]).toEqual([[2], [2], [1]])
  })

  test('give a budget from what was passed on, and know it again', () => {
    const { rise, grant, isGranted, order } = openMarks('engine')
    const ordered = (budget: number | null, epoch = 'a') => order({ ...port, budget }, epoch)
    expect(ordered(5)).toEqual({ ...port, until: null })
    rise(news('a', 10, 20))
    grant([{ ...port, budget: 5 }])
    expect(ordered(5)).toEqual({ ...port, until: 35 })
    rise(news('a', 11, 22))
    expect([ordered(5).until, ordered(5, 'b').until]).toEqual([35, 2])
    grant([{ ...port, budget: null }])
    expect(ordered(5).until).toBe(null)
    grant([{ ...port, budget: 1 }])
    expect([ordered(1).until, ordered(null).until]).toEqual([34, null])
    expect([1, 2, null].map((budget) => isGranted({ ...port, budget }))).toEqual([
      true,
      false,
      false,
    ])
    rise(news('a', 12, 22))
    expect(isGranted({ ...port, budget: 0 })).toBe(true)
    expect(order({ ...port, budget: 0, lowAt: 3 }, 'a')).toEqual({ ...port, until: 34, low: 31 })
  })
})
