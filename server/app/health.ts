import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '../base/refusal.ts'
import { stateOfStorage } from '../database/storage.ts'
import { RETRY_AFTER } from '../database/unavailable.ts'
import type { World } from '../http/world.ts'

/** How long an answer about the database holds. */
const CACHE_MS = 1_000

/** `/api/health` for whoever watches the process, `/api/metrics` for Prometheus. */
export function serveHealth(app: FastifyInstance, world: World): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'sluice_call_seconds',
    help: 'Time from request to reply, by operation',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers: [registry],
  })
  new Gauge({
    name: 'sluice_open_ports',
    help: 'Ports the engine of this machine holds open',
    registers: [registry],
    collect() {
      this.set(world.plane.states().filter(({ open }) => open).length)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const { operationId } = (request.routeOptions.schema ?? {}) as { operationId?: string }
    if (operationId)
      seconds.observe(
        { operation: operationId, status: reply.statusCode },
        reply.elapsedTime / 1000,
      )
  })

  let last: { at: number; answer: ReturnType<typeof stateOfStorage> } | undefined
  /** Anybody may ask, and asking tries a write: once in a while is enough. */
  const asked = () => {
    if (!last || performance.now() - last.at >= CACHE_MS)
      last = { at: performance.now(), answer: stateOfStorage(world) }
    return last.answer
  }
  app.get('/api/health', async (_request, reply) => {
    const { state } = await asked()
    const isWell = state === 'ok' || state === 'low'
    if (!isWell) reply.code(503).header('retry-after', RETRY_AFTER[state])
    return reply.send({ status: isWell ? 'ok' : state, time: world.now() })
  })
  app.get('/api/metrics', async (request, reply) => {
    // A socket for both families shows 127.0.0.1 as an IPv6 address.
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
    const { metricsToken } = world.config
    const known = metricsToken ? request.headers.authorization === `Bearer ${metricsToken}` : local
    if (!known) throw new Refusal(404)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
