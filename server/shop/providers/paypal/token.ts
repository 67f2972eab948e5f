import { createHash } from 'node:crypto'
import { makeTimespan, type Timespan } from '../../../base/timespan.ts'
import { failureOf } from './api.ts'
import { ProviderFailure } from '../provider.ts'

/** PayPal's address and credentials. */
export type PaypalLogin = { base: string; clientId: string; clientSecret: string }

/** A token is renewed this long before it expires, ms. */
const RENEWAL_MARGIN_MS = 60_000
const MAX_TOKENS = 20
const tokens = new Map<string, { token: string; life: Timespan }>()

/**
 * A `fetch` with PayPal's access token; `now` in ms. Tokens are cached for as long as PayPal says.
 *
 * A rejected token is replaced once. Throws `ProviderFailure` when no token is given.
 */
export function withAccessToken(login: PaypalLogin, now: () => number) {
  const name = createHash('sha256').update(JSON.stringify(login)).digest('base64')
  return async (request: Request): Promise<Response> => {
    const body = request.body && (await request.arrayBuffer())
    const { method, signal, redirect } = request
    const send = async () => {
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${await tokenOf(login, name, now, signal)}`)
      return fetch(request.url, { method, headers, body, signal, redirect })
    }
    const reply = await send()
    if (reply.status !== 401) return reply
    tokens.delete(name)
    return send()
  }
}

async function tokenOf(
  { base, clientId, clientSecret }: PaypalLogin,
  name: string,
  now: () => number,
  signal: AbortSignal,
): Promise<string> {
  const cached = tokens.get(name)
  if (cached && cached.life.isOn()) return cached.token
  const reply = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    signal,
    redirect: 'error',
  })
  if (!reply.ok) throw failureOf(reply.status, await reply.json().catch(() => null))
  const { access_token: token, expires_in: seconds } = (await reply.json()) as {
    access_token?: unknown
    expires_in?: unknown
  }
  if (typeof token !== 'string') throw new ProviderFailure('unreachable', 'no reply of PayPal')
  if (tokens.size >= MAX_TOKENS) tokens.clear()
  const life = makeTimespan(now)
  life.begin((Number(seconds) || 0) * 1000 - RENEWAL_MARGIN_MS)
  tokens.set(name, { token, life })
  return token
}
