import type { FastifyInstance } from 'fastify'
import { Refusal } from '../base/refusal.ts'

/** Refuses text with a NUL in it: PostgreSQL cannot store it, and it is never intended. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ url, body }) => {
    if (url.includes('%00') || hasNul(body)) throw new Refusal(400, 'NUL is no text')
  })
}

/** Whether a text or a name in it, however deep, has a NUL. */
function hasNul(body: unknown): boolean {
  // Iterative: input may be nested deeper than the call stack.
  const left = [body]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string') {
      if (value.includes('\0')) return true
    } else if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value) && Object.keys(value).some((name) => name.includes('\0')))
        return true
      for (const inner of Object.values(value)) left.push(inner)
    }
  }
  return false
}
