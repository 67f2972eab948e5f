import { describe, expect, test } from 'vitest'
import { openHandshakes } from '../../../server/engine/ports/handshakes.ts'
import { defaultLimits } from '../../../server/engine/protocol/limits.ts'

describe('handshakes', () => {
  /** A port for so many; the names of those that were closed. */
  function aHall(handshakesPerClient: number, handshakes: number) {
    const { enter } = openHandshakes({ ...defaultLimits, handshakesPerClient, handshakes })
    const closed: string[] = []
    const come = (address: string, name: string, key = 'a') =>
      enter(key, address, () => void closed.push(name))
    return { come, closed }
  }

  test('of one client are so many: the oldest goes', () => {
    const { come, closed } = aHall(2, 9)
    for (const name of ['one', 'two']) come('1.1.1.1', name)
    expect(closed).toEqual([])
    come('1.1.1.1', 'three')
    come('1.1.1.2', 'other')
    come('1.1.1.1', 'elsewhere', 'b')
    expect(closed).toEqual(['one'])
    come('1.1.1.1', 'four')
    expect(closed).toEqual(['one', 'two'])
  })

  test('of a /64 are those of one client', () => {
    const { come, closed } = aHall(1, 9)
    for (const one of ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']) come(one, one)
    expect(closed).toEqual(['2001:db8::1'])
  })

  test('of all are so many: the oldest goes of the client that has most', () => {
    const { come, closed } = aHall(9, 4)
    come('1.1.1.1', 'early')
    for (const name of ['a', 'b', 'c']) come('1.1.1.2', name)
    expect(closed).toEqual([])
    come('1.1.1.3', 'late')
    expect(closed).toEqual(['a'])
    // Two have two now.
    come('1.1.1.3', 'later')
    expect(closed).toEqual(['a', 'b'])
  })

  test('that have left count no more, however often they leave', () => {
    const { come, closed } = aHall(2, 3)
    const first = come('1.1.1.1', 'first')
    come('1.1.1.1', 'second')
    first.leave()
    first.leave()
    come('1.1.1.1', 'third')
    expect(closed).toEqual([])
    come('1.1.1.1', 'fourth')
    expect(closed).toEqual(['second'])
  })

  test('of a client that has proved the password are spared while there are others', () => {
    const { come, closed } = aHall(9, 4)
    come('1.1.1.1', 'proved').prove()
    for (const name of ['a', 'b', 'c']) come('1.1.1.1', name)
    come('1.1.1.2', 'stranger')
    come('1.1.1.3', 'next')
    expect(closed).toEqual(['stranger'])
    // On another port nobody knows it.
    for (const name of ['p', 'q', 'r']) come('1.1.1.1', name, 'b')
    for (const name of ['s', 't']) come('1.1.1.2', name, 'b')
    expect(closed).toEqual(['stranger', 'p'])
  })

  test('of known clients alone go, too, where there are too many', () => {
    const { come, closed } = aHall(9, 2)
    come('1.1.1.1', 'proved').prove()
    for (const name of ['a', 'b', 'c']) come('1.1.1.1', name)
    expect(closed).toEqual(['a'])
  })

  test('are let in where the one that goes was the last of its port', () => {
    const { come, closed } = aHall(1, 1)
    come('1.1.1.1', 'a')
    const next = come('1.1.1.1', 'b')
    next.leave()
    come('1.1.1.1', 'c')
    expect(closed).toEqual(['a'])
    come('1.1.1.2', 'd')
    expect(closed).toEqual(['a', 'c'])
  })

  test('of strangers go before those of a known client, wherever it stands', () => {
    const { come, closed } = aHall(9, 4)
    come('1.1.1.2', 'proved').prove()
    come('1.1.1.1', 'stranger')
    for (const name of ['a', 'b', 'c']) come('1.1.1.2', name)
    expect(closed).toEqual([])
    come('1.1.1.3', 'next')
    expect(closed).toEqual(['stranger'])
  })

  test('go first of the client that came first, where several have as many', () => {
    const { come, closed } = aHall(9, 4)
    for (const name of ['a', 'b']) come('1.1.1.1', name)
    for (const name of ['c', 'd']) come('1.1.1.2', name)
    come('1.1.1.3', 'next')
    expect(closed).toEqual(['a'])
  })

  test('are those of a known client for as long as it is among the last 65,536', () => {
    const { come, closed } = aHall(9, 2)
    const prove = (address: string, key: string) => come(address, '', key).prove()
    const fill = (count: number) => {
      for (let at = 0; at < count; at += 1)
        prove(`2.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, 'x')
    }
    /** Who goes of a stranger, and of one that was known before it: the first of them that is none. */
    const goes = (address: string) => {
      const held = [come(address, 'known'), come('9.9.9.9', 'stranger')]
      held.push(come('8.8.8.8', 'next'))
      for (const one of held) one.leave()
      return closed.splice(0)
    }
    prove('1.1.1.1', 'a')
    prove('1.1.1.2', 'a')
    prove('1.1.1.1', 'a')
    fill(65_535)
    // The one that proved it again is the later of the two.
    expect(goes('1.1.1.1')).toEqual(['stranger'])
    expect(goes('1.1.1.2')).toEqual(['known'])
    prove('3.3.3.3', 'x')
    expect(goes('1.1.1.1')).toEqual(['known'])
  })
})
