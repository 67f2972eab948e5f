import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Measures the calls of the API: duration, concurrency, and status. */
export function measureCalls(app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'sluice_call_seconds',
    help: 'Time from request to reply, by operation',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers,
  })
  const failed = new Counter({
    name: 'sluice_calls_failed_total',
    help: 'Calls that ended with an error of ours (5xx)',
    registers,
  })
  const refused = new Counter({
    name: 'sluice_calls_refused_total',
    help: 'Calls that were refused, by status',
    labelNames: ['status'],
    registers,
  })
  const bytes = new Counter({
    name: 'sluice_replies_bytes_total',
    help: 'Bytes of replies, without their headers, where their length was known',
    registers,
  })
  let open = 0
  new Gauge({
    name: 'sluice_calls_open',
    help: 'Requests that wait for their reply',
    registers,
    collect() {
      this.set(open)
    },
  })
  app.addHook('onRequest', async (_request, reply) => {
    open += 1
    // Also where the client disconnected before the reply.
    reply.raw.once('close', () => (open -= 1))
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply
    bytes.inc(Number(reply.getHeader('content-length')) || 0)
    if (status >= 500) failed.inc()
    else if (status >= 400) refused.inc({ status })
    const { operationId } = (request.routeOptions.schema ?? {}) as { operationId?: string }
    if (operationId) seconds.observe({ operation: operationId, status }, reply.elapsedTime / 1000)
  })
}
