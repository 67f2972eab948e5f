import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { stateOfStorage } from '../../database/storage.ts'
import { RETRY_AFTER } from '../../database/unavailable.ts'
import type { World } from '../../http/world.ts'

/** How long an answer about the database is cached, ms. */
const CACHE_MS = 1_000
/** How long the database may take to answer before this process is not ready, ms. */
const TIMEOUT_MS = 2_000

/**
 * Probes for a supervisor.
 *
 * `/api/livez`: it answers; nothing else is checked, so that an outage of the database causes no
 * restart. `/api/readyz`: it can serve, so a load balancer may send calls here; 503 while the
 * database does not answer. Once a clean stop has begun, Fastify answers 503 to every call.
 * `/api/health`: whether the database can be written, in a word.
 */
export function serveProbes(app: FastifyInstance, world: World): void {
  const storage = cached(() => stateOfStorage(world))
  const database = cached(() => answers(world))
  app.get('/api/livez', async () => ({ status: 'ok' }))
  app.get('/api/readyz', async (_request, reply) => {
    const isReady = await database()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'database' })
  })
  app.get('/api/health', async (_request, reply) => {
    const { state } = await storage()
    const isWell = state === 'ok' || state === 'low'
    if (!isWell) reply.code(503).header('retry-after', RETRY_AFTER[state])
    return reply.send({ status: isWell ? 'ok' : state, time: world.now() })
  })
}

/** Unauthenticated, and each answer costs a statement: one a second is enough. */
function cached<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    if (!last || performance.now() - last.at >= CACHE_MS)
      last = { at: performance.now(), answer: read() }
    return last.answer
  }
}

/** Whether the database answers in time. */
async function answers({ db }: World): Promise<boolean> {
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), TIMEOUT_MS)
  return Promise.race([answered, late.promise]).finally(() => clearTimeout(timer))
}
