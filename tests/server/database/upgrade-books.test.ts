import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import {
  copyBeside,
  hasCopyBeside,
  putBackFromBeside,
  rehearseBeside,
  removeOldCopyBeside,
  sinceCopyBeside,
} from '../../../server/database/beside.ts'
import { COPY_KEPT_MS } from '../../../server/database/copies.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { booksOf } from '../../../server/database/migrations/books.ts'
import { migrations, SHAPE } from '../../../server/database/migrations/migrate.ts'
import { openForService } from '../../../server/database/opening.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'
import {
  contentsOf,
  filledFile,
  fillSchema,
  keptOf,
  migrateTo,
  SCHEMAS,
} from '../../support/schemas.ts'
import { emptyFolder } from '../../support/served.ts'

const POSTGRES = process.env.TEST_DATABASE_URL
/** What the last step does besides its own work, where a test wants that. */
function lastStepAlso(text: string) {
  const real = migrations[SHAPE]!
  const up = async (db: Kysely<never>) => {
    await real.up(db)
    await sql.raw(text).execute(db)
  }
  migrations[SHAPE] = { ...real, up: up as typeof real.up }
}

/** What a console had that was made of commit f676f7a4. */
const FIRST_RELEASED = '039-flow-months'

async function aShop(schema: string) {
  const dataDir = await emptyFolder()
  if (POSTGRES) {
    const databaseUrl = await emptyDatabaseOn(POSTGRES)
    const db = openDatabase(databaseUrl)
    await migrateTo(db, schema)
    const before = await fillSchema(db, schema)
    await db.destroy()
    return { dataDir, databaseUrl, before }
  }
  const file = join(dataDir, 'sluice.db')
  const { bytes, before } = await filledFile(schema)
  await writeFile(file, bytes)
  return { dataDir, databaseUrl: `file:${file}`, before }
}

const shipped = { ...migrations }
const asShipped = () => void Object.assign(migrations, shipped)
afterEach(asShipped)

test.each([
  ['delete from "ledger" where "id" = 2', 'ledger rows was 2, and would be 1'],
  [
    'update "ledger" set "amount" = "amount" + 1 where "id" = 2',
    'ledger amount was 1998, and would be 1999',
  ],
  [`update "ledger" set "currency" = 'USD' where "id" = 2`, 'ledger credit owed CNY was 999'],
  ['update "placedOrder" set "paidTime" = null', 'placedOrder paidTime was'],
  ['update "account" set "flow" = "flow" + 1', 'account flow was'],
  ['delete from "flowDay"', 'flowDay rows was 1, and would be 0'],
  ['update "usage" set "bytes" = 0', 'usage bytes was 1, and would be 0'],
])('a step that does "%s" is refused, and nothing of the upgrade is left', async (text, why) => {
  lastStepAlso(text)
  const { dataDir, databaseUrl, before } = await aShop(FIRST_RELEASED)
  await expect(openForService({ dataDir, databaseUrl })).rejects.toThrow(why)
  const db = openDatabase(databaseUrl)
  expect(await contentsOf(db, before)).toEqual(before)
  await db.destroy()
  asShipped()
  const again = await openForService({ dataDir, databaseUrl })
  expect(await contentsOf(again, keptOf(before))).toEqual(keptOf(before))
  await again.destroy()
})

test('what an upgrade may do passes: rows of other kinds, and accounts that are renamed', async () => {
  lastStepAlso(`update "account" set "password" = 'new'`)
  const { dataDir, databaseUrl } = await aShop(FIRST_RELEASED)
  await (await openForService({ dataDir, databaseUrl })).destroy()
})

test.skipIf(!POSTGRES).each([SCHEMAS[0]!, FIRST_RELEASED, SCHEMAS.at(-2)!])(
  'on PostgreSQL an upgrade from %s is rehearsed beside the shop, and leaves nothing',
  async (schema) => {
    const { databaseUrl, before } = await aShop(schema)
    const db = openDatabase(databaseUrl)
    const tables = () =>
      sql`select schemaname, tablename from pg_tables order by 1, 2`
        .execute(db)
        .then(({ rows }) => rows)
    const there = await tables()
    expect((await rehearseBeside(db)).at(-1)).toBe(SCHEMAS.at(-1))
    lastStepAlso('delete from "flowDay"')
    // The first schema had no such traffic yet.
    if (schema !== SCHEMAS[0])
      await expect(rehearseBeside(db)).rejects.toThrow('flowDay rows was 1, and would be 0')
    asShipped()
    lastStepAlso('select 1 / 0')
    await expect(rehearseBeside(db)).rejects.toThrow('division by zero')
    expect(await tables()).toEqual(there)
    expect(await contentsOf(db, before)).toEqual(before)
    await db.destroy()
  },
)

test.skipIf(!POSTGRES).each([FIRST_RELEASED, SCHEMAS.at(-2)!])(
  'on PostgreSQL what an upgrade from %s has changed is put back, with what is not ours left alone',
  async (schema) => {
    const { dataDir, databaseUrl, before } = await aShop(schema)
    const db = openDatabase(databaseUrl)
    await sql`create table "somebodyElses" ("id" integer)`.execute(db)
    const described = () => describe_(db)
    const there = await described()
    const books = await booksOf(db)
    await copyBeside(db)
    // Once more, as after a kill.
    await copyBeside(db)
    await removeOldCopyBeside(db, Date.now() + COPY_KEPT_MS - 60_000)
    await (await openForService({ dataDir, databaseUrl })).destroy()
    await sql`insert into "placedOrder" ("id", "kind", "orderId", "userId", "status", "createTime")
      values (8, 'alipay', 'later', 7, 'CREATE', 0)`.execute(db)
    await sql`create table "ofTheNewRelease" ("id" integer)`.execute(db)
    expect(await sinceCopyBeside(db)).toEqual({ orders: 1, users: 0 })
    expect(await putBackFromBeside(db)).toBe(true)
    expect(await putBackFromBeside(db)).toBe(false)
    expect(await hasCopyBeside(db)).toBe(false)
    expect(await described()).toEqual(there)
    expect(await booksOf(db)).toEqual(books)
    expect(await contentsOf(db, before)).toEqual(before)
    // Its ids go on where they were, and the upgrade can be done.
    const again = await openForService({ dataDir, databaseUrl })
    expect(await contentsOf(again, keptOf(before))).toEqual(keptOf(before))
    await copyBeside(db)
    await removeOldCopyBeside(db, Date.now() + COPY_KEPT_MS)
    expect(await hasCopyBeside(db)).toBe(false)
    await again.destroy()
    await db.destroy()
  },
)

/** All that the schema of a shop consists of, and where its ids go on. */
async function describe_(db: Kysely<Tables>) {
  const { rows } = await sql`
    select 'column' as "kind", table_name || '.' || column_name as "name",
      data_type || is_nullable || coalesce(column_default, '') || is_identity as "what"
    from information_schema.columns where table_schema = 'public'
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'sequence', sequencename, coalesce(last_value::text, '') from pg_sequences
      where schemaname = 'public'
    order by 1, 2`.execute(db)
  return rows
}
