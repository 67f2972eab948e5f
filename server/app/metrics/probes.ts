import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../base/refusal.ts'
import { stateOfStorage } from '../../database/storage.ts'
import { RETRY_AFTER } from '../../database/unavailable.ts'
import { OF_RELEASE, VERSION } from '../../base/version.ts'
import type { World } from '../../http/world.ts'

/** Which release this is; of a source tree no commit is known. */
const release = { version: VERSION, ...(OF_RELEASE && { commit: OF_RELEASE.commit }) }
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
 * `/api/health`: whether the database can be written, in a word, and which release answers.
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
    return reply.send({ status: isWell ? 'ok' : state, time: world.now(), ...release })
  })
}

const PROBES = /^\/api\/(livez|readyz|health)$/
/** How soon a caller of a console that is closed may try again, s. */
const CLOSED_RETRY_S = 2

/** Refuses every call but probes with 503: whoever tells of a payment tells of it again. */
export function closeToAllButProbes(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (PROBES.test(url)) return
    reply.header('retry-after', CLOSED_RETRY_S)
    throw new Refusal(503)
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
