import { describe, expect, test } from 'vitest'
import { makeWorld } from '../../support/world.ts'

const SITE = 'https://console.example'
const FRIEND = 'https://app.example'

/** A write that a browser sends to this host, as far as the guard of writes lets it. */
async function write(
  headers: Record<string, string>,
  {
    method = 'POST' as 'POST' | 'GET' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS',
    origins = FRIEND,
  } = {},
) {
  const world = await makeWorld({ env: { SITE, ORIGINS: origins } })
  const reply = await world.app.inject({
    method,
    url: method === 'GET' || method === 'HEAD' ? '/api/home/login' : '/api/home/logout',
    headers,
  })
  return reply.payload.includes('another site') ? 'refused' : 'let through'
}

describe('a write', () => {
  test.each([
    ['from the site', { origin: SITE }, 'let through'],
    ['from an address that is allowed', { origin: FRIEND }, 'let through'],
    ['from no page at all', {}, 'let through'],
    ['from another site', { origin: 'https://evil.example' }, 'refused'],
    ['from the site without TLS', { origin: 'http://console.example' }, 'refused'],
    ['from another port of the site', { origin: `${SITE}:8443` }, 'refused'],
    ['from a name that begins like the site', { origin: `${SITE}.evil.example` }, 'refused'],
    ['from a page without an origin', { origin: 'null' }, 'refused'],
    ['with an empty origin', { origin: '' }, 'refused'],
    // The console opened by another name or number of this machine.
    [
      'from the host it goes to',
      { origin: 'http://10.0.0.5:8080', host: '10.0.0.5:8080', 'sec-fetch-site': 'same-origin' },
      'let through',
    ],
    [
      'from the host it goes to, by a browser that says no more',
      { origin: 'http://10.0.0.5:8080', host: '10.0.0.5:8080' },
      'let through',
    ],
    // DNS rebinding: the browser knows that the page has another origin.
    [
      'from the host it goes to, across sites',
      { origin: 'http://10.0.0.5:8080', host: '10.0.0.5:8080', 'sec-fetch-site': 'cross-site' },
      'refused',
    ],
    [
      'from another port of the host it goes to',
      { origin: 'http://10.0.0.5:9090', host: '10.0.0.5:8080' },
      'refused',
    ],
    [
      'from the host it goes to, but with TLS',
      { origin: 'https://10.0.0.5:8080', host: '10.0.0.5:8080' },
      'refused',
    ],
  ])('%s is %s', async (_from, headers, fate) => {
    expect(await write(headers as Record<string, string>)).toBe(fate)
  })

  test.each([
    ['POST', 'refused'],
    ['PUT', 'refused'],
    ['DELETE', 'refused'],
    ['GET', 'let through'],
    ['HEAD', 'let through'],
    ['OPTIONS', 'let through'],
  ] as const)('by %s from another site is %s', async (method, fate) => {
    expect(await write({ origin: 'https://evil.example' }, { method })).toBe(fate)
  })
})
