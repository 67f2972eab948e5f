import { describe, expect, test } from 'vitest'
import {
  allNames,
  handedNames,
  MOST_HANDED,
  sparesIn,
  withoutName,
  wrongSpare,
} from '#rules/serverNames.ts'

const none = () => false

describe('the names of a server that apps are given', () => {
  const server = { host: 'a.example', spares: ['b.example', 'c.example', 'd.example'] }

  test('are the first of them, in their order', () => {
    expect(handedNames(server, none)).toEqual(['a.example', 'b.example', 'c.example'])
    expect(MOST_HANDED).toBe(3)
    expect(handedNames({ host: 'a.example', spares: [] }, none)).toEqual(['a.example'])
  })

  test('begin with one that answers; where none does, the order stays', () => {
    const red = (...names: string[]) => handedNames(server, (name) => names.includes(name))
    expect(red('a.example')).toEqual(['b.example', 'c.example', 'd.example'])
    expect(red('a.example', 'b.example', 'c.example')).toEqual([
      'd.example',
      'a.example',
      'b.example',
    ])
    expect(handedNames(server, () => true)).toEqual(['a.example', 'b.example', 'c.example'])
    expect(handedNames({ host: 'a.example', spares: [] }, () => true)).toEqual(['a.example'])
  })

  test('hold one of those that are shown beside an address, picked as ever, but not a dead one', () => {
    const shown = { host: '192.0.2.1:a.example:b.example', spares: ['c.example'] }
    const last = (count: number) => count - 1
    expect(handedNames(shown, none, () => 0)).toEqual(['a.example', 'c.example'])
    expect(handedNames(shown, none, last)).toEqual(['b.example', 'c.example'])
    const isDead = (name: string) => name === 'b.example'
    expect(handedNames(shown, isDead, last)).toEqual(['a.example', 'c.example'])
    expect(allNames(shown.host, ['a.example', 'c.example'])).toEqual([
      'a.example',
      'b.example',
      'c.example',
    ])
  })
})

describe('names that are typed', () => {
  test('are lines, each once, and IPv6 without its brackets', () => {
    expect(sparesIn(' a.example\n\nb.example, a.example\n[2001:db8::1]')).toEqual([
      'a.example',
      'b.example',
      '2001:db8::1',
    ])
    expect(sparesIn('  \n')).toEqual([])
  })

  test.each(['a.example:443', 'https://a.example', 'a/b', 'a.example:b.example', '1.2.3'])(
    'are none where they are no name: %s',
    (name) => expect(wrongSpare(['a.example', ...sparesIn(name)])).toBe(name),
  )

  test.each(['a.example', '192.0.2.1', '2001:db8::1', '[2001:db8::1]', '例え.jp'])(
    'are: %s',
    (name) => expect(wrongSpare(sparesIn(name))).toBeUndefined(),
  )
})

describe('an address without a name', () => {
  const by = (host: string, name: string, next?: string, keepsAddress = false) =>
    withoutName(host, name, { by: next, keepsAddress })

  test('has the next one in its place', () => {
    expect(by('a.example', 'a.example', 'b.example')).toBe('b.example')
    expect(by('192.0.2.1:a.example:b.example', 'a.example', 'c.example')).toBe(
      '192.0.2.1:c.example:b.example',
    )
    expect(by('192.0.2.1:a.example:b.example', 'a.example')).toBe('192.0.2.1:b.example')
    expect(by('192.0.2.1:a.example', 'a.example', '2001:db8::1')).toBe('192.0.2.1:[2001:db8::1]')
    expect(by('a.example', 'a.example')).toBeUndefined()
  })

  test('leads the console where it did, where it reaches a node by it; and back again', () => {
    const swapped = by('192.0.2.1', '192.0.2.1', 'b.example', true)
    expect(swapped).toBe('192.0.2.1:b.example')
    expect(by(swapped!, 'b.example', '192.0.2.1', true)).toBe('192.0.2.1')
    expect(by('2001:db8::1', '2001:db8::1', 'b.example', true)).toBe('[2001:db8::1]:b.example')
  })
})
