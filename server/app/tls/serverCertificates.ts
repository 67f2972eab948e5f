import { X509Certificate } from 'node:crypto'
import {
  type CertificateTry,
  certifiedNames,
  isOrdered,
  tryIn,
} from '../../accounts/servers/ordered.ts'
import { findServer, selectServers, type ServerRow } from '../../accounts/servers/store.ts'
import { seal } from '../../database/sealed.ts'
import { holdRow } from '../../database/revision.ts'
import { secretOf } from '../../accounts/servers/tunnels.ts'
import type { World } from '../../http/world.ts'
import { type Pair, pauseAfter, renewalTime } from './certificate.ts'
import { keptIn } from './kept.ts'
import { NotBefore, orderCertificate } from './order.ts'
import { type AnsweringDeps, makeAnswering, NotAnswering } from './serverAnswers.ts'

type Deps = Pick<World, 'now' | 'log' | 'config'> &
  AnsweringDeps & {
    order?: typeof orderCertificate
  }

/** How many renewals of many servers are spread over the last thirtieth before they are due. */
const SPREAD = 31

/**
 * Orders the certificates of Trojan servers whose operator asked for it, one after the other, and again
 * in time; their machines answer the authority on port 80. To be called again and again, by one process.
 */
export function makeServerCertificates(deps: Deps) {
  const { db, now, log, config, wake } = deps
  const { order = orderCertificate } = deps
  const answering = makeAnswering(deps)
  const kept = keptIn(config.dataDir)

  return async function look(): Promise<void> {
    for (const row of await selectServers(db)) {
      // Of an order that a crash cut off.
      if (row.challenge !== null) await answering.end(row.id)
      if (isOrdered(row) && isDue(row, now())) await renew(row)
    }
  }

  async function renew(row: ServerRow): Promise<void> {
    const names = certifiedNames(row)
    try {
      if (names.length === 0) throw new NotAnswering('noName', '')
      const { directory, email, binding } = config.tls
      const answers = answering.of(row)
      const pair = await order({ names, directory, email, binding, kept, answers })
      await take(row, names, pair)
      log.info({ serverId: row.id, names }, 'a server has a new certificate')
    } catch (error) {
      await fail(row, error)
    } finally {
      await answering.end(row.id)
    }
  }

  /** Keeps a pair, unless the server was changed meanwhile so that it would not fit. */
  async function take({ id }: ServerRow, names: readonly string[], pair: Pair): Promise<void> {
    const certificateKey = seal(pair.key.trim(), await secretOf(db))
    await db.transaction().execute(async (tx) => {
      const row = (await holdRow(tx, 'server', id)) ? await findServer(tx, id) : undefined
      if (!row || !isOrdered(row) || certifiedNames(row).join() !== names.join()) return
      const taken = { certificate: pair.cert.trim(), certificateKey, certificateTry: null }
      await tx.updateTable('server').set(taken).where('id', '=', id).execute()
    })
    wake()
  }

  async function fail(row: ServerRow, error: unknown): Promise<void> {
    const failures = (tryIn(row)?.failures ?? 0) + 1
    const rest = pauseAfter(failures, Math.random())
    const wait = error instanceof NotBefore ? Math.max(rest, error.wait) : rest
    const tried: CertificateTry = {
      failures,
      next: now() + Math.ceil(wait),
      problem: error instanceof NotAnswering ? error.problem : 'authority',
      said: error instanceof Error ? error.message : String(error),
    }
    log.error({ err: error, serverId: row.id }, 'the certificate of a server was not ordered')
    await db
      .updateTable('server')
      .set({ certificateTry: JSON.stringify(tried) })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Whether a server needs a certificate now, and one may be ordered. */
function isDue(row: ServerRow, now: number): boolean {
  if ((tryIn(row)?.next ?? 0) > now) return false
  if (row.certificate === null) return true
  const leaf = new X509Certificate(row.certificate)
  if (certifiedNames(row).some((name) => !leaf.checkHost(name))) return true
  const life = { from: Date.parse(leaf.validFrom), until: Date.parse(leaf.validTo) }
  return now >= renewalTime(life, (row.id % SPREAD) / SPREAD)
}
