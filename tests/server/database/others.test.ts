import { type Kysely, sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cached } from '../../../server/database/cached.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { onQuery } from '../../../server/database/queries.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'

const URL_ = process.env.TEST_DATABASE_URL ?? ''

let age = 0
beforeEach(() => {
  age = 0
  vi.spyOn(performance, 'now').mockImplementation(() => 1e6 + age)
  return () => vi.restoreAllMocks()
})

/** One console's database, and another one's. */
async function twoConsoles() {
  const address = await emptyDatabaseOn(URL_)
  const other = openDatabase(address)
  for (const table of ['setting', 'server', 'tag', 'account'])
    await sql`create table ${sql.table(table)} ("id" integer, "value" text)`.execute(other)
  const own = openDatabase(address)
  onTestFinished(async () => {
    await Promise.all([own.destroy(), other.destroy()])
  })
  const asked: string[] = []
  onQuery(own, (text) => asked.push(text))
  return { own, other, asked }
}

const write = (db: Kysely<Tables>, value: string, table = 'setting') =>
  sql`insert into ${sql.table(table)} values (1, ${value})`.execute(db)

/** What one console reads, from its cache where it may. */
const read = (db: Kysely<Tables>, table: 'setting' | 'server' | 'account' = 'setting') =>
  cached(db, { name: table, from: [table] }, async () => {
    const { rows } = await sql<{ value: string }>`select "value" from ${sql.table(table)}`.execute(
      db,
    )
    return rows.map(({ value }) => value).join()
  })

describe.runIf(URL_)('what another console writes to PostgreSQL', () => {
  test('is read after 10 ms; until then one look is enough for all', async () => {
    const { own, other, asked } = await twoConsoles()
    const results = await Promise.all([read(own), read(own), read(own, 'server')])
    expect(results).toEqual(['', '', ''])
    // One look, and each table once.
    expect(asked).toHaveLength(3)
    await write(other, 'a')
    age = 9
    expect(await read(own)).toBe('')
    expect(asked).toHaveLength(3)
    age = 10
    expect(await read(own)).toBe('a')
    expect(asked).toHaveLength(5)
    age = 20
    expect([await read(own), await read(own, 'server')]).toEqual(['a', ''])
    expect(asked).toHaveLength(6)
  })

  test.each([
    ['update', `update "setting" set "value" = 'b'`, 'b'],
    ['an update that changes nothing back and forth', `update "setting" set "value" = 'a'`, 'a'],
    ['delete', 'delete from "setting"', ''],
    ['one for another', `delete from "setting"; insert into "setting" values (1, 'b')`, 'b'],
    ['truncate', 'truncate "setting"', ''],
  ])('is noticed: %s', async (_name, statement, expected) => {
    const { own, other, asked } = await twoConsoles()
    await write(other, 'a')
    expect(await read(own)).toBe('a')
    for (const one of statement.split(';')) await sql.raw(one).execute(other)
    const before = asked.length
    age = 10
    expect(await read(own)).toBe(expected)
    expect(asked.length - before).toBe(2)
  })

  test('is noticed whichever row it is', async () => {
    const { own, other } = await twoConsoles()
    const values = ['a', 'b', 'c', 'd', 'e']
    for (const value of values) await write(other, value)
    while (values.length > 0) {
      expect(await read(own)).toBe(values.join())
      await sql`delete from "setting" where "value" = ${values.shift()}`.execute(other)
      age += 10
    }
    expect(await read(own)).toBe('')
  })

  test('is noticed once its transaction has ended, and not before', async () => {
    const { own, other } = await twoConsoles()
    expect(await read(own)).toBe('')
    await other.transaction().execute(async (tx) => {
      await write(tx, 'a')
      age = 10
      expect(await read(own)).toBe('')
    })
    age = 20
    expect(await read(own)).toBe('a')
  })

  test('is read at once when it is our own', async () => {
    const { own } = await twoConsoles()
    expect(await read(own)).toBe('')
    await write(own, 'a')
    expect(await read(own)).toBe('a')
  })

  test('is asked for at each call where a table is not watched', async () => {
    const { own, other, asked } = await twoConsoles()
    expect(await read(own, 'account')).toBe('')
    await write(other, 'a', 'account')
    expect(await read(own, 'account')).toBe('a')
    expect(asked).toHaveLength(2)
    const both = () =>
      cached(own, { name: 'both', from: ['setting', 'account'] }, async () => age++)
    expect([await both(), await both()]).toEqual([0, 1])
  })

  test('is not taken for known after a look that failed', async () => {
    const { own, other } = await twoConsoles()
    expect(await read(own)).toBe('')
    await sql`alter table "tag" rename to "away"`.execute(other)
    age = 10
    await expect(Promise.all([read(own), read(own)])).rejects.toThrow('tag')
    await expect(read(own)).rejects.toThrow('tag')
    await sql`alter table "away" rename to "tag"`.execute(other)
    await write(other, 'a')
    expect(await read(own)).toBe('a')
  })
})
