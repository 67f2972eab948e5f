import type { FastifyBaseLogger } from 'fastify'

/** Where the server writes what happened; a part of Fastify's log, so that tests can give their own. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
