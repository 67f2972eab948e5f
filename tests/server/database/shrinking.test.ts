import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { openForService } from '../../../server/database/opening.ts'
import { onQuery } from '../../../server/database/queries.ts'
import { rewriteOnce, shrink } from '../../../server/database/shrinking.ts'
import { emptyFolder } from '../../support/served.ts'

const ROWS = 20_000

/** A file of a console, with as many rows as it had at its peak. */
async function atPeak({ isOlder = false } = {}) {
  const dataDir = await emptyFolder()
  const file = join(dataDir, 'sluice.db')
  if (isOlder) {
    const older = new DatabaseSync(file)
    older.exec('create table "older" ("id" integer)')
    older.close()
  }
  const db = await openForService({ dataDir, databaseUrl: `file:${file}` })
  onTestFinished(() => db.destroy())
  await rewriteOnce(db, file)
  await sql`create table "peak" ("id" integer primary key, "text" text)`.execute(db)
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    insert into "peak" select i, printf('%.*c', 100, 'x') || i from n`.execute(db)
  const pragma = async (name: string) =>
    (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0]?.[name]
  return {
    db,
    keep: (left: number) => sql`delete from "peak" where "id" <= ${ROWS - left}`.execute(db),
    /** Bytes, once the log is in the file. */
    async size() {
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      return statSync(file).size
    },
    freeShare: async () =>
      Number(await pragma('freelist_count')) / Number(await pragma('page_count')),
    async contents() {
      const { rows } = await sql<{ n: number; broken: number }>`
        select count(*) as n, sum("text" not like '%x' || "id") as broken from "peak"`.execute(db)
      return { ...rows[0], check: await pragma('integrity_check') }
    },
  }
}

test('a file is opened while another process writes to it', async () => {
  const dataDir = await emptyFolder()
  const databaseUrl = `file:${join(dataDir, 'sluice.db')}`
  await (await openForService({ dataDir, databaseUrl })).destroy()
  const other = new DatabaseSync(join(dataDir, 'sluice.db'))
  other.exec('begin immediate')
  const db = openDatabase(databaseUrl)
  expect((await sql`select 1 as "one"`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
  other.exec('rollback')
  other.close()
})

describe('a file after a peak', () => {
  test.each([{ isOlder: false }, { isOlder: true }])(
    'gives back what is free, but for a tenth: %o',
    async (age) => {
      const site = await atPeak(age)
      const peak = await site.size()
      await site.keep(2_000)
      expect(await site.size()).toBe(peak)
      let slices = 0
      onQuery(site.db, (text) => (slices += Number(text.includes('incremental'))))
      await shrink(site.db)
      // Of 250 pages, where one of the file's 700 would be moved at a time otherwise.
      expect(slices).toBeLessThan(5)
      expect(await site.size()).toBeLessThan(peak * 0.6)
      expect(await site.freeShare()).toBeLessThan(0.15)
      expect(await site.freeShare()).toBeGreaterThan(0)
      expect(await site.contents()).toEqual({ n: 2_000, broken: 0, check: 'ok' })
    },
  )

  test('keeps a little that is free for what comes next', async () => {
    const site = await atPeak()
    const peak = await site.size()
    await site.keep(ROWS * 0.95)
    const before = await site.freeShare()
    expect(before).toBeGreaterThan(0)
    await shrink(site.db)
    expect(await site.freeShare()).toBe(before)
    expect(await site.size()).toBe(peak)
  })

  test('that cannot shrink is left as it is', async () => {
    const site = await atPeak()
    await sql`pragma auto_vacuum = none`.execute(site.db)
    await sql`vacuum`.execute(site.db)
    await site.keep(1_000)
    const peak = await site.size()
    await shrink(site.db)
    expect(await site.size()).toBe(peak)
    expect(await site.contents()).toMatchObject({ n: 1_000, check: 'ok' })
  })
})
