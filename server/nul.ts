import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/** Refuses text with a NUL in it: PostgreSQL keeps none, and nobody means one. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ url, body }) => {
    const inBody = typeof body === 'object' && JSON.stringify(body).includes('\\u0000')
    if (url.includes('%00') || inBody) throw new Refusal(400, 'NUL is no text')
  })
}
