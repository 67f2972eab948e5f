import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from './refusal.ts'
import type { World } from './world.ts'

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

  app.get('/api/health', async (_request, reply) => {
    await sql`select 1`.execute(world.db)
    return reply.send({ status: 'ok', time: world.now() })
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
