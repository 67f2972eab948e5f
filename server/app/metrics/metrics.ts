import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { keyedHash } from '../../base/keyedHash.ts'
import { Refusal } from '../../base/refusal.ts'
import { RELEASE } from '../../base/version.ts'
import { onQuery } from '../../database/queries.ts'
import type { World } from '../../http/world.ts'
import { measureCalls } from './calls.ts'
import { type Facts, readFacts } from './facts.ts'
import { registerReadings } from './gauges.ts'
import { readingsOfBackup, readingsOfCertificate, readingsOfDatabase } from './machine.ts'
import { readingsOfShop, readingsOfTraffic } from './readings.ts'
import type { Log } from '../../base/log.ts'

/** Least time between two log entries of one statement, ms. */
const REMINDER_MS = 10_000

/** How many statements are remembered as logged; beyond it all are dropped. */
const MAX_TEXTS = 1_000

/** How long figures from the database are cached, ms: there may be several scrapers. */
const FACTS_MS = 10_000
/** Addresses of this machine; a socket for both families shows 127.0.0.1 as an IPv6 address. */
const LOCAL = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** `/api/metrics` for Prometheus: this process, the shop and the machine; no personal data. */
export function serveMetrics(app: FastifyInstance, world: World): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureCalls(app, registry)
  measureDatabase(registry, world)
  countTraffic(registry, world)
  new Gauge({
    name: 'sluice_build_info',
    help: 'Always 1; says which release this is',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: RELEASE }, 1)
  registerReadings(registry, [
    ...readingsOfShop(remembered(() => readFacts(world.db, world.now()))),
    ...readingsOfTraffic(world),
    ...readingsOfDatabase(world),
    ...readingsOfBackup(world),
    ...readingsOfCertificate(world),
  ])
  app.get('/api/metrics', async (request, reply) => {
    const { metricsToken } = world.config
    const mayRead = metricsToken
      ? isBearer(request.headers.authorization, metricsToken, world.secret)
      : LOCAL.includes(request.ip)
    if (!mayRead) throw new Refusal(404)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Compared by their keyed hashes, so that the time it takes reveals nothing of the token. */
function isBearer(given: string | undefined, token: string, secret: string): boolean {
  const hashOf = (text: string) => Buffer.from(keyedHash(secret, 'metrics', text))
  return timingSafeEqual(hashOf(given ?? ''), hashOf(`Bearer ${token}`))
}

function measureDatabase(registry: Registry, { db, log, config }: World): void {
  const seconds = new Histogram({
    name: 'sluice_query_seconds',
    help: 'Time of one statement of the database',
    buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1],
    registers: [registry],
  })
  const slow = new Counter({
    name: 'sluice_slow_queries_total',
    help: 'Statements that took longer than SLOW_QUERY_MS',
    registers: [registry],
  })
  const isSlow = watchSlowQueries({ log }, config.slowQueryMs)
  onQuery(db, (text, ms) => {
    seconds.observe(ms / 1000)
    if (isSlow(text, ms)) slow.inc()
  })
}

function countTraffic(registry: Registry, world: World): void {
  new Counter({
    name: 'sluice_traffic_bytes_total',
    help: 'Bytes customers sent (up) and got (down) through all servers',
    labelNames: ['direction'],
    registers: [registry],
    collect() {
      const { up, down } = world.lights.total()
      this.reset()
      this.inc({ direction: 'up' }, up)
      this.inc({ direction: 'down' }, down)
    },
  })
}

/** What was read less than `FACTS_MS` ago, or is being read now; a failure is not cached. */
function remembered(read: () => Promise<Facts>): () => Promise<Facts> {
  let last: { at: number; facts: Promise<Facts> } | undefined
  return () => {
    const now = performance.now()
    if (last && now - last.at < FACTS_MS) return last.facts
    const facts = read()
    last = { at: now, facts }
    facts.catch(() => (last = undefined))
    return facts
  }
}

/**
 * Warns of statements that take `limitMs` or longer, each once in ten seconds; returns a listener
 * for `onQuery` that says whether one was slow. The log has their text, never a value.
 */
export function watchSlowQueries(
  { log, elapsed = () => performance.now() }: { log: Log; elapsed?: () => number },
  limitMs: number,
): (sql: string, ms: number) => boolean {
  const named = new Map<string, number>()
  return (text, ms) => {
    if (limitMs === 0 || ms < limitMs) return false
    const now = elapsed()
    if (now - (named.get(text) ?? -Infinity) < REMINDER_MS) return true
    if (named.size >= MAX_TEXTS) named.clear()
    named.set(text, now)
    log.warn({ sql: text, ms: Math.round(ms) }, 'slow query')
    return true
  }
}
