import { describe, expect, test } from 'vitest'
import { networksIn, parsePlace, placeText } from '../../src/rules/webSocket.ts'

describe('the address of a CDN', () => {
  test.each([
    ['cdn.example', { host: 'cdn.example', port: 443 }],
    [' cdn.example:2053 ', { host: 'cdn.example', port: 2053 }],
    ['192.0.2.7', { host: '192.0.2.7', port: 443 }],
    ['192.0.2.7:65535', { host: '192.0.2.7', port: 65_535 }],
    ['2001:db8::7', { host: '2001:db8::7', port: 443 }],
    ['[2001:db8::7]', { host: '2001:db8::7', port: 443 }],
    ['[2001:db8::7]:8443', { host: '2001:db8::7', port: 8_443 }],
  ])('is a host, and a port where it is not 443: %s', (text, place) => {
    expect(parsePlace(text)).toEqual(place)
    expect(parsePlace(placeText(place))).toEqual(place)
  })

  test.each([
    '',
    'https://cdn.example',
    'cdn.example/a',
    'cdn.example:0',
    'cdn.example:65536',
    'cdn.example:1:2',
    'a.example:b.example',
    'me@cdn.example',
    '1.2.3',
  ])('is nothing else: %s', (text) => {
    expect(parsePlace(text)).toBeUndefined()
  })

  test('is written without the usual port', () => {
    expect(placeText({ host: 'cdn.example', port: 443 })).toBe('cdn.example')
    expect(placeText({ host: '2001:db8::7', port: 444 })).toBe('[2001:db8::7]:444')
  })
})

describe('networks of proxies', () => {
  test('are addresses and networks, however they are parted', () => {
    expect(networksIn('192.0.2.1\n10.0.0.0/8, 2001:db8::/32;::1/128  0.0.0.0/0')).toEqual({
      networks: ['192.0.2.1', '10.0.0.0/8', '2001:db8::/32', '::1/128', '0.0.0.0/0'],
      wrong: undefined,
    })
    expect(networksIn(' ')).toEqual({ networks: [], wrong: undefined })
  })

  test.each(['10.0.0.0/33', '10.0.0/8', '256.0.0.1', '::/129', 'a.example', '10.0.0.0/8/8', '1/x'])(
    'are nothing else: %s',
    (text) => {
      expect(networksIn(`192.0.2.1 ${text}`).wrong).toBe(text)
    },
  )
})
