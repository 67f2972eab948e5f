import type { Kysely } from 'kysely'
import type { Vault } from '../store/vault.ts'
import type { Database } from '../../database/database.ts'
import { SHAPE } from '../../database/migrations/migrate.ts'
import { findSecretKey, type KeyPlace, makeSecretKey } from '../../database/secret/key.ts'
import { sealWith } from '../../database/secret/secret.ts'
import { changeSetting } from '../../database/settings/store.ts'
import type { Tables } from '../../database/tables.ts'
import { contentsOf } from './checksum.ts'
import { copyTable } from './copy.ts'
import { lastIdOf, setLastId } from './counters.ts'
import { finish } from './move.ts'
import type { Progress } from './progress.ts'
import { MoveRefused } from './refused.ts'
import { shopTables, type Table } from './schema.ts'
import { type Ending, type Manifest, openShopFile, type Part } from './shopFile.ts'
import { markTarget, openTarget } from './target.ts'
import { type Key, keyOf, type Row } from './walk.ts'

type Terms = {
  file: string
  to: string
  /** The key for the secret in the database; a key file is made where there is none. */
  secretKey: KeyPlace
  vault: Vault
  now: () => number
  progress: Progress
}

/**
 * Reads a shop from a file into an empty database; interrupted at any moment it resumes with the
 * same call, and no console starts before it is complete. Nothing is written before the whole file
 * was verified.
 */
export async function importShop(terms: Terms): Promise<Ending> {
  const { file, to, vault, now, progress } = terms
  const tables = await shopTables()
  const opened = openShopFile(file, vault)
  try {
    const { manifest, ending } = await verifyParts(opened.parts(), file)
    const { id } = opened
    const { db, mark } = await openTarget(to, tables, { id, now: now() })
    try {
      if (mark && mark.state !== 'running')
        throw new MoveRefused(`${file} has been imported already: nothing is left to do.`)
      const role = 'target' as const
      if (!mark)
        await markTarget(db, to, tables, { id, role, place: file, state: 'running', time: now() })
      progress.begin(
        ending.reduce((sum, { rows }) => sum + rows, 0),
        0,
      )
      await copyAll(db, tables, ending, { parts: opened.parts(), progress })
      await compare(db, tables, ending, progress)
      await db.transaction().execute(async (tx) => {
        await adoptSecret(tx, manifest, terms.secretKey)
        await finish(tx, now())
      })
      return ending
    } finally {
      await db.destroy()
    }
  } finally {
    opened.close()
  }
}

/** Reads the file to its end. Throws a sentence where it is incomplete, or of another release. */
async function verifyParts(parts: AsyncGenerator<Part>, file: string) {
  let manifest: Manifest | undefined
  let ending: Ending | undefined
  for await (const part of parts) {
    if ('manifest' in part) manifest = part.manifest
    if ('ending' in part) ending = part.ending
    if (manifest?.shape !== SHAPE)
      throw new MoveRefused(
        `${file} was written by release ${manifest?.release}, which keeps its rows in another shape: import it with that one, then upgrade.`,
      )
  }
  return { manifest: manifest!, ending: ending! }
}

type Reading = { parts: AsyncGenerator<Part>; progress: Progress }

async function copyAll(
  db: Kysely<Tables>,
  tables: readonly Table[],
  ending: Ending,
  { parts, progress }: Reading,
) {
  // The file has the tables in their order; what lies between is skipped.
  let next = await parts.next()
  const rowsOf = async function* (table: Table, after: Key | undefined): AsyncGenerator<Row[]> {
    let isNew = after === undefined
    for (; !next.done && !('ending' in next.value); next = await parts.next()) {
      if ('manifest' in next.value) continue
      if (next.value.table !== table.name) return
      const { rows } = next.value
      progress.written(rows.length)
      if (isNew) yield rows
      // The slices are those of the previous run.
      else isNew = JSON.stringify(keyOf(table, rows.at(-1)!)) === JSON.stringify(after)
    }
  }
  for (const table of tables) {
    progress.table(table.name)
    const slices = (after: Key | undefined) => rowsOf(table, after)
    await copyTable({ target: db, slices, written: () => {} }, table)
    // Of a table that was complete already.
    for await (const _ of rowsOf(table, [])) continue
    const lastId = ending.find(({ name }) => name === table.name)?.lastId
    if (lastId) await setLastId(db, table, BigInt(lastId))
  }
}

async function compare(
  db: Kysely<Tables>,
  tables: readonly Table[],
  ending: Ending,
  progress: Progress,
) {
  for (const table of tables) {
    progress.comparing(table.name)
    const wanted = ending.find(({ name }) => name === table.name)
    const found = await contentsOf(db, table)
    const lastId = table.isNumbered ? String(await lastIdOf(db, table)) : null
    if (found.sum !== wanted?.sum || found.rows !== wanted.rows || lastId !== wanted.lastId)
      throw new MoveRefused(
        `The table ${table.name} is not as the file has it: somebody wrote to the database. Empty it and import once more.`,
      )
  }
}

/** Seals the shop's secret with the key of this machine, which is generated where there is none. */
async function adoptSecret(tx: Database, { secret }: Manifest, place: KeyPlace) {
  const key = findSecretKey(place) ?? makeSecretKey(place)
  await changeSetting(tx, 'secret', sealWith(key, secret))
}
