import type { FastifyReply } from 'fastify'
import type { Config } from '../base/config.ts'

/** Browser features the console never uses, denied to injected code. */
const DENIED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]

/**
 * Headers of every reply, of the API as of the pages.
 *
 * Pages of other sites may not embed this server's responses. An API that other origins call
 * (`ORIGINS`) is for them as well, and the browser checks their permission by CORS.
 */
export function securityHeaders({ site, origins }: Pick<Config, 'site' | 'origins'>) {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': DENIED.map((name) => `${name}=()`).join(', '),
    'cross-origin-resource-policy': origins.length > 0 ? 'cross-origin' : 'same-origin',
    ...(site.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
  return (reply: FastifyReply): FastifyReply => {
    // A page's own stricter policy stays.
    for (const [name, value] of Object.entries(headers))
      if (!reply.hasHeader(name)) reply.header(name, value)
    return reply
  }
}

/**
 * Has no proxy rewrite a page: what a content network puts in (Cloudflare hides email addresses
 * behind a script) our policy lets not run, so that it would only be broken. RFC 9111, 5.2.2.6.
 */
export function leaveAsItIs(reply: FastifyReply): void {
  if (!String(reply.getHeader('content-type') ?? '').startsWith('text/html')) return
  const stored = reply.getHeader('cache-control')
  reply.header(
    'cache-control',
    stored ? `${String(stored)}, no-transform` : 'no-store, no-transform',
  )
}
