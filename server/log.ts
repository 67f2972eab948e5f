import type { FastifyServerOptions } from 'fastify'
import { shownAddress } from './shownAddress.ts'

/**
 * What the log may hold.
 *
 * Never a secret: no cookies, no bodies, and of an address only what cannot be one.
 */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({
        method,
        url: shownAddress(url),
      }),
      err: ({ name, message, stack }: Error) => ({ type: name, message, stack: stack ?? '' }),
    },
  }
}
