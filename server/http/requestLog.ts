import Fastify, { type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { shownAddress } from './shownAddress.ts'
import { rememberLine } from '../base/recentLines.ts'
import { writeLine } from '../base/writeLine.ts'
import { unavailableBy } from '../database/unavailable.ts'
import type { World } from './world.ts'

/**
 * The fields a log entry may have.
 *
 * Never a secret: no cookies, no bodies, and only the harmless parts of an address.
 */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    stream: {
      write(line: string) {
        rememberLine(line)
        writeLine(line)
      },
    },
    redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({
        method,
        url: shownAddress(url),
      }),
      err: (error: Error) => ({ type: error.name, message: error.message, stack: stackOf(error) }),
    },
  }
}

/**
 * Calls of the API are logged, files of the console are not: the first page loads dozens, and they
 * would push the set-up link out of the terminal.
 */
export const callsOnly = () =>
  new CallsOnly({ disableRequestLogging: ({ url }) => !/^\/api(\/|$)/i.test(url) })

/** One line for each call, once it is over: two would be a fifth of a small call's cost. */
class CallsOnly extends Fastify.LogController {
  override incomingRequest() {}

  override requestCompleted(
    err: Error | null | undefined,
    req: FastifyRequest,
    res: FastifyReply,
  ): void {
    if (this.isLogDisabled(req)) return
    const line = { req, res, responseTime: res.elapsedTime }
    if (err) res.log.error({ ...line, err }, 'request errored')
    else res.log.info(line, 'request completed')
  }
}

/** A log for the terminal, one line each, until the server's own exists. */
export function terminalLog(): World['log'] {
  const line =
    (write: (text: string) => void) =>
    (what: unknown, text = '') => {
      const { err = what } = (what ?? {}) as { err?: unknown }
      const why = err instanceof Error ? err.message : typeof err === 'string' ? err : ''
      write([text, why].filter(Boolean).join(': '))
    }
  return { info: line(console.info), warn: line(console.warn), error: line(console.error) }
}

/** How often the log says again that the database is away. */
const REMINDER_MS = 10_000

/**
 * The server's log, in which an outage of the database is an occasional line: every background task
 * fails on it again and again until it is over.
 */
export function calmLog(log: World['log']): World['log'] {
  let quietUntil = 0
  return {
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error(what: { err?: unknown }, text?: string) {
      const unavailable = unavailableBy(what.err)
      if (!unavailable) return log.error(what, text)
      if (performance.now() < quietUntil) return
      quietUntil = performance.now() + REMINDER_MS
      const why = (what.err as Error).message
      log.warn({ why }, `the database is ${unavailable}; work goes on once it is back`)
    },
  }
}

/** An error's stack; for a database that is away it has no information. */
const stackOf = (error: Error) => (unavailableBy(error) ? '' : (error.stack ?? ''))
