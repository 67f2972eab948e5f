import { existsSync, renameSync } from 'node:fs'
import { RELEASE } from '../../base/version.ts'
import type { Vault } from '../store/vault.ts'
import { SHAPE } from '../../database/migrations/migrate.ts'
import { openSecret } from '../../database/secret/secret.ts'
import { contentsOf } from './checksum.ts'
import { lastIdOf } from './counters.ts'
import { rowsIn } from './move.ts'
import type { Progress } from './progress.ts'
import { MoveRefused } from './refused.ts'
import { shopTables } from './schema.ts'
import { type Ending, portionsOf, writeShopFile } from './shopFile.ts'
import { openSource } from './source.ts'
import { walk } from './walk.ts'

type Terms = {
  from: string
  /** The key of the secret in the database. */
  secretKey: { key: string; keyFile: string }
  file: string
  vault: Vault
  now: () => number
  progress: Progress
}

/**
 * Writes the whole shop to one file, which gets its name once it is complete. Throws `MoveRefused`
 * where a console runs, or the file exists already.
 */
export async function exportShop({
  from,
  secretKey,
  file,
  vault,
  now,
  progress,
}: Terms): Promise<Ending> {
  if (existsSync(file)) throw new MoveRefused(`${file} is there already; name another file.`)
  const tables = await shopTables()
  const { db, mark } = await openSource(from)
  try {
    if (mark?.role === 'source')
      throw new MoveRefused(`The shop was moved to ${mark.place}: export it from there.`)
    const secret = await openSecret(db, secretKey)
    const half = `${file}.half`
    const written = writeShopFile(half, vault)
    progress.begin(await rowsIn(db, tables), 0)
    await written.add({ manifest: { shape: SHAPE, release: RELEASE, time: now(), secret } })
    const ending: Ending = []
    for (const table of tables) {
      progress.table(table.name)
      for await (const rows of walk(db, table)) {
        for (const portion of portionsOf(rows))
          await written.add({ table: table.name, rows: portion })
        progress.written(rows.length)
      }
      const lastId = table.isNumbered ? String(await lastIdOf(db, table)) : null
      ending.push({ name: table.name, ...(await contentsOf(db, table)), lastId })
    }
    await written.add({ ending })
    written.end()
    renameSync(half, file)
    return ending
  } finally {
    await db.destroy()
  }
}
