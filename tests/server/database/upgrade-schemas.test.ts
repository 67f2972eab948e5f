/** @module-tag long */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { openForService } from '../../../server/database/opening.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { lastCopy, rollBack } from '../../../server/database/rollBack.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'
import { contentsOf, fillSchema, keptOf, migrateTo, SCHEMAS } from '../../support/schemas.ts'
import { emptyFolder } from '../../support/served.ts'

const POSTGRES = process.env.TEST_DATABASE_URL
const OLD = SCHEMAS.slice(0, -1)

async function anOldOne(schema: string) {
  const dataDir = await emptyFolder()
  const file = join(dataDir, 'sluice.db')
  const databaseUrl = POSTGRES ? await emptyDatabaseOn(POSTGRES) : `file:${file}`
  const db = openDatabase(databaseUrl)
  await migrateTo(db, schema)
  const before = await fillSchema(db, schema)
  expect(await contentsOf(db, before)).toEqual(before)
  await db.destroy()
  return { dataDir, file, databaseUrl, before }
}

async function opened(databaseUrl: string): Promise<Kysely<Tables>> {
  const db = openDatabase(databaseUrl)
  onTestFinished(() => db.destroy())
  return db
}

describe.each(OLD)('from the schema %s', (schema) => {
  test('an upgrade keeps every row and the books, and is gone back from', async () => {
    const { dataDir, file, databaseUrl, before } = await anOldOne(schema)
    const db = await openForService({ databaseUrl, dataDir })
    const kept = keptOf(before)
    expect(await contentsOf(db, kept)).toEqual(kept)
    expect(await checkLedger(db)).toEqual([])
    if (POSTGRES) return db.destroy()
    const lost = await sql`pragma foreign_key_check`.execute(db)
    expect(lost.rows).toEqual([])
    // What came after the upgrade is in the database that stays beside the older one.
    await db.updateTable('userGroup').set({ name: 'after' }).execute()
    // As a later release has it: this one can start on its own.
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(db)
    await db.destroy()

    const { copy, isEarlier } = (await lastCopy(file, dataDir))!
    expect(isEarlier).toBe(true)
    await rollBack(file, copy, Date.now())
    const back = await opened(databaseUrl)
    expect(await contentsOf(back, before)).toEqual(before)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(back)
    expect(rows.map(({ name }) => name)).toEqual(SCHEMAS.slice(0, SCHEMAS.indexOf(schema) + 1))
    expect(readdirSync(dataDir).filter((name) => name.startsWith('before-'))).toEqual([])
    return undefined
  })
})
