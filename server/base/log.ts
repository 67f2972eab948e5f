import type { FastifyBaseLogger } from 'fastify'

/** The server's log; a part of Fastify's, so that tests can pass their own. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
