import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { UpgradeRefused } from './refused.ts'
import { readUpTo } from './state.ts'

/** What the console asks of the helper that root runs; a file in the data folder. */
export type UpgradeRequest =
  | {
      wants: 'upgrade'
      /** The name of a file in `FOLDER`, which is a release's. */
      file: string
    }
  | {
      wants: 'rollback'
      /** The version that was shown to whoever asked. */
      to: string
    }

/** `docs/deploy/sluice-upgrade.path` waits for it. */
export const REQUEST = 'upgrade-request.json'
/** Where the console puts what it is given, in the data folder; the list and its signature too. */
export const FOLDER = 'upgrade'
/** The names of releases that `sluice upgrade` takes: no path, and nothing a program takes for an option. */
export const RELEASE_FILE = /^sluice[-_][\w.+-]{1,100}\.(?:tar\.gz|deb)$/
const VERSION = /^\d+\.\d+\.\d+[\w.+-]{0,60}$/
const MAX_BYTES = 4_096
/** How long something that was asked for stays so, ms. */
const OLD_MS = 3_600_000

/** Asks. Throws `UpgradeRefused` where something is asked for already. */
export function writeRequest(dataDir: string, request: UpgradeRequest): void {
  const half = join(dataDir, `${REQUEST}.${randomUUID()}`)
  try {
    writeFileSync(half, JSON.stringify(request), { flag: 'wx', mode: 0o600 })
    // Whole from the moment it is there; not over another.
    linkSync(half, join(dataDir, REQUEST))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    throw new UpgradeRefused('Something is asked for already. Nothing was changed.')
  } finally {
    rmSync(half, { force: true })
  }
}

/** What is asked for, and since when, ms since 1970; undefined where root has taken it up, or nobody asked. */
export function readRequest(
  dataDir: string,
): { request: UpgradeRequest; since: number } | undefined {
  try {
    const path = join(dataDir, REQUEST)
    const since = Math.floor(statSync(path).mtimeMs)
    return { request: requestIn(readFileSync(path, 'utf8')), since }
  } catch {
    return undefined
  }
}

/** Takes back what nobody has taken up. */
export const dropRequest = (dataDir: string) => rmSync(join(dataDir, REQUEST), { force: true })

/**
 * Reads what was asked for, which is gone then, whatever it was. Root reads what the console's user
 * wrote: a file of that user and no link, a few lines, and nothing in it but names. Throws
 * `UpgradeRefused`.
 */
export function takeRequest(dataDir: string, uid: number): UpgradeRequest {
  const path = join(dataDir, REQUEST)
  try {
    const file = openOwned(path, uid, MAX_BYTES)
    try {
      // Root's service was away, and whoever asked has gone: nobody expects it any more.
      if (Math.abs(Date.now() - fstatSync(file).mtimeMs) > OLD_MS)
        throw new UpgradeRefused('It was asked for more than an hour ago. Nothing was changed.')
      // It may grow while it is read.
      return requestIn(readUpTo(file, MAX_BYTES) ?? '')
    } finally {
      closeSync(file)
    }
  } finally {
    removeRequest(dataDir)
  }
}

/**
 * Removes what was asked for, as root: what stays would be found for ever. Not what is below a folder
 * of that name, which could be led elsewhere while root goes through it.
 */
export function removeRequest(dataDir: string): void {
  const path = join(dataDir, REQUEST)
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return
    rmdirSync(path)
  }
}

/**
 * Opens a file that a user has put there, and nothing else: no link, no pipe that never ends, nothing
 * of another owner that was linked there, and none that is longer than is said. Returns what was opened.
 */
export function openOwned(path: string, uid: number, most: number): number {
  const file = open(path)
  const facts = fstatSync(file)
  const why = whyNot(facts, uid, most)
  if (why === undefined) return file
  closeSync(file)
  throw new UpgradeRefused(`${path} ${why}. Nothing was changed.`)
}

function open(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as { code?: string }
    const why = code === 'ENOENT' ? 'is not there' : code === 'ELOOP' ? 'is a link' : String(code)
    throw new UpgradeRefused(`${path} ${why}. Nothing was changed.`, { cause: error })
  }
}

function whyNot(facts: Stats, uid: number, most: number): string | undefined {
  if (!facts.isFile()) return 'is no file'
  if (facts.uid !== uid) return 'is of somebody else than the console'
  if (facts.size > most) return 'is far too long'
  return undefined
}

function requestIn(text: string): UpgradeRequest {
  const { wants, file, to } = objectIn(text)
  if (wants === 'upgrade' && typeof file === 'string' && RELEASE_FILE.test(file))
    return { wants, file }
  if (wants === 'rollback' && typeof to === 'string' && VERSION.test(to)) return { wants, to }
  throw new UpgradeRefused('What was asked for is nothing that can be asked for.')
}

function objectIn(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {}
  } catch {
    return {}
  }
}
