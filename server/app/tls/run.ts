import type { Server as HttpServer } from 'node:http'
import { type CertificateStatus, NO_CERTIFICATE } from '../../base/certificate.ts'
import { guardServer } from '../../base/guarded.ts'
import type { Config } from '../../base/config.ts'
import type { Log } from '../../base/log.ts'
import { every } from '../../base/timers.ts'
import { CannotStart } from '../../database/cannotStart.ts'
import { leaseOf } from '../../database/alone.ts'
import type { Lease } from '../../database/lease.ts'
import { openFaultLog } from '../../http/limits/strangerLog.ts'
import type { World } from '../../http/world.ts'
import { makeCertificateWatch } from '../../notify/certificateWatch.ts'
import { tlsFront } from './front.ts'
import { isOfStaging, type Pair } from './certificate.ts'
import { keptIn } from './kept.ts'
import { makeSaving } from './saving.ts'
import { listen } from './listen.ts'
import { orderCertificate } from './order.ts'
import { plainPort } from './plainPort.ts'
import { isRenewable, makeRenewing, type Source } from './renewing.ts'
import { readFileSync, statSync } from 'node:fs'

const LOOK_MS = 1_000

/** How often the operator might have to be notified, ms. */
const WATCH_MS = 15_000

type Deps = {
  db: World['db']
  config: Pick<Config, 'tls' | 'site' | 'dataDir' | 'databaseUrl'>
  now: () => number
  log: Log
  /** Among the processes of one database only one orders: the answers are in its memory. */
  lease?: Pick<Lease, 'isHeld' | 'isElsewhere' | 'stop'>
  /** How often it is looked whether the certificate is due, ms; shorter in tests. */
  lookMs?: number
}

export type OwnTls = {
  /** What is answered to authorities on port 80, by token, and whether that port is this console's. */
  answers: Map<string, string>
  hasPlainPort: boolean
  status: () => CertificateStatus
  /** Opens the ports for this server of the console's. */
  start: (http: HttpServer) => Promise<void>
  stop: () => Promise<void>
  /** Ends all connections of this server of the console's, whatever they are doing. */
  cut: (http: HttpServer) => void
}

/** HTTPS served by the console itself, with a certificate of ACME's or with given files. */
export function makeOwnTls(deps: Deps): OwnTls {
  const { config, log, lookMs = LOOK_MS } = deps
  const { tls, site } = config
  if (!tls.kind)
    return {
      answers: new Map(),
      hasPlainPort: false,
      status: () => NO_CERTIFICATE,
      start: async () => {},
      stop: async () => {},
      cut: (http) => http.closeAllConnections(),
    }
  const answers = new Map<string, string>()
  const front = tlsFront()
  const source = tls.kind === 'acme' ? acme(deps, answers) : files(deps)
  const renewing = makeRenewing({ ...deps, source, host: tls.name, serve: front.serve })
  const plain = plainPort(site, answers)
  const failed = openFaultLog(log)
  for (const server of [front.server, front.http2, plain]) guardServer(server, failed)
  let watching: { stop: () => Promise<void> } | undefined
  let looking: { stop: () => Promise<void> } | undefined
  return {
    answers,
    hasPlainPort: tls.plainPort === 80,
    status: renewing.status,
    cut(http) {
      http.closeAllConnections()
      front.cut()
    },
    async start(http) {
      front.to(http)
      await listen(front.server, { host: tls.host, port: tls.port }, 'TLS_PORT')
      if (tls.plainPort > 0)
        await listen(plain, { host: tls.host, port: tls.plainPort }, 'TLS_PLAIN_PORT')
      renewing.begin()
      looking = every(lookMs, renewing.look, log)
      const watch = makeCertificateWatch({ ...deps, certificate: renewing.status })
      watching = every(WATCH_MS, watch, log)
    },
    async stop() {
      // An order under way may take minutes, and is begun again after the next start.
      void looking?.stop()
      plain.close()
      plain.closeAllConnections()
      await Promise.all([watching?.stop(), source.stop?.(), front.stop()])
    },
  }
}

/** Ordered from a certificate authority, and kept in the data folder. */
function acme({ db, config, now, log, ...deps }: Deps, answers: Map<string, string>): Source {
  const lease = deps.lease ?? leaseOf({ db, config, log }, 'certificate')
  const { name: host, directory, email, binding, plainPort: port } = config.tls
  if (port === 0) throw new CannotStart('TLS=acme needs TLS_PLAIN_PORT: it is asked on port 80.')
  const kept = keptIn(config.dataDir)
  const isOld = isRenewable(now, Math.random())
  const saving = makeSaving(kept, { now, log })
  /** Of the certificate that is served. */
  let isOfAnother = false
  return {
    stop: lease.stop,
    first() {
      const pair = kept.pair()
      isOfAnother = pair !== undefined && !isFrom(directory, pair)
      return pair
    },
    isDue(present) {
      saving.look()
      const isDue = isOld(present) || isOfAnother
      return isDue && (lease.isHeld() || lease.isElsewhere())
    },
    trouble: saving.trouble,
    async fetch() {
      if (!lease.isHeld())
        throw new Error('Another process of this console orders it: TLS=acme is for one process.')
      const accountKey = saving.accountKey
      const pair = await orderCertificate({
        names: [host],
        directory,
        email,
        binding,
        kept: accountKey,
        answers,
      })
      // It is served in any case: authorities give a name few in a week.
      saving.pair({ ...pair, directory })
      isOfAnother = false
      return pair
    },
  }
}

/** Whether a certificate is this authority's, as far as that is known. */
function isFrom(
  directory: string,
  { cert, directory: from }: { cert: string; directory?: string },
) {
  if (from !== undefined) return from === directory
  // Older releases have not written it down. Let's Encrypt marks what is from its test authority.
  return directory.includes('staging') || !isOfStaging(cert)
}

/** Renewed by somebody else. */
function files({ config, lookMs = LOOK_MS }: Deps): Source {
  const { certFile, keyFile } = config.tls
  const given = givenFiles(certFile, keyFile)
  return {
    isDue: () => given.haveChanged(),
    fetch: async (check) => given.read(check),
    pause: 5 * lookMs,
  }
}

/** A certificate somebody else renews, in two files. */
export function givenFiles(certFile: string, keyFile: string) {
  const stampOf = () =>
    [certFile, keyFile]
      .map((path) => statSync(path))
      .map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`)
      .join()
  let read = ''
  let isRead = false
  return {
    /** Whether the files are others than those that were read, or cannot be looked at. */
    haveChanged() {
      try {
        return !isRead || stampOf() !== read
      } catch {
        return true
      }
    },
    /** Reads both. While a pair is being replaced one half may not fit: it is read again then. */
    read(check: (pair: Pair) => void): Pair {
      isRead = false
      read = stampOf()
      const pair = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
      check(pair)
      isRead = true
      return pair
    },
  }
}
