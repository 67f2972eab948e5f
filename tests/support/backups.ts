import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { checkLeft } from '../../server/backup/shipping/chain.ts'
import { folderStore } from '../../server/backup/store/folderStore.ts'
import { readState } from '../../server/backup/shipping/localState.ts'
import { restore } from '../../server/backup/restore/restore.ts'
import { startShipping } from '../../server/backup/shipping/shipper.ts'
import { makeProgress } from '../../server/backup/shipping/status.ts'
import type { Store } from '../../server/backup/store/store.ts'
import { openVault, type Vault } from '../../server/backup/store/vault.ts'
import { openDatabase } from '../../server/database/database.ts'
import { emptyFolder } from './served.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

type Options = {
  dataDir?: string
  store?: Store
  vault?: Vault
  now?: () => number
  maxLog?: number
  foldAt?: number
  takeOver?: boolean
  beatMs?: number
  quietMs?: number
}

/** A database that is shipped to a store, both of this test's own. */
export async function shipped(options: Options = {}) {
  const dataDir = options.dataDir ?? (await emptyFolder())
  const store = options.store ?? folderStore(await emptyFolder())
  const vault = options.vault ?? openVault(randomBytes(32))
  const now = options.now ?? Date.now
  const file = join(dataDir, 'sluice.db')
  const state = readState(dataDir)
  checkLeft(file, state)
  const db = openDatabase(`file:${file}`)
  await sql`pragma wal_autocheckpoint = 0`.execute(db)
  await sql`create table if not exists t (id integer primary key, text text)`.execute(db)
  const progress = makeProgress(now)
  const turns = { count: 0 }
  const { shippedAt } = progress
  progress.shippedAt = (time) => {
    turns.count += 1
    shippedAt(time)
  }
  const shipper = startShipping({
    ...options,
    file,
    dataDir,
    store,
    vault,
    state,
    now,
    log: QUIET,
    progress,
    keepMs: 14 * 86_400_000,
    period: 50,
  })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= shipper.stop(() => db.destroy()))
  onTestFinished(stop)
  return {
    ...shipper,
    db,
    dataDir,
    file,
    store,
    vault,
    state,
    progress,
    stop,
    /** Writes one row in a transaction of its own. */
    write: (text: string) => sql`insert into t (text) values (${text})`.execute(db),
    /** Resolves once everything that is committed now is in the store, and a snapshot is whole. */
    async isShipped() {
      // The one under way may have looked before the last commit.
      const enough = turns.count + 2
      const clock = performance.now()
      while (turns.count < enough || !state.snapshotTime) {
        if (performance.now() - clock > 20_000)
          throw new Error(`Not shipped: ${progress.status().problem}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}

/** The rows of a copy restored from a store, its soundness, and how far it came. */
export async function restoredFrom(store: Store, vault: Vault, at?: number) {
  const folder = await emptyFolder()
  const done = await restore({ store, vault, folder, ...(at === undefined ? {} : { at }) })
  const db = openDatabase(`file:${done.file}`)
  const { rows } = await sql<{ text: string }>`select text from t order by id`.execute(db)
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  await db.destroy()
  return { ...done, texts: rows.map(({ text }) => text), sound: check.rows[0]?.integrity_check }
}
