import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Life, Reading } from '../protocol/messages.ts'

/** The counters of this life on disk, and those of earlier ones. */
export type Ledger = {
  /** Writes down how far counters have risen. Throws where the disk cannot be written. */
  write: (readings: readonly Reading[]) => void
  /** Syncs to disk what was written, so that it survives a loss of power. */
  sync: () => void
  /** What was written in earlier lives and was not settled, except for lives still running. */
  past: (isRunning: (epoch: string) => boolean) => Life[]
  /** Deletes lives that are in the console's database. */
  settle: (epochs: readonly string[]) => void
}

const SUFFIX = '.counters'
/** How often a key may occur in the file on average before it is compacted. */
const MAX_REPEATS = 16

/** Opens the ledger of a life in a folder. */
export function openLedger(dir: string, epoch: string): Ledger {
  const path = join(dir, epoch + SUFFIX)
  // Not on the disk yet: a failed write is retried with the next.
  const waiting = new Map<string, Reading>()
  const written = new Map<string, Reading>()
  let lines = 0
  let file: number | undefined
  let isDirty = false

  return { write, sync, past, settle }

  function write(readings: readonly Reading[]): void {
    for (const reading of readings) waiting.set(reading[0], reading)
    if (waiting.size === 0) return
    if (lines > MAX_REPEATS * (written.size + waiting.size)) shorten()
    file ??= openSync(path, 'a', 0o600)
    writeSync(file, linesOf(waiting.values()))
    for (const [key, reading] of waiting) written.set(key, reading)
    lines += waiting.size
    waiting.clear()
    isDirty = true
  }

  /** Compacts to the latest of each key, in one step. */
  function shorten(): void {
    const next = openSync(`${path}.new`, 'w', 0o600)
    try {
      writeSync(next, linesOf(written.values()))
      fsyncSync(next)
    } finally {
      closeSync(next)
    }
    if (file !== undefined) closeSync(file)
    file = undefined
    renameSync(`${path}.new`, path)
    lines = written.size
  }

  function sync(): void {
    if (file === undefined || !isDirty) return
    fsyncSync(file)
    isDirty = false
  }

  function past(isRunning: (epoch: string) => boolean): Life[] {
    return epochsIn(dir)
      .filter((one) => one !== epoch && !isRunning(one))
      .map((one) => ({ epoch: one, counters: readLife(join(dir, one + SUFFIX)) }))
  }

  function settle(epochs: readonly string[]): void {
    const stored = new Set(epochsIn(dir))
    for (const one of epochs)
      if (one !== epoch && stored.has(one)) rmSync(join(dir, one + SUFFIX), { force: true })
  }
}

/** Starts with a line break: a line that a full disk cut short spoils no other. */
function linesOf(readings: Iterable<Reading>): string {
  return [...readings].map((reading) => `\n${JSON.stringify(reading)}`).join('')
}

/** The ledger of one life, the latest of each key. */
export function readLife(path: string): Reading[] {
  const latest = new Map<string, Reading>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const reading = readingIn(line)
    if (reading) latest.set(reading[0], reading)
  }
  return [...latest.values()]
}

function epochsIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
}

/** Undefined for a line that was cut short when the machine stopped. */
function readingIn(line: string): Reading | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isReading(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isReading(value: unknown): value is Reading {
  if (!Array.isArray(value) || value.length !== 4) return false
  const [key, ...numbers] = value as unknown[]
  return typeof key === 'string' && numbers.every((one) => Number.isSafeInteger(one))
}
