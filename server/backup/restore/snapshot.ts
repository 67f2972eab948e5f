import { statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backup } from 'node:sqlite'
import type { HeldLog } from '../log/heldLog.ts'
import { partName, wholeName } from '../store/names.ts'
import { retryingStore } from '../store/retryingStore.ts'
import { checkSpace } from '../../database/space.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

/** The manifest of a whole snapshot. */
export type Whole = {
  /** The first segment to apply to it. */
  seq: number
  /** The last segment whose changes it may hold: a state before it is inconsistent. */
  through: number
  parts: number
  /** Bytes of the database. */
  size: number
  /** Its content was committed by then, ms. */
  time: number
  /** Release that wrote it. */
  version: string
}

const PART_BYTES = 8 * 2 ** 20
/** Pages copied at once, on SQLite's own thread. */
const PAGES_AT_ONCE = 2_000

type Terms = {
  /** The database's file. */
  file: string
  log: HeldLog
  /** Reads the log to its end; the number of the last segment, and its time. */
  readAll: () => { seq: number; time: number }
  /** Resolves once that segment is in the store. */
  shipped: (seq: number) => Promise<unknown>
  generation: string
  dataDir: string
  store: Store
  vault: Vault
  version: string
}

/** Where the copy is stored while it is being shipped. */
export const copyIn = (dataDir: string) => join(dataDir, 'backup-copy.db')

/**
 * Puts the database as it is now into the store, in parts, and last of all its completion mark. The
 * copy is SQLite's own (its backup API), page by page, so that frames of the log can be applied to
 * it. Returns the first segment to apply, which names it.
 */
export async function takeSnapshot(terms: Terms): Promise<number> {
  const { log, vault, generation, dataDir, version } = terms
  const store = retryingStore(terms.store)
  const copyFile = copyIn(dataDir)
  await rm(copyFile, { force: true })
  await checkSpace(dataDir, statSync(terms.file).size)
  const before = terms.readAll()
  const copier = log.freeze()
  // Nothing else in this process can have written in between; another process might have.
  const { seq: through, time } = terms.readAll()
  try {
    await backup(copier, copyFile, { rate: PAGES_AT_ONCE })
  } finally {
    copier.close()
  }
  const seq = before.seq + 1
  const copy = await open(copyFile, 'r')
  let [parts, size] = [0, 0]
  try {
    for (;;) {
      const { bytesRead, buffer } = await copy.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, size)
      if (bytesRead === 0) break
      const name = partName(generation, seq, parts)
      await store.put(name, await vault.pack(name, buffer.subarray(0, bytesRead)))
      parts += 1
      size += bytesRead
    }
  } finally {
    await copy.close()
    await rm(copyFile, { force: true })
  }
  await terms.shipped(through)
  const name = wholeName(generation, seq)
  const whole: Whole = { seq, through, parts, size, time, version }
  await store.put(name, await vault.pack(name, Buffer.from(JSON.stringify(whole))))
  return seq
}
