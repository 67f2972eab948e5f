import type { FastifyInstance } from 'fastify'

/**
 * Leads on who shares something to the console where its service worker is not there to take it, as
 * after the browser's storage was cleared. What was shared is not read: it would be lost here.
 */
export function redirectShares(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, url }, reply) =>
    method === 'POST' && url.split('?')[0] === '/share' ? reply.redirect('/share', 303) : undefined,
  )
}
