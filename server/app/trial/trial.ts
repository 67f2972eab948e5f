import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { NO_CERTIFICATE } from '../../base/certificate.ts'
import type { Config } from '../../base/config.ts'
import { lockFile } from '../../base/fileLock.ts'
import { INSTALLATION } from '../../base/installation.ts'
import type { Log } from '../../base/log.ts'
import { openBoard } from '../../fleet/health/board.ts'
import { BACKUP_OFF } from '../../backup/shipping/status.ts'
import { openNodeLinks } from '../../fleet/nodes/links.ts'
import { refuseIfUsed } from '../../backup/move/alone.ts'
import { isEmbedded, openDatabase } from '../../database/database.ts'
import { copyBeside } from '../../database/beside.ts'
import { booksIn } from '../../database/booksIn.ts'
import { booksOf, compareBooks } from '../../database/migrations/books.ts'
import { pendingIn } from '../../database/migrations/migrate.ts'
import { openForService } from '../../database/opening.ts'
import { listeningHost } from '../../network/anyAddress.ts'
import type { Tables } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { makeApp } from '../app.ts'
import {
  addNotes,
  HERE,
  LOCK,
  readState,
  saidOfDone,
  type UpgradeState,
  writeState,
} from '../upgrade/state.ts'

const LOOK_MS = 100
/** How long a console that nobody watches any more is well before it believes it itself, ms. */
const ALONE_MS = 3_000

type Deps = { config: Config; log: Log; secret: string; db: Kysely<Tables> }

/**
 * The first start of a new release, whose upgrade is not over: it brings the database to its schema
 * and answers whether it is well, and nothing else. Nobody else is served and no work is done, so that
 * going back loses nothing. Undefined at any other start.
 */
export function trialHere(config: Config) {
  const state = readState(config.dataDir)
  if (state?.phase !== 'trial' || state.to?.folder !== HERE.folder) return undefined
  const { dataDir, databaseUrl } = config
  const orNote = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      addNotes(dataDir, { why: (error as Error).message })
      throw error
    }
  }
  let before: Awaited<ReturnType<typeof booksIn>>
  return {
    /** Opens the database as a start does, with a copy of it beside where steps will change it. */
    open: () =>
      orNote(async () => {
        before = await booksIn(databaseUrl)
        if (!isEmbedded(databaseUrl)) await copyPostgres(config)
        const onCopy = (copy: string) => addNotes(dataDir, { copy, isUpgraded: true })
        return openForService(config, { onCopy })
      }),
    /** Serves until it is decided: returns once this release may go on, and ends the process if not. */
    pass: (deps: Deps) =>
      orNote(async () => {
        compareBooks(before ?? {}, await booksOf(deps.db))
        const app = await serveProbesOnly(deps)
        await decided(state, config)
        await app.close()
      }),
  }
}

/** The copy of PostgreSQL's is made here: the old console has ended, and this one has not begun. */
async function copyPostgres({ databaseUrl, dataDir }: Config): Promise<void> {
  const db = openDatabase(databaseUrl, { statement: 0, name: 'sluice upgrade' })
  try {
    const { done, next } = await pendingIn(db)
    if (done.length === 0 || next.length === 0) return
    await refuseIfUsed(db, databaseUrl)
    await copyBeside(db)
    addNotes(dataDir, { isUpgraded: true })
  } finally {
    await db.destroy()
  }
}

/** The whole server, of which nothing but the probes is reached. */
async function serveProbesOnly({ config, log, secret, db }: Deps): Promise<FastifyInstance> {
  const world: World = {
    db,
    config,
    now: () => Date.now(),
    log,
    backup: () => BACKUP_OFF,
    certificate: () => NO_CERTIFICATE,
    ends: () => [],
    plane: nothing(),
    lights: openBoard(() => Date.now()),
    nodes: openNodeLinks(),
    wake: () => {},
    secret,
  }
  const app = await makeApp(world, { screens: INSTALLATION.screens, isClosed: true })
  await app.listen({ port: config.port, host: await listeningHost(config.host) })
  return app
}

/** What no probe asks. */
function nothing(): World['plane'] {
  return new Proxy({} as World['plane'], {
    get(_target, name) {
      throw new Error(`nothing carries traffic in the trial of a release (${String(name)})`)
    },
  })
}

/**
 * Waits for the word of whoever upgrades. Where that one has died, this console, which is well, is
 * taken: it has its lock then, so nobody else decides.
 */
async function decided(state: UpgradeState, { dataDir }: Config): Promise<void> {
  const begun = performance.now()
  // A rehearsal ends with whoever began it.
  const end = () => process.exit(1)
  process.once('disconnect', end)
  for (;;) {
    const now = readState(dataDir)
    if (now?.phase === 'done') return void process.off('disconnect', end)
    // Whatever starts next is the old one.
    if (now?.phase !== 'trial') return end()
    if (performance.now() - begun > ALONE_MS) {
      const letGo = lockFile(join(dataDir, LOCK))
      if (letGo) {
        if (readState(dataDir)?.phase === 'trial')
          writeState(dataDir, { ...state, phase: 'done', said: saidOfDone(state) })
        letGo()
      }
    }
    await pause(LOOK_MS)
  }
}
