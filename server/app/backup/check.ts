import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { findOwner } from '../../backup/store/owner.ts'
import { restore } from '../../backup/restore/restore.ts'
import type { Store } from '../../backup/store/store.ts'
import type { Vault } from '../../backup/store/vault.ts'
import { lockFile } from '../../base/fileLock.ts'
import { openDatabase } from '../../database/database.ts'
import { migrate } from '../../database/migrations/migrate.ts'
import { checkLedger } from '../../shop/ledger/ledger.ts'

/** The result of restoring a copy; times in ms. */
export type Checked = {
  generation: string
  seq: number
  /** Everything committed by then is in it. */
  time: number
  /** How long restoring alone took. */
  took: number
  users: number
  accounts: number
  orders: number
  /** Whether segments at its end are missing. */
  isCut: boolean
  /** The problems found, each a sentence; empty when all is well. */
  problems: string[]
}

const PREFIX = 'backup-check-'
/** Held as long as a check is under way in its folder. */
const LOCK = 'lock'
const MAX_PROBLEMS = 20
const NONE = { users: 0, accounts: 0, orders: 0 }

/**
 * Restores the newest state into a folder of its own, migrates it to this release, and checks the
 * file, its references and the books. Throws where it cannot be restored.
 */
export async function checkBackup(store: Store, vault: Vault, dataDir: string): Promise<Checked> {
  // There is disk space beside the database; a folder for temporary files may be in memory.
  const near = existsSync(dataDir) ? dataDir : tmpdir()
  for (const left of readdirSync(near).filter((name) => name.startsWith(PREFIX)))
    await removeLeft(join(near, left))
  const folder = await mkdtemp(join(near, PREFIX))
  const letGo = lockFile(join(folder, LOCK))
  try {
    const owner = await findOwner(store, vault)
    const start = performance.now()
    const { file, generation, seq, time } = await restore({ store, vault, folder })
    const took = Math.round(performance.now() - start)
    const problems = []
    const isCut = owner?.generation === generation && owner.shipped > seq
    if (isCut)
      problems.push(
        `The segments ${seq + 1} to ${owner.shipped} of ${generation} were shipped and are missing.`,
      )
    const { counts, wrong } = await soundness(file)
    return { generation, seq, time, took, isCut, ...counts, problems: [...problems, ...wrong] }
  } finally {
    letGo?.()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes what a killed check left behind; one under way is not touched. */
async function removeLeft(folder: string): Promise<void> {
  const letGo = lockFile(join(folder, LOCK))
  if (!letGo) return
  letGo()
  await rm(folder, { recursive: true, force: true })
}

/**
 * Migrates a restored copy to this release, counts what is in it, and looks for what is wrong with
 * the file, its references and its books. Throws `TooNew`.
 */
export async function soundness(file: string) {
  const db = openDatabase(`file:${file}`)
  try {
    const pages = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    const damage = pages.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
    if (damage.length > 0)
      return { counts: NONE, isDamaged: true, wrong: damage.slice(0, MAX_PROBLEMS) }
    await migrate(db)
    const lost = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
    const counted = async (table: 'user' | 'account' | 'placedOrder') =>
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count
    const wrong = [
      ...lost.rows.map(({ table, parent }) => `A row of ${table} names none of ${parent}.`),
      ...(await checkLedger(db)),
    ]
    const counts = {
      users: await counted('user'),
      accounts: await counted('account'),
      orders: await counted('placedOrder'),
    }
    return { counts, isDamaged: false, wrong: wrong.slice(0, MAX_PROBLEMS) }
  } finally {
    await db.destroy()
  }
}
