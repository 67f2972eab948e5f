import { describe, expect, test } from 'vitest'
import { openAttempts } from '../../../server/engine/ports/attempts.ts'
import { openOutcomes } from '../../../server/engine/ports/outcomes.ts'

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

  test('lets go after twice 15 minutes at the latest of what nobody adds to', () => {
    const { clock, note, read } = memory()
    note('1:1', 'connected', '10.0.0.1')
    // Addresses are personal data: they are not only left out of what is read.
    clock.at += 15 * MINUTE
    note('1:2', 'connected', '10.0.0.2')
    clock.at += 15 * MINUTE
    note('1:2', 'connected', '10.0.0.2')
    clock.at -= 20 * MINUTE
    expect([read('1:1', 0), read('1:2', 0)]).toMatchObject([[], [{ address: '10.0.0.2' }]])
  })

  test('keeps what was noted for 15 minutes, and a moment less turns nothing', () => {
    const { clock, note, read } = memory()
    note('1:1', 'connected', '10.0.0.1')
    for (const step of [15 * MINUTE - 1, 15 * MINUTE - 1]) {
      clock.at += step
      note('1:2', 'connected', '10.0.0.2')
    }
    clock.at -= 20 * MINUTE
    // Its turn came once, so that it is still among the previous ones.
    expect(read('1:1', 0)).toHaveLength(1)
  })

  test('says of a server when one was heard there last, in whole ms, and of nobody else', () => {
    const { clock, note, outcomes } = memory()
    clock.at = 7.6
    note('3:1', 'answered', '10.0.0.1')
    expect(outcomes.read()).toEqual([])
    note('3:1', 'connected', '10.0.0.1')
    const none = { reachedAt: 0, lostAt: 0, losses: 0, lost: 0, missed: 0, accounts: 0 }
    expect(outcomes.read()).toEqual([{ serverId: 3, heardAt: 8, ...none }])
  })
})

describe('how customers fare on a server', () => {
  /** A clock that goes on with every look, and what is counted by it. */
  function counted() {
    const clock = { at: 0 }
    const { read, ...outcomes } = openOutcomes(() => (clock.at += 1))
    return {
      ...outcomes,
      of: (serverId: number) => read().find((one) => one.serverId === serverId),
    }
  }

  test('is what was lost since a target was last reached, and when', () => {
    const { heard, reached, lost, of } = counted()
    expect(of(1)).toBeUndefined()
    lost('1:1', 'a:80')
    lost('1:1', 'a:80')
    lost('1:2', 'b:80')
    const none = { serverId: 1, heardAt: 0, reachedAt: 0, missed: 0 }
    expect(of(1)).toEqual({ ...none, lostAt: 3, losses: 3, lost: 2, accounts: 2 })
    heard('1:1')
    reached('1:1', 'c:80')
    const nothing = { losses: 0, lost: 0, accounts: 0, missed: 0 }
    expect(of(1)).toEqual({ serverId: 1, heardAt: 4, reachedAt: 5, lostAt: 3, ...nothing })
    // What was reached and is lost now is missed; another server has its own.
    lost('1:1', 'c:80')
    lost('2:1', 'c:80')
    expect(of(1)).toMatchObject({ losses: 1, lost: 1, accounts: 1, missed: 1 })
    expect(of(2)).toMatchObject({ losses: 1, missed: 0 })
    reached('1:1', 'd:80')
    expect(of(1)).toMatchObject({ missed: 0 })
  })

  test('names no more than 16 of what was lost, and of the accounts, and counts the rest', () => {
    const { lost, of } = counted()
    for (let at = 0; at < 20; at += 1) lost(`1:${at}`, `${at}:80`)
    expect(of(1)).toMatchObject({ losses: 20, lost: 16, accounts: 16 })
  })

  test('remembers the 256 targets that were reached last', () => {
    const { reached, lost, of } = counted()
    const reach = (at: number) => reached('1:1', `${at}:80`)
    for (let at = 0; at < 256; at += 1) reach(at)
    // The first is reached once more, so that the second is the oldest.
    reach(0)
    reach(256)
    for (const at of [0, 1, 2, 256]) lost('1:1', `${at}:80`)
    expect(of(1)).toMatchObject({ lost: 4, missed: 3 })
    // The one that is missed at last is the second, not the first.
    reach(257)
    lost('1:1', '0:80')
    expect(of(1)).toMatchObject({ lost: 1, missed: 1 })
    lost('1:1', '2:80')
    expect(of(1)).toMatchObject({ lost: 2, missed: 1 })
  })
})
