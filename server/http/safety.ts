import type { FastifyReply } from 'fastify'
import type { Config } from '../base/config.ts'

/** What the console's pages never ask of a device, denied to whatever gets into them. */
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
 * Pages of other sites may not embed what this server sends. An API that other origins call
 * (`ORIGINS`) is for them as well, and the browser asks their permission by CORS.
 */
export function saferHeaders({ site, origins }: Pick<Config, 'site' | 'origins'>) {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': DENIED.map((name) => `${name}=()`).join(', '),
    'cross-origin-resource-policy': origins.length > 0 ? 'cross-origin' : 'same-origin',
    ...(site.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
  return (reply: FastifyReply): FastifyReply => {
    // A page that says it more strictly has said it.
    for (const [name, value] of Object.entries(headers))
      if (!reply.hasHeader(name)) reply.header(name, value)
    return reply
  }
}
