import { fromBase64, toBase64, toBase64Url } from '#rules/base64.ts'
import {
  appLink,
  macConfigLink,
  macLoginLink,
  safeLink,
  referralLink,
  shadowsocksLink,
  shownHost,
  sip002Link,
  SUBSCRIPTION_TYPES,
  subscriptionLink,
} from '#rules/links.ts'
import { parseShadowsocksLink } from '../support/shadowsocksLink.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const access = { method: 'aes-256-gcm', password: 'secret', host: 'a.example', port: 50_000 }

const anyAccess = fc.record({
  method: fc.constantFrom('aes-256-gcm', 'chacha20-ietf-poly1305', '2022-blake3-aes-128-gcm'),
  password: fc.string({ unit: 'grapheme', minLength: 1 }),
  host: fc.constantFrom('a.example', '192.0.2.1', '2001:db8::1'),
  port: fc.integer({ min: 1, max: 65_535 }),
})

describe('base64', () => {
  test('holds any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(toBase64(text)).toBe(Buffer.from(text).toString('base64'))
        expect(fromBase64(toBase64(text))).toBe(text)
        expect(toBase64Url(text)).toBe(Buffer.from(text).toString('base64url'))
        expect(fromBase64(toBase64Url(text))).toBe(text)
      }),
    )
  })

  test.each(['*', '_w'])('%j is none', (text) => {
    expect(fromBase64(text)).toBeUndefined()
  })
})

describe('shadowsocksLink', () => {
  test('is all of it in base64 without padding', () => {
    expect(shadowsocksLink(access)).toBe('ss://YWVzLTI1Ni1nY206c2VjcmV0QGEuZXhhbXBsZTo1MDAwMA')
  })

  test('adds the shift of the server to the port', () => {
    const link = shadowsocksLink({ ...access, shift: -40_000 })
    expect(parseShadowsocksLink(link)?.port).toBe(10_000)
  })

  test('is read back', () => {
    fc.assert(
      fc.property(anyAccess, (any) => {
        expect(parseShadowsocksLink(shadowsocksLink(any))).toEqual({ ...any, name: '' })
      }),
    )
  })
})

describe('safeLink', () => {
  test('is the scanned link while clients read it whole', () => {
    for (const password of ['secret', 'aZ09._-', 'a~b'])
      expect(safeLink({ ...access, password })).toBe(shadowsocksLink({ ...access, password }))
  })

  test.each([...' !"#$%&\'()*+,/:;<=>?@[\\]^`{|}', 'é', '密'])(
    'is SIP002 for a password with %j',
    (sign) => {
      const odd = { ...access, password: `a${sign}b` }
      expect(safeLink(odd)).toBe(sip002Link(odd))
    },
  )

  test('is SIP002 for an IPv6 address, and where the base64 has what ends a host', () => {
    const six = { ...access, host: '2001:db8::1' }
    expect(safeLink(six)).toBe(sip002Link(six))
    expect(safeLink(six)).toMatch(/@\[2001:db8::1\]:50000$/)
    // The third of three letters is what makes a `+` of this one.
    const plus = ['~', 'a~', 'aa~'].map((password) => ({ ...access, password }))
    expect(plus.filter((one) => shadowsocksLink(one).includes('+')).map(safeLink)).toEqual(
      plus.filter((one) => shadowsocksLink(one).includes('+')).map((one) => sip002Link(one)),
    )
    expect(plus.some((one) => shadowsocksLink(one).includes('+'))).toBe(true)
  })

  test('never has what apps skip or cut in its host part, and is read back', () => {
    fc.assert(
      fc.property(anyAccess, (any) => {
        const link = safeLink(any)
        expect(link.slice(5).split('@')[0]).not.toMatch(/[/+=]/)
        expect(parseShadowsocksLink(link)).toEqual({ ...any, name: '' })
      }),
    )
  })
})

describe('sip002Link', () => {
  test('carries the name and the shifted port', () => {
    expect(sip002Link({ ...access, shift: 1 }, '东京 01')).toBe(
      'ss://YWVzLTI1Ni1nY206c2VjcmV0@a.example:50001#%E4%B8%9C%E4%BA%AC%2001',
    )
  })

  test('spells out the key of a 2022 cipher', () => {
    const link = sip002Link({ ...access, method: '2022-blake3-aes-128-gcm', password: 'a/b+c==' })
    expect(link).toBe('ss://2022-blake3-aes-128-gcm:a%2Fb%2Bc%3D%3D@a.example:50000')
  })

  test('is read back', () => {
    fc.assert(
      fc.property(anyAccess, fc.string({ unit: 'grapheme' }), (any, name) => {
        expect(parseShadowsocksLink(sip002Link(any, name))).toEqual({ ...any, name })
      }),
    )
  })
})

test.each(['', 'ss://', 'ss://*', 'http://a.example', 'ss://YQ', 'ss://YTpi@h:1#%'])(
  '%j is no Shadowsocks link',
  (link) => {
    expect(parseShadowsocksLink(link)).toBeUndefined()
  },
)

describe('shownHost', () => {
  test.each([
    ['address.example', 0, 'address.example'],
    ['address.example:one.example', 0, 'one.example'],
    ['address.example:one.example:two.example', 0, 'one.example'],
    ['address.example:one.example:two.example', 1, 'two.example'],
    ['address.example::two.example', 0, 'two.example'],
    ['address.example:', 0, 'address.example'],
    // The colons of an IPv6 address part nothing.
    ['2001:db8::1', 0, '2001:db8::1'],
    ['[2001:db8::1]', 0, '2001:db8::1'],
    ['a.example:[2001:db8::1]:b.example', 0, '2001:db8::1'],
    ['a.example:[2001:db8::1]:b.example', 1, 'b.example'],
    ['[2001:db8::1]:[2001:db8::2]', 0, '2001:db8::2'],
  ])('of %j, chance %d, is %j', (host, index, shown) => {
    expect(shownHost(host, () => index)).toBe(shown)
  })

  test('shows each of them in turn or by chance, never the address', () => {
    const seen = new Set(Array.from({ length: 200 }, () => shownHost('a:b:c:d')))
    expect([...seen].toSorted()).toEqual(['b', 'c', 'd'])
  })
})

test('subscriptionLink says what the client wants', () => {
  const link = 'https://a.example/api/user/account/subscribe/0f?type=clash&ip=1&flow=0'
  const wants = { type: 'clash', ip: true, flow: false }
  expect(subscriptionLink('https://a.example', '0f', wants)).toBe(link)
  expect(subscriptionLink('https://a.example/', '0f', wants)).toBe(link)
})

describe('appLink', () => {
  const link = 'https://a.example/s?type=x&ip=0'

  test.each([
    [
      'clash',
      'clash://install-config?url=https%3A%2F%2Fa.example%2Fs%3Ftype%3Dx%26ip%3D0&name=A%20B',
    ],
    [
      'singbox',
      'sing-box://import-remote-profile?url=https%3A%2F%2Fa.example%2Fs%3Ftype%3Dx%26ip%3D0#A%20B',
    ],
  ] as const)('opens %s', (type, opened) => {
    expect(appLink(type, link, 'A B')).toBe(opened)
    // Read back the way an app does it.
    expect(new URL(opened).searchParams.get('url')).toBe(link)
  })

  test('opens shadowrocket with the link in base64', () => {
    const [, , encoded = '', query] =
      /^(.*sub:\/\/)([\w-]+)\?(.*)$/.exec(appLink('shadowrocket', link, 'A B') ?? '') ?? []
    expect(fromBase64(encoded)).toBe(link)
    expect(query).toBe('remark=A%20B')
  })

  test.each([
    ['surge', 'surge:///install-config?url=https%3A%2F%2Fa.example%2Fs%3Ftype%3Dx%26ip%3D0'],
    ['loon', 'loon://import?nodelist=https%3A%2F%2Fa.example%2Fs%3Ftype%3Dx%26ip%3D0'],
    ['outline', 'ssconf://a.example/s?type=x&ip=0'],
  ] as const)('opens %s by the link alone', (type, opened) => {
    expect(appLink(type, link, 'A B')).toBe(opened)
  })

  test('opens quantumultx with a name that ends nothing, and outline by HTTPS only', () => {
    const opened = new URL(appLink('quantumultx', link, 'A, B=1') ?? '')
    const remote = JSON.parse(opened.searchParams.get('remote-resource') ?? '')
    expect(remote).toEqual({ server_remote: [`${link}, tag=A B 1`] })
    expect(appLink('outline', link.replace('https', 'http'), '')).toBeUndefined()
  })

  test('is none for apps that have no such way', () => {
    const without = SUBSCRIPTION_TYPES.filter((type) => !appLink(type, link, ''))
    expect(without).toEqual(['sip008', 'ssr', 'ssd', 'potatso'])
  })
})

test('shownHost leaves blanks out', () => {
  expect(shownHost(' a.example ', () => 0)).toBe('a.example')
  expect(shownHost('a.example: b.example : ', () => 0)).toBe('b.example')
  expect(shownHost('', () => 0)).toBe('')
})

test.each([
  ['https://a.example', 'https://a.example'],
  ['https://a.example/', 'https://a.example'],
  ['https://a.example//', 'https://a.example'],
  ['https://a.example/panel/', 'https://a.example/panel'],
])('links of the site %s begin with %s', (site, start) => {
  const wants = { type: 'ssr', ip: false, flow: true }
  expect(subscriptionLink(site, 't', wants)).toBe(
    `${start}/api/user/account/subscribe/t?type=ssr&ip=0&flow=1`,
  )
  expect(referralLink(site, 'a/b')).toBe(`${start}/home/ref/a%2Fb`)
  expect(macConfigLink(site, '0123456789ab')).toBe(`${start}/api/user/account/mac/0123456789ab`)
  expect(macLoginLink(site, '0123456789ab')).toBe(`${start}/home/login/0123456789ab`)
})

/** A link of the older kind. */
const older = (text: string) => `ss://${toBase64(text, { padding: false })}`
/** A link of the newer kind. */
const newer = (user: string, end: string) => `ss://${toBase64Url(user)}@${end}`

test.each([
  ['no method', older(':pw@h:1')],
  ['no password', older('m@h:1')],
  ['no host', older('m:pw@:1')],
  ['no port', older('m:pw@h')],
  ['letters after the port', older('m:pw@h:1x')],
  ['no end', newer('m:pw', '')],
  ['no port at its end', newer('m:pw', 'h')],
  ['no user', 'ss://@h:1'],
  ['a user that cannot be read', 'ss://%%%:%@h:1'],
  ['a user that is no base64', 'ss://*@h:1'],
  ['a name that cannot be read', `${newer('m:pw', 'h:1')}#%`],
  ['something before it', ` ${newer('m:pw', 'h:1')}`],
  ['a line after it', `${newer('m:pw', 'h:1')}#a\n`],
])('a link with %s is none', (_what, link) => {
  expect(parseShadowsocksLink(link)).toBeUndefined()
})

test.each([
  ['an empty password', newer('m:', 'h:1'), { method: 'm', password: '', host: 'h', port: 1 }],
  ['an address in brackets', newer('m:p', '[::1]:1'), { host: '::1' }],
  ['half a bracket at the end', newer('m:p', '::1]:1'), { host: '::1]' }],
  ['half a bracket at the start', newer('m:p', '[::1:1'), { host: '[::1' }],
  ['text around brackets', newer('m:p', 'a[::1]b:1'), { host: 'a[::1]b' }],
  ['a slash after the port', newer('m:p', 'h:1/'), { host: 'h', port: 1 }],
  ['a password with all signs', older('m:a:b@c\nd@h:1'), { password: 'a:b@c\nd', host: 'h' }],
  ['a name', `${newer('m:p', 'h:1')}#%E6%9D%B1`, { name: '東' }],
  ['an empty name', `${newer('m:p', 'h:1')}#`, { name: '' }],
])('a link with %s is read', (_what, link, expected) => {
  expect(parseShadowsocksLink(link)).toMatchObject(expected)
})
