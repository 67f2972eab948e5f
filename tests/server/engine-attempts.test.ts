import { describe, expect, test } from 'vitest'
import { openAttempts } from '../../server/traffic/engine/ports/attempts.ts'

const MINUTE = 60_000

/** A memory of attempts with a clock that tests move. */
function memory(most?: number) {
  const clock = { at: 1_000_000 }
  return { clock, ...openAttempts(() => clock.at, most) }
}

describe('the memory of attempts', () => {
  test('counts the same of one network up, and keeps others apart', () => {
    const { clock, note, read } = memory()
    note('1:1', 'wrongKey', '203.0.113.7')
    clock.at += 10
    note('1:1', 'connected', '203.0.113.7')
    clock.at += 10
    note('1:1', 'wrongKey', '203.0.113.7')
    note('1:1', 'wrongKey', '203.0.113.8')
    note('1:1', 'wrongKey', '2001:db8:1:2::1')
    note('1:1', 'wrongKey', '2001:db8:1:2::2')
    note('1:2', 'wrongKey', '203.0.113.7')
    expect(read('1:1', 0)).toEqual([
      { reason: 'connected', at: 1_000_010, count: 1, address: '203.0.113.7' },
      { reason: 'wrongKey', at: 1_000_020, count: 2, address: '203.0.113.7' },
      { reason: 'wrongKey', at: 1_000_020, count: 1, address: '203.0.113.8' },
      { reason: 'wrongKey', at: 1_000_020, count: 2, address: '2001:db8:1:2::2' },
    ])
  })

  test('begins to count again after a minute without one', () => {
    const { clock, note, read } = memory()
    const times = () => read('1:1', 0).map(({ count }) => count)
    note('1:1', 'nothing', '1.1.1.1')
    clock.at += MINUTE - 1
    note('1:1', 'nothing', '1.1.1.1')
    expect(times()).toEqual([2])
    clock.at += MINUTE
    note('1:1', 'nothing', '1.1.1.1')
    expect(times()).toEqual([1])
  })

  test('reports what came after a moment, and nothing that is 15 minutes old', () => {
    const { clock, note, read } = memory()
    note('1:1', 'replay', '1.1.1.1')
    const { at } = clock
    expect(read('1:1', at)).toEqual([])
    expect(read('1:1', at - 1)).toHaveLength(1)
    clock.at += 15 * MINUTE - 1
    expect(read('1:1', 0)).toHaveLength(1)
    clock.at += 1
    expect(read('1:1', 0)).toEqual([])
    expect(read('9:9', 0)).toEqual([])
  })

  test('keeps the last 20 of a key', () => {
    const { note, read } = memory()
    for (let i = 0; i < 25; i += 1) note('1:1', 'wrongKey', `10.0.0.${i}`)
    const addresses = read('1:1', 0).map(({ address }) => address)
    expect(addresses).toHaveLength(20)
    expect([addresses[0], addresses.at(-1)]).toEqual(['10.0.0.5', '10.0.0.24'])
  })

  test('keeps so many in all, and lets go of the keys that were quiet for longest', () => {
    const { note, read } = memory(10)
    const held = () => [1, 2, 3, 4].map((key) => read(`1:${key}`, 0).length)
    const fill = (key: number, times: number) => {
      for (let i = 0; i < times; i += 1) note(`1:${key}`, 'wrongKey', `10.0.${key}.${i}`)
    }
    fill(1, 3)
    fill(2, 2)
    fill(1, 1)
    fill(3, 2)
    expect(held()).toEqual([3, 2, 2, 0])
    fill(4, 1)
    expect(held()).toEqual([3, 0, 2, 1])
  })

  test('counts for all what a key keeps, not what was noted on it', () => {
    const { note, read } = memory(44)
    note('1:1', 'wrongKey', '10.0.0.1')
    for (let i = 0; i < 60; i += 1) note('1:2', 'wrongKey', `10.0.2.${i}`)
    expect(read('1:1', 0)).toHaveLength(1)
  })

  test('carries along a key’s counts when its turn comes', () => {
    const { clock, note, read } = memory()
    clock.at += 15 * MINUTE - 10
    note('1:1', 'connected', '10.0.0.1')
    clock.at += 10
    note('1:1', 'connected', '10.0.0.1')
    expect(read('1:1', 0)).toMatchObject([{ count: 2 }])
  })
})
