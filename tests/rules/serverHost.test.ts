import { describe, expect, test } from 'vitest'
import { beforePort, faultOfHost, hostParts, isIPv6 } from '#rules/serverHost.ts'

describe('what is an address of a server', () => {
  test.each([
    'a.example',
    'a',
    'node_1.a-b.example',
    'xn--fiq228c.example',
    '中文.example',
    'сервер.рф',
    '192.0.2.1',
    '2001:db8::1',
    '::1',
    '1:2:3:4:5:6:7:8',
    '::ffff:192.0.2.1',
    '[2001:db8::1]',
    ' a.example ',
    '192.0.2.1:a.example',
    '192.0.2.1:a.example:[2001:db8::1]',
    '[2001:db8::1]:a.example',
    'a1:b2',
  ])('%j is one', (host) => {
    expect(faultOfHost(host)).toBeUndefined()
  })

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['https://nat.example.com', 'link'],
    ['a.example/path', 'link'],
    ['user@a.example', 'link'],
    ['a .example', 'link'],
    ['a.example?b', 'link'],
    ['203.0.113.9:10080', 'port'],
    ['a.example:443', 'port'],
    ['[2001:db8::1]:443', 'port'],
    ['a.example:b.example:443', 'port'],
    ['a.example:2001:db8::1', 'name'],
    ['[2001:db8::1', 'name'],
    ['2001:db8::1]', 'name'],
    ['[a.example]', 'name'],
    ['[2001:db8::1]]', 'name'],
    ['fe80::1%eth0', 'name'],
    ['1:2:3:4:5:6:7:8:9', 'port'],
    ['a.example:', 'name'],
    [':a.example', 'name'],
    ['a.example::b.example', 'name'],
    ['a..example', 'name'],
    ['a,b.example', 'name'],
    ['a"b', 'name'],
    ['192.0.2.256', 'name'],
    ['192.0.2', 'name'],
    ['192.0.2.01', 'name'],
    ['0x7f000001', 'name'],
    ['a.example.0x1', 'name'],
    [`${'a'.repeat(64)}.example`, 'name'],
    [`${'a.'.repeat(127)}example`, 'name'],
  ])('%j is none: %s', (host, fault) => {
    expect(faultOfHost(host)).toBe(fault)
  })
})

test.each([
  ['a:b:c', ['a', 'b', 'c']],
  [' a : [::1] : b ', ['a', '::1', 'b']],
  ['::1', ['::1']],
  ['a::b.example', ['a', '', 'b.example']],
  ['[x]', ['[x]']],
])('the parts of %j are %j', (host, parts) => {
  expect(hostParts(host)).toEqual(parts)
})

test('brackets stand around IPv6 alone', () => {
  expect(beforePort('2001:db8::1')).toBe('[2001:db8::1]')
  expect(beforePort('192.0.2.1')).toBe('192.0.2.1')
  expect(beforePort('a.example')).toBe('a.example')
})

test.each(['', 'a', '1.2.3.4', ':', 'g::1', '::1%1', '[::1]', '1:2'])('%j is no IPv6', (text) => {
  expect(isIPv6(text)).toBe(false)
})
