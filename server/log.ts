import type { FastifyServerOptions } from 'fastify'

/**
 * What the log may hold.
 *
 * Never a secret: no cookies, no bodies, and no part of an address that is one (subscription
 * tokens, reset links, MAC addresses).
 */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({
        method,
        url: withoutSecrets(url),
      }),
      err: ({ name, message, stack }: Error) => ({ type: name, message, stack: stack ?? '' }),
    },
  }
}

/** An address as the log may show it. */
export function withoutSecrets(url: string): string {
  return url
    .replace(/([?&](?:token|data|password|code)=)[^&]*/gi, '$1…')
    .replace(/(\/(?:subscribe|mac|reset|telegram|setup|ref)\/)[^/?]+/gi, '$1…')
}
