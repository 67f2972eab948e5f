import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import type { End } from '../base/ends.ts'
import { bootId, type Holder, holdConsole, holderLeftBehind } from './oneConsole.ts'

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'site'>

/** Where ends are noted, in the data folder. */
const NOTED = 'console.ends.json'
/** What Node writes there as its heap runs full. */
const REPORT = 'console.report.json'
/** How many are kept, for a console that ends again and again. */
const MOST = 100

/** A console that holds its folder. */
export type Begun = {
  /** Gives the folder back; the next start then finds that this console ended in order. */
  letGo: () => void
  /** The ends that nobody asked for, oldest first. */
  ends: () => readonly End[]
  /** Notes that this console ends because of an error in it. */
  noteError: () => void
}

/**
 * Takes the folder as `holdConsole` does, and notes how the console before this one ended, where it
 * did not let go. On PostgreSQL, where nothing is held, nothing is known.
 *
 * Throws `CannotStart` where another console runs.
 */
export function beginConsole(config: Where, now: () => number = Date.now): Begun {
  const left = holderLeftBehind(config)
  const letGo = holdConsole(config, { serves: true })
  // A refused start is no end of a console.
  process.once('exit', letGo)
  const { dataDir } = config
  let ends = readJson<End[]>(join(dataDir, NOTED)) ?? []
  const note = (cause: End['cause']) => {
    ends = [...ends, { time: now(), cause }].slice(-MOST)
    // On a full disk half of it would be nothing at all: what is there stays until the new one is whole.
    const half = join(dataDir, `${NOTED}.${process.pid}`)
    try {
      writeFileSync(half, JSON.stringify(ends), { mode: 0o600 })
      renameSync(half, join(dataDir, NOTED))
    } catch {
      // It must not keep the console from starting; this one still knows.
      rmSync(half, { force: true })
    }
  }
  if (left) note(causeOf(left, dataDir))
  rmSync(join(dataDir, REPORT), { force: true })
  reportFullHeap(dataDir)
  let hasNoted = false
  return {
    letGo,
    ends: () => ends,
    noteError() {
      if (!hasNoted) note('error')
      hasNoted = true
    },
  }
}

function causeOf(left: Holder, dataDir: string): End['cause'] {
  const report = readJson<{ header?: { event?: string } }>(join(dataDir, REPORT))
  if (report) return /memory|heap/i.test(report.header?.event ?? '') ? 'memory' : 'error'
  return left.boot === bootId() ? 'killed' : 'machine'
}

/**
 * Has Node say why as it aborts: without it a full heap looks like any other kill. Not where it would
 * write down the environment, with the passwords in it; only a flag of the start keeps that out.
 */
function reportFullHeap(directory: string): void {
  const { report, execArgv } = process
  if (!execArgv.includes('--report-exclude-env')) return
  Object.assign(report, { reportOnFatalError: true, directory, filename: REPORT, compact: true })
}

function readJson<Content>(path: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Content
  } catch {
    return undefined
  }
}
