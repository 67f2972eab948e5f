import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { command } from '../base/installation.ts'
import { RELEASE } from '../base/version.ts'
import { checkSpace } from './space.ts'
import { copiesIn, kindOf, stepsIn } from './copies.ts'
import { lockFile } from '../base/fileLock.ts'
import { sync } from './fileSync.ts'
import { finishCutOff, isCutOff } from './migrations/cutOff.ts'
import { migrate, pendingIn } from './migrations/migrate.ts'
import type { Tables } from './tables.ts'

const HALF = /^before-.+\.db\.half(-.+)?$/
/** How many copies from before upgrades are stored. */
const MAX_COPIES = 3
const CHUNK_BYTES = 2 ** 20

/** An upgrade that cannot go on; the message is a sentence for the operator. */
export class UpgradeRefused extends Error {}

/**
 * Brings an embedded database to this release's schema, wholly or not at all, after a copy of it.
 * What an earlier release left half done is finished. Returns whether anything was changed; `onCopy`
 * is told of the copy before that.
 */
export async function upgradeFile(
  db: Kysely<Tables>,
  file: string,
  dataDir: string,
  onCopy: (copy: string) => void = () => {},
): Promise<boolean> {
  if ((await pendingIn(db)).next.length === 0) return false
  // A command may upgrade, too, at the same moment.
  const letGo = lockFile(join(dataDir, 'upgrade.lock'))
  if (!letGo)
    throw new UpgradeRefused(`Another process is upgrading ${file}. Start again when it has ended.`)
  try {
    const { done, next } = await pendingIn(db)
    if (next[0] === undefined) return false
    if (await isFileCutOff(file, done)) await finish(file, dataDir, next[0])
    else {
      if (done.length > 0) onCopy(await copyBefore(file, dataDir, next[0]))
      await migrate(db)
    }
    return true
  } finally {
    letGo()
  }
}

async function isFileCutOff(path: string, done: readonly string[]): Promise<boolean> {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    return await isCutOff(file, done)
  } finally {
    file.close()
  }
}

/** No copy is made: it would be of a database that no release has left. */
async function finish(file: string, dataDir: string, step: string): Promise<void> {
  const copy = await newestGood(dataDir)
  try {
    await finishCutOff(file)
    console.warn(
      `An earlier upgrade of ${file} was cut off within the step ${step}. It has been finished, and nothing is lost.`,
    )
  } catch (error) {
    const remedy = copy
      ? `The copy from before it is whole: ${copy}. Go back to it: ${command('backup rollback')}.`
      : `There is no whole copy from before it in ${dataDir}: move ${file} away and restore your last backup.`
    throw new UpgradeRefused(
      `An earlier upgrade of ${file} was cut off within the step ${step}, and cannot be finished: ${(error as Error).message}. ${remedy}`,
      { cause: error },
    )
  }
}

async function newestGood(dataDir: string): Promise<string | undefined> {
  for (const copy of copiesIn(dataDir)) if (await isGood(copy, { whole: true })) return copy
  return undefined
}

/** Whether a rollback can take a copy, now or by the release that left it. */
async function isGood(copy: string, options?: { whole: boolean }): Promise<boolean> {
  return ['of this release', 'earlier'].includes(await kindOf(copy, options))
}

/**
 * Copies the database before an upgrade changes it, into the data folder; the last few copies stay,
 * and none is ever written over. A copy has its name only once it is whole and on the disk. Throws a
 * sentence where there is not enough disk space, and leaves no partial copy. Returns its path.
 */
export async function copyBefore(file: string, dataDir: string, step: string): Promise<string> {
  // Partial copies of interrupted upgrades.
  for (const name of readdirSync(dataDir).filter((one) => HALF.test(one)))
    rmSync(join(dataDir, name), { force: true })
  await checkSpace(dataDir, statSync(file).size)
  const name = `before-${RELEASE}-${step}`
  const half = join(dataDir, `${name}.db.half`)
  try {
    await copyWhole(file, half)
    // An upgrade that is killed again and again makes one copy, not one each time.
    const [last] = copiesIn(dataDir)
    const isNew = last === undefined || !haveSameBytes(last, half)
    const copy = isNew ? freeName(dataDir, name) : last
    if (isNew) {
      renameSync(half, copy)
      sync(dataDir)
    }
    await prune(dataDir, copy)
    return copy
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(half + end, { force: true })
  }
}

/** Copies a database as it is now; every page of the copy has been read, and is on the disk. */
async function copyWhole(file: string, copy: string): Promise<void> {
  const database = new DatabaseSync(file)
  try {
    await backup(database, copy, { rate: 2_000 })
    const made = new DatabaseSync(copy)
    try {
      // One file without a log: whoever reads it leaves nothing beside it.
      made.exec('pragma journal_mode = delete')
      const { quick_check: found } = made.prepare('pragma quick_check(1)').get() ?? {}
      if (found !== 'ok') throw new UpgradeRefused(`The file ${file} is damaged: ${String(found)}.`)
      if (stepsIn(made).join() !== stepsIn(database).join())
        throw new UpgradeRefused(`Another program has changed ${file} while it was copied.`)
    } finally {
      made.close()
    }
  } finally {
    database.close()
  }
  sync(copy)
}

function freeName(dataDir: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(dataDir, number === 1 ? `${name}.db` : `${name}-${number}.db`)
    if (!existsSync(path)) return path
  }
}

/** Deletes old copies, once there are enough newer ones that a rollback can take. */
async function prune(dataDir: string, own: string): Promise<void> {
  let good = 0
  // The clock may have been put back: the one just made stays whatever its time.
  for (const copy of copiesIn(dataDir).filter((one) => one !== own)) {
    if (good >= MAX_COPIES - 1) rmSync(copy)
    else if (await isGood(copy)) good += 1
  }
}

function haveSameBytes(one: string, other: string): boolean {
  if (statSync(one).size !== statSync(other).size) return false
  const files = [openSync(one, 'r'), openSync(other, 'r')] as const
  const chunks = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)] as const
  try {
    for (;;) {
      const [read, also] = [0, 1].map((at) => readSync(files[at]!, chunks[at]!)) as [number, number]
      if (read !== also || !chunks[0].subarray(0, read).equals(chunks[1].subarray(0, read)))
        return false
      if (read === 0) return true
    }
  } finally {
    files.forEach((file) => closeSync(file))
  }
}
