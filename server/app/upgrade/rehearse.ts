import { fork } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Config } from '../../base/config.ts'
import { lockFile } from '../../base/fileLock.ts'
import { INSTALLATION } from '../../base/installation.ts'
import { isEmbedded, openDatabase } from '../../database/database.ts'
import { rehearseBeside } from '../../database/beside.ts'
import { booksIn } from '../../database/booksIn.ts'
import { compareBooks } from '../../database/migrations/books.ts'
import { pendingIn } from '../../database/migrations/migrate.ts'
import { checkSpace } from '../../database/space.ts'
import { upgradeFile } from '../../database/upgrade.ts'
import { beginNotes, HERE, LOCK, readNotes, writeState } from './state.ts'
import { UpgradeRefused } from './refused.ts'

/** Where each is tried, in the data folder: it holds a whole shop, and goes with the rehearsal. */
const FOLDER = 'rehearsal-'
/** How long the console may take on the copy until it answers, ms. */
const START_MS = 60_000
const LOOK_MS = 200

/** What came of a rehearsal: the steps, and how long they took, ms. */
export type Rehearsed = { steps: string[]; ms: number }

/**
 * Tries this release on a copy of the shop, while another release serves it: its steps are run and the
 * books compared, then its console is started on the copy, where it answers probes and does nothing
 * else. Of PostgreSQL the copy is a schema beside it, and the console is tried on an empty shop.
 *
 * Throws a sentence where it is not well. Whatever happens, nothing of the shop was changed.
 */
export async function rehearse(config: Config): Promise<Rehearsed> {
  removeRehearsals(config.dataDir)
  const folder = mkdtempSync(join(config.dataDir, FOLDER))
  const letGo = lockFile(join(folder, LOCK))
  try {
    const begun = performance.now()
    const file = join(folder, 'sluice.db')
    const steps = isEmbedded(config.databaseUrl)
      ? await onCopy(config.databaseUrl.replace(/^file:/, ''), file, folder)
      : await onPostgres(config.databaseUrl)
    await startOn(folder, config)
    return { steps, ms: Math.round(performance.now() - begun) }
  } finally {
    remove(folder)
    letGo?.()
  }
}

/** Deletes what rehearsals have left that were killed; one that goes on has its lock, and ends itself. */
export function removeRehearsals(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(FOLDER))) {
    const folder = join(dataDir, name)
    const letGo = existsSync(join(folder, LOCK)) ? lockFile(join(folder, LOCK)) : () => {}
    if (letGo) remove(folder)
    letGo?.()
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

async function onCopy(from: string, file: string, folder: string): Promise<string[]> {
  // A shop that was never started.
  if (!existsSync(from)) return []
  // The copy, its copy from before the steps, and what these write.
  await checkSpace(dirname(folder), statSync(from).size * 3)
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(source, file, { rate: 2_000 })
  } finally {
    source.close()
  }
  const before = await booksIn(`file:${file}`)
  const db = openDatabase(`file:${file}`)
  try {
    const { next } = await pendingIn(db)
    await upgradeFile(db, file, folder)
    const { rows: broken } = await sql`pragma foreign_key_check`.execute(db)
    if (broken.length > 0) throw new UpgradeRefused('rows would refer to others that are gone')
    return next
  } finally {
    await db.destroy()
    compareBooks(before, await booksIn(`file:${file}`))
  }
}

async function onPostgres(url: string): Promise<string[]> {
  const db = openDatabase(url, { statement: 0, name: 'sluice upgrade' })
  try {
    return await rehearseBeside(db)
  } finally {
    await db.destroy()
  }
}

/** Starts this release's console on a folder, closed to all, and waits until it answers as it should. */
async function startOn(folder: string, config: Config): Promise<void> {
  beginNotes(folder)
  const from = { ...HERE, folder: '' }
  writeState(folder, { phase: 'trial', from, to: HERE, time: Date.now() })
  const port = await freePort()
  const child = fork(INSTALLATION.console, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=DEP0040'],
    env: {
      ...environmentFor(folder, config),
      DATA_DIR: folder,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE: `http://127.0.0.1:${port}`,
    },
  })
  let said = ''
  child.stderr?.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-2_000)))
  const ended = once(child, 'exit')
  try {
    const end = performance.now() + START_MS
    while (performance.now() < end) {
      const { why } = readNotes(folder)
      if (why !== undefined || child.exitCode !== null || child.signalCode !== null)
        throw new UpgradeRefused(`it does not start: ${why ?? lastLine(said)}`)
      if (await isWell({ host: '127.0.0.1', port }, HERE)) return
      await pause(LOOK_MS)
    }
    throw new UpgradeRefused(`it does not answer within ${START_MS / 1_000} s`)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/**
 * Its own place, its own address, and a copy of the key of what is sealed, as a start makes one where
 * there is none; nothing that reaches the outside.
 */
function environmentFor(folder: string, { secretKey, timeZone, databaseUrl }: Config) {
  const { PATH, HOME, TZ } = process.env
  const isCopy = isEmbedded(databaseUrl)
  if (isCopy && !secretKey.key && existsSync(secretKey.keyFile))
    copyFileSync(secretKey.keyFile, join(folder, 'secret.key'))
  return {
    PATH,
    HOME,
    ...(TZ !== undefined && { TZ: timeZone }),
    ENGINE: 'false',
    ...(isCopy && secretKey.key && { SECRET_KEY: secretKey.key }),
  }
}

/** Whether a console answers that it is well, and is of this release. */
export async function isWell(
  { host, port }: { host: string; port: number },
  { version, commit }: { version: string; commit: string },
): Promise<boolean> {
  try {
    const name = host.includes(':') ? `[${host}]` : host
    const reply = await fetch(`http://${name}:${port}/api/health`, {
      signal: AbortSignal.timeout(2_000),
    })
    const said = (await reply.json()) as { status: string; version: string; commit?: string }
    return reply.ok && said.version === version && (said.commit ?? '') === commit
  } catch {
    return false
  }
}

/** The error in what a program said as it ended, else its last line. */
function lastLine(text: string): string {
  const [, error] = /^\w*Error: (.+)$/m.exec(text) ?? []
  return error ?? text.trim().split('\n').at(-1) ?? 'it ended without a word'
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
