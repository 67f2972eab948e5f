import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { INSTALLATION } from '../../base/installation.ts'
import { OF_RELEASE, VERSION } from '../../base/version.ts'
import { sync } from '../../database/fileSync.ts'

/**
 * How far an upgrade is. Only three of these mean something to a start: in `trial` the new release
 * serves nobody until it is found well, in `going back` the old one first gets its data back, and
 * after `back` the old one is started whatever the link names.
 */
export type Phase =
  | 'checking'
  | 'unpacking'
  | 'rehearsing'
  | 'trial'
  | 'done'
  | 'going back'
  | 'back'
  | 'refused'

/** A release as it lies on the disk: its folder's name, and what it says of itself. */
export type Placed = {
  folder: string
  version: string
  commit: string
  /** Of the commit, s. */
  time: number
}

export type UpgradeState = {
  phase: Phase
  from: Placed
  /** Not known before it is checked. */
  to?: Placed
  /** ms since 1970, for people to read: nothing depends on it. */
  time: number
  /** Going back was asked for after the new release had served: what it made of the data stays beside. */
  isAsked?: boolean
  /** What came of it, in a sentence. */
  said?: string
  /** The upgrade that can still be taken back, where this one changed nothing so far. */
  last?: UpgradeState
}

/** What the new release notes in its trial. */
export type TrialNotes = {
  /** The copy of the embedded database from before its steps; absent where there were none. */
  copy?: string
  /** Whether the database was changed by steps. */
  isUpgraded?: boolean
  /** Why it could not serve. */
  why?: string
}

/** Held by whoever upgrades, for as long as it does. */
export const LOCK = 'upgrade-run.lock'
const STATE = 'upgrade.json'
const ANSWER = 'upgrade-answer.json'
const NOTES = 'upgrade-trial.json'
/** How often the new release was started in its trial; `scripts/sluice.mjs` counts. */
export const TRIES = 'upgrade-tries'
/** Room for the longest state: on a full disk it is written over what is there. */
const BYTES = 4_096
/** No file of these is longer, bytes: root reads them, and the console's user writes. */
const MAX_BYTES = 65_536

/** The state of the last upgrade; undefined where there never was one. */
export const readState = (dataDir: string) => readJson<UpgradeState>(join(dataDir, STATE))

/** The last upgrade that took place, whatever was refused since; undefined for none. */
export const doneIn = (state: UpgradeState | undefined) =>
  state?.phase === 'done' ? state : state?.last

/** Writes the state, wholly or not at all, also on a full disk once there is one. */
export function writeState(dataDir: string, state: UpgradeState): void {
  writePadded(join(dataDir, STATE), state)
}

export const readNotes = (dataDir: string): TrialNotes =>
  readJson<TrialNotes>(join(dataDir, NOTES)) ?? {}

/** Begins the notes of a trial, before anything is tried: they have their place on the disk then. */
export function beginNotes(dataDir: string): void {
  rmSync(join(dataDir, TRIES), { force: true })
  writePadded(join(dataDir, NOTES), {})
}

/** How often the new release was started in its trial. */
export const readTries = (dataDir: string) => Number(readJson(join(dataDir, TRIES)) ?? 0)

export function addNotes(dataDir: string, notes: TrialNotes): void {
  writePadded(join(dataDir, NOTES), { ...readNotes(dataDir), ...notes })
}

/** Why what was asked for on the page was not done; ms since 1970. */
export type Answer = { time: number; said: string }

export function readAnswer(dataDir: string): Answer | undefined {
  const answer = readJson<Partial<Answer>>(join(dataDir, ANSWER))
  return answer?.said === undefined ? undefined : { time: 0, ...answer, said: answer.said }
}
export const writeAnswer = (dataDir: string, answer: Answer) =>
  writePadded(join(dataDir, ANSWER), answer)
/** Forgets why, as something else is done; an answer to that has its place on the disk then. */
export const beginAnswer = (dataDir: string) => writePadded(join(dataDir, ANSWER), {})

/** This release, where it lies. */
export const HERE: Placed = {
  folder: basename(dirname(INSTALLATION.manifest)),
  version: VERSION,
  commit: OF_RELEASE?.commit ?? '',
  time: OF_RELEASE?.time ?? 0,
}

/** What is said of an upgrade that went well. */
export const saidOfDone = ({ from, to }: UpgradeState) =>
  `${to?.version} runs in place of ${from.version}. The books are the same as before.`

/** What is in an opened file; undefined where it is longer than that, however long it said it was. */
export function readUpTo(file: number, most: number): string | undefined {
  const bytes = Buffer.alloc(most + 1)
  let length = 0
  for (let read = 1; read > 0 && length <= most; length += read)
    read = readSync(file, bytes, length, bytes.length - length, length)
  return length > most ? undefined : bytes.toString('utf8', 0, length)
}

/** What is in a file of these; undefined where there is none, or nothing that is one. */
export function readJson<Content>(path: string): Content | undefined {
  let file
  try {
    // Root reads what the console's user has written: no link, and no pipe that is waited for.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if (!fstatSync(file).isFile()) return undefined
    const text = readUpTo(file, MAX_BYTES)
    return text === undefined ? undefined : (JSON.parse(text) as Content)
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/**
 * Writes a file of the data folder, wholly or not at all, also on a full disk once there is one.
 *
 * The file is its folder's owner's, whoever writes it: root upgrades, the console reads and notes. So
 * root follows no link here, and gives away what it has opened itself and nothing else.
 */
export function writePadded(path: string, content: object): void {
  const text = JSON.stringify(content)
  const bytes = Buffer.alloc(Math.max(BYTES, Buffer.byteLength(text)), ' ')
  bytes.write(text)
  const half = `${path}.${randomUUID()}`
  try {
    writeThrough(half, bytes, 'wx')
    renameSync(half, path)
    sync(dirname(path))
  } catch (error) {
    rmSync(half, { force: true })
    if ((error as { code?: string }).code !== 'ENOSPC' || !existsSync(path)) throw error
    writeThrough(path, bytes, constants.O_RDWR | constants.O_NOFOLLOW)
  }
}

function writeThrough(path: string, bytes: Buffer, flags: number | 'wx'): void {
  const { uid, gid } = statSync(dirname(path))
  const file = openSync(path, flags, 0o600)
  try {
    const { nlink, uid: owner } = fstatSync(file)
    if (flags !== 'wx' && (nlink !== 1 || owner !== uid)) throw new Error(`${path} is another file`)
    writeSync(file, bytes, 0, bytes.length, 0)
    if (process.getuid?.() === 0) fchownSync(file, uid, gid)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
