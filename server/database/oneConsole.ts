import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../base/config.ts'
import { CannotStart, sentenceFor } from './cannotStart.ts'
import { makeDataDir } from './dataDir.ts'
import { isEmbedded } from './database.ts'
import { lockFile } from '../base/fileLock.ts'

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'site'>
/** What the holder of a folder writes about itself. */
export type Holder = {
  pid: number
  host: string
  site: string
  since: number
  /** It is a console; a restore holds the folder, too. */
  serves: boolean
  /** The start of the machine it ran on, as the kernel names it; empty where it does not. */
  boot: string
}

const LOCK = 'console.lock'

/**
 * Locks the data folder and the embedded database for this process. Returns the release function;
 * on PostgreSQL, which many may share, nothing is locked.
 *
 * Throws `CannotStart` with a sentence that names the holder.
 */
export function holdConsole(
  { dataDir, databaseUrl, site }: Where,
  { serves = false } = {},
): () => void {
  const file = fileOf(databaseUrl)
  if (file === undefined) return () => {}
  const mine: (() => void)[] = []
  const letGo = () => mine.splice(0).forEach((one) => one())
  try {
    for (const path of locksOf(dataDir, file)) mine.push(hold(path, { site, serves }))
  } catch (error) {
    letGo()
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`${sentenceFor(error, file)} Nothing was changed.`, { cause: error })
  }
  return letGo
}

/**
 * The console that held the data folder and did not let go. Where one still runs, it is that one:
 * `holdConsole` tells them apart.
 */
export function holderLeftBehind({
  dataDir,
  databaseUrl,
}: Omit<Where, 'site'>): Holder | undefined {
  if (fileOf(databaseUrl) === undefined) return undefined
  const holder = holderOf(join(dataDir, LOCK))
  return holder?.serves ? holder : undefined
}

/** The start of this machine, as the kernel names it; empty where it does not. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** The file of the embedded database; undefined where there is none. */
function fileOf(databaseUrl: string): string | undefined {
  const file = databaseUrl.replace(/^file:/, '')
  return isEmbedded(databaseUrl) && file !== ':memory:' ? file : undefined
}

/** The lock files: one in the data folder, and one beside a database that lies elsewhere. */
function locksOf(dataDir: string, file: string): string[] {
  makeDataDir(dataDir)
  const own = join(realpathSync(dirname(file)), basename(file))
  const beside = basename(file) === 'sluice.db' ? join(dirname(own), LOCK) : `${own}.${LOCK}`
  return [...new Set([join(realpathSync(dataDir), LOCK), beside])]
}

const sayingOf = (path: string) => `${path}.holder`

/** Takes one lock and records the holder; returns the release function. */
function hold(path: string, who: Pick<Holder, 'site' | 'serves'>): () => void {
  const letGo = lockFile(path)
  if (!letGo) throw new CannotStart(refusal(path))
  const where = { pid: process.pid, host: hostname(), boot: bootId() }
  const holder: Holder = { ...where, ...who, since: Date.now() }
  writeFileSync(sayingOf(path), JSON.stringify(holder), { mode: 0o600 })
  return () => {
    rmSync(sayingOf(path), { force: true })
    letGo()
  }
}

function refusal(path: string): string {
  const who = holderOf(path)
  const name = who
    ? `process ${who.pid} on ${who.host}, ${who.site}, since ${new Date(who.since).toISOString()}`
    : 'one that is just starting'
  return `Another console runs on ${dirname(path)}: ${name}. Stop it first, or give this one a DATA_DIR of its own. Nothing was changed.`
}

function holderOf(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(sayingOf(path), 'utf8')) as Holder
  } catch {
    return undefined
  }
}
