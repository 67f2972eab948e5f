import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Schema } from '#contract'
import { makeFolder } from '../../base/makeFolder.ts'
import { APP_FILE_NAME } from '#rules/appFiles.ts'

/** How long a file that was not sent to its end may be continued. */
const PART_MS = 86_400_000
/** Files that may be on their way at once: each takes as much of the disk as a whole one. */
const MOST_PARTS = 8
const PART_NAME = /^\..+\.part$/

/** The files that are whole, by name. What else lies in the folder is not shown. */
export async function listFiles(folder: string): Promise<Schema<'AppFile'>[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => APP_FILE_NAME.test(name))
  const files: Schema<'AppFile'>[] = []
  for (const name of names.toSorted()) {
    const facts = await stat(join(folder, name))
    if (!facts.isFile()) continue
    const { size } = facts
    const time = Math.floor(facts.mtimeMs)
    files.push({ name, size, sha256: await hashOf(folder, name, `${size} ${time}`), time })
  }
  return files
}

/**
 * Writes one piece of a file at its place, and puts the file in place of an older one when it is
 * whole. Returns how much is there: a piece that came twice, late or too early changes nothing.
 */
export async function writePiece(
  folder: string,
  { name, upload, from, size }: { name: string; upload: string; from: number; size: number },
  piece: Buffer,
): Promise<number> {
  const part = join(folder, `.${name}.${upload}.part`)
  if (from === 0) await begin(folder, part)
  const file = await open(part, 'r+').catch(notThere)
  // The answer to the last piece may have been lost.
  if (!file) return (await isIn(join(folder, name), piece, { from, size })) ? size : 0
  try {
    const { size: there } = await file.stat()
    if (from > there) return there
    // Written at its place, not appended: the same piece twice at once is the same bytes.
    // A disk that fills up takes a part of it, and refuses the next.
    for (let at = 0; at < piece.length;)
      at += (await file.write(piece, at, piece.length - at, from + at)).bytesWritten
    const received = Math.max(there, from + piece.length)
    if (received < size) return received
    await file.sync()
  } finally {
    await file.close()
  }
  // The same last piece, sent a second time, may have come to its end first.
  await rename(part, join(folder, name)).catch(notThere)
  return size
}

async function begin(folder: string, part: string) {
  makeFolder(folder)
  const file = await open(part, 'a', 0o600)
  await file.close()
}

/** Whether a file of this size has these bytes at this place. */
async function isIn(path: string, piece: Buffer, { from, size }: { from: number; size: number }) {
  const file = await open(path, 'r').catch(notThere)
  if (!file) return false
  try {
    const { buffer } = await file.read(Buffer.alloc(piece.length), 0, piece.length, from)
    return (await file.stat()).size === size && buffer.equals(piece)
  } finally {
    await file.close()
  }
}

function notThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Removes a file; whether it was there. */
export async function removeFile(folder: string, name: string): Promise<boolean> {
  await rm(join(folder, hashName(name)), { force: true })
  return rm(join(folder, name)).then(
    () => true,
    () => false,
  )
}

/**
 * Removes what was begun and not continued for a day, and of the others those that were continued
 * least lately, until there is room for another one of `most`.
 */
export async function removeOldParts(
  folder: string,
  now: number,
  most = MOST_PARTS,
): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => PART_NAME.test(name))
  const parts: { path: string; time: number }[] = []
  for (const name of names) {
    const path = join(folder, name)
    const there = await stat(path).catch(notThere)
    if (there) parts.push({ path, time: there.mtimeMs })
  }
  const latest = parts.toSorted((a, b) => b.time - a.time)
  for (const [at, { path, time }] of latest.entries())
    if (at >= most - 1 || time < now - PART_MS) await rm(path, { force: true })
}

const hashName = (name: string) => `.${name}.sha256`

/**
 * The hash of a file, which is kept beside it: to read hundreds of megabytes takes seconds. `state`
 * tells one state of the file from another.
 */
async function hashOf(folder: string, name: string, state: string): Promise<string> {
  const beside = join(folder, hashName(name))
  const [kept = '', sha256] = (await readFile(beside, 'utf8').catch(() => '')).split('\n')
  if (kept === state && sha256) return sha256
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, name)), hash)
  const made = hash.digest('hex')
  // Only to be faster the next time: a folder that may not be written prevents nothing.
  await writeFile(beside, `${state}\n${made}`, { mode: 0o600 }).catch(() => undefined)
  return made
}
