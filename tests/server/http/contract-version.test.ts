import { expect, test } from 'vitest'
import { CONTRACT } from '#contract'
import { makeWorld } from '../../support/world.ts'

/** How a reply is marked, and with which status. */
async function marked(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET' as 'GET' | 'POST',
) {
  const { app } = await makeWorld({ env: { ORIGINS: 'https://app.example' } })
  const reply = await app.inject({ method, url, headers })
  return [reply.statusCode, reply.headers['contract-version']]
}

test.each([
  ['an answer', '/api/home/login', 200],
  ['a refusal', '/api/user/account', 401],
  ['a refusal without a word', '/api/home/setup', 403],
  ['what does not exist', '/api/nothing', 404],
  ['an address that is none', '/api/%zz', 400],
])('%s says that it is ours', async (_what, url, status) => {
  expect(await marked(url)).toEqual([status, CONTRACT])
})

test('a write that is refused before it is read says that it is ours', async () => {
  expect(await marked('/api/home/logout', { origin: 'https://evil.example' }, 'POST')).toEqual([
    403,
    CONTRACT,
  ])
})

test('a console at another address may read it', async () => {
  const { app } = await makeWorld({ env: { ORIGINS: 'https://app.example' } })
  const { headers } = await app.inject({
    url: '/api/home/login',
    headers: { origin: 'https://app.example' },
  })
  expect(String(headers['access-control-expose-headers'])).toContain('contract-version')
})
