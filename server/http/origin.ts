import type { FastifyInstance } from 'fastify'
import type { Config } from '../base/config.ts'
import { Refusal } from '../base/refusal.ts'

/**
 * Refuses writes that a page of another site sends with this site's cookie (CSRF).
 *
 * Programs that are not browsers send no `Origin` and no cookie by accident; they pass.
 */
export function guardOrigin(
  app: FastifyInstance,
  { site, origins }: Pick<Config, 'site' | 'origins'>,
) {
  const allowed = new Set([new URL(site).origin, ...origins])
  app.addHook('onRequest', async ({ method, headers, host, protocol }) => {
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return
    const { origin } = headers
    if (origin === undefined || allowed.has(origin)) return
    if (origin === `${protocol}://${host}` && headers['sec-fetch-site'] !== 'cross-site') return
    throw new Refusal(403, 'another site')
  })
}
