import { createServer, connect } from 'node:net'
import { once } from 'node:events'
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { MAX_PREPARED } from '../../../server/database/prepared.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'

const URL_ = process.env.TEST_DATABASE_URL ?? ''

/** One connection to a database of its own with a small table in it, and another one beside it. */
async function aTable(through = (address: string) => Promise.resolve(address)) {
  const address = await emptyDatabaseOn(URL_)
  const other = openDatabase(address, { connections: 1 })
  await sql`create table "thing" ("id" integer primary key, "big" bigint, "word" text)`.execute(
    other,
  )
  await sql`insert into "thing" values (1, 9007199254740991, ${'零 ‘Ω’\n'}), (2, null, '')`.execute(
    other,
  )
  const db = openDatabase(await through(address), { connections: 1 })
  onTestFinished(async () => {
    await Promise.all([db.destroy(), other.destroy()])
  })
  return { db, other }
}

const read = async (db: Kysely<Tables>, id: number | null = 1) =>
  (
    await sql<object>`select * from "thing" where "id" = ${id} or ${id}::int is null order by "id"`.execute(
      db,
    )
  ).rows
/** With a semicolon it is prepared by nobody. */
const prepared = async (db: Kysely<Tables>) => {
  const text =
    'select "statement" from pg_prepared_statements where "statement" not like \'%pg_prepared%\';'
  return (await sql.raw<{ statement: string }>(text).execute(db)).rows.map((row) => row.statement)
}
const times = async <Result>(many: number, work: () => Promise<Result>) => {
  const results = []
  for (let nth = 0; nth < many; nth++) results.push(await work())
  return results
}

describe.runIf(URL_)('statements that come again', () => {
  test('are prepared once, and answer as before', async () => {
    const { db } = await aTable()
    const rows = [
      { id: 1, big: 9_007_199_254_740_991, word: '零 ‘Ω’\n' },
      { id: 2, big: null, word: '' },
    ]
    expect(await read(db, null)).toEqual(rows)
    expect(await prepared(db)).toEqual([])
    expect(await times(3, () => read(db, null))).toEqual([rows, rows, rows])
    expect(await read(db, 2)).toEqual([rows[1]])
    expect(await read(db, 3)).toEqual([])
    expect(await prepared(db)).toHaveLength(1)
  })

  test('say how many rows they wrote, and take every kind of value', async () => {
    const { db } = await aTable()
    const write = (word: unknown) =>
      sql<object>`update "thing" set "word" = ${word} where "id" > ${0} returning "word"`.execute(
        db,
      )
    const words = ['a', null, 'ü; \'"\\', '', 'x'.repeat(70_000)]
    for (const word of words) {
      const { rows, numAffectedRows } = await write(word)
      expect([rows, numAffectedRows]).toEqual([[{ word }, { word }], 2n])
    }
    const remove = () => sql`delete from "thing" where "id" = ${1}`.execute(db)
    expect((await times(3, remove)).map((one) => one.numAffectedRows)).toEqual([1n, 0n, 0n])
    // Bytes go another way.
    const bytes = () => sql<object>`select ${Buffer.from([0, 255])}::bytea as "bytes"`.execute(db)
    for (const { rows } of await times(3, bytes))
      expect(rows).toEqual([{ bytes: Buffer.from([0, 255]) }])
    const two = () => sql.raw('select 1; select 2').execute(db)
    await expect(times(3, two)).resolves.toHaveLength(3)
  })

  test('are planned for their values each time', async () => {
    const { db } = await aTable()
    await times(12, () => sql`select "word" from "thing" where "id" = ${1}`.execute(db))
    const text = 'select "generic_plans", "custom_plans" from pg_prepared_statements;'
    const { rows } = await sql.raw(text).execute(db)
    expect(rows).toEqual([{ generic_plans: 0, custom_plans: 11 }])
  })

  test('fail alone, and stay prepared', async () => {
    const { db } = await aTable()
    const insert = (id: number) => sql`insert into "thing" values (${id}, 0, 'new')`.execute(db)
    await expect(insert(1)).rejects.toMatchObject({ code: '23505' })
    await expect(insert(1)).rejects.toMatchObject({ code: '23505' })
    await insert(7)
    await expect(insert(7)).rejects.toMatchObject({ code: '23505' })
    expect((await insert(8)).numAffectedRows).toBe(1n)
    expect(await prepared(db)).toHaveLength(1)
  })

  test('are so many at most, however many texts there are', async () => {
    const { db } = await aTable()
    const many = (length: number) => {
      const list = sql.join(Array.from({ length }, (_, nth) => nth))
      return sql`select "id" from "thing" where "id" in (${list})`.execute(db)
    }
    for (let length = 1; length <= MAX_PREPARED + 20; length++) {
      await times(2, () => many(length))
      // Those that fail as well.
      const wrong = () => sql`select ${1} / 0 as ${sql.ref(`a${length}`)}`.execute(db)
      if (length % 4 === 0) await expect(times(2, wrong)).rejects.toThrow('division by zero')
      if (length % 4 === 0) await expect(wrong()).rejects.toThrow('division by zero')
    }
    expect((await prepared(db)).length).toBeLessThanOrEqual(MAX_PREPARED)
    expect((await prepared(db)).length).toBeGreaterThan(MAX_PREPARED - 10)
    expect((await many(1)).rows).toEqual([])
  })

  test('see a table that an upgrade has changed meanwhile', async () => {
    const { db, other } = await aTable()
    await times(3, () => read(db))
    await sql`alter table "thing" add "more" integer default 5`.execute(other)
    expect(await times(3, () => read(db))).toEqual(
      Array(3).fill([{ id: 1, big: 9_007_199_254_740_991, word: '零 ‘Ω’\n', more: 5 }]),
    )
    await sql`alter table "thing" drop "big", add "last" text default 'l'`.execute(other)
    expect(await times(3, () => read(db))).toEqual(
      Array(3).fill([{ id: 1, word: '零 ‘Ω’\n', more: 5, last: 'l' }]),
    )
    await sql`alter table "thing" alter "more" type text`.execute(other)
    expect(await read(db)).toMatchObject([{ more: '5' }])
    expect(await prepared(db)).toHaveLength(1)
  })

  test('are not prepared in a transaction, which such a change would end', async () => {
    const { db, other } = await aTable()
    await times(3, () => read(db))
    await sql`alter table "thing" add "more" integer default 5`.execute(other)
    const rows = await db.transaction().execute((tx) => read(tx as never))
    expect(rows).toMatchObject([{ id: 1, more: 5 }])
    const fresh = (tx: unknown) => sql`select ${1}::int as "fresh"`.execute(tx as typeof db)
    await db.transaction().execute((tx) => times(3, () => fresh(tx)))
    expect(await prepared(db)).toHaveLength(1)
  })

  test('are sent as they are once somebody has thrown them away', async () => {
    const { db } = await aTable()
    await times(3, () => read(db))
    await sql`deallocate all`.execute(db)
    expect((await times(3, () => read(db))).flat()).toHaveLength(3)
    expect(await prepared(db)).toEqual([])
  })

  test('are prepared again on the next connection when one is lost', async () => {
    const { db, other } = await aTable()
    await times(3, () => read(db))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other)
    // Whoever asks at that moment is refused, as ever.
    await vi.waitFor(() => read(db))
    expect((await times(3, () => read(db))).flat()).toHaveLength(3)
    expect(await prepared(db)).toHaveLength(1)
  })
})

describe.runIf(URL_)('behind something between', () => {
  /** Passes everything on, but for what `alter` makes of a piece from the database or to it. */
  async function between(address: string, alter: (piece: Buffer) => void) {
    const to = new URL(address)
    const port = Number(to.port)
    const server = createServer((near) => {
      const far = connect(port, to.hostname)
      const cut = () => void [near.destroy(), far.destroy()]
      for (const [from, into] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('error', cut).on('close', cut)
        from.on('data', (piece: Buffer) => {
          alter(piece)
          if (into.writable) into.write(piece)
        })
      }
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    to.port = String((server.address() as { port: number }).port)
    return to.href
  }

  test('that has process numbers of its own, as poolers do, nothing is prepared', async () => {
    const key = Buffer.from('K\0\0\0\x0c', 'latin1')
    const pooled = (piece: Buffer) => {
      const at = piece.indexOf(key)
      if (at >= 0) piece.writeInt32BE(12_345_678, at + key.length)
    }
    const { db } = await aTable((address) => between(address, pooled))
    expect((await times(4, () => read(db))).flat()).toHaveLength(4)
    expect(await prepared(db)).toEqual([])
  })

  test('that lets the first question on a new connection fail, the next one is taken', async () => {
    let wrong = 2
    const spoiling = (piece: Buffer) => {
      const at = piece.indexOf('pg_backend_pid')
      if (at >= 0 && wrong-- > 0) piece.write('pg_backend_not', at)
    }
    const { db } = await aTable((address) => between(address, spoiling))
    await expect(read(db)).rejects.toMatchObject({ code: '42883' })
    await expect(read(db)).rejects.toMatchObject({ code: '42883' })
    expect((await times(3, () => read(db))).flat()).toHaveLength(3)
    expect(await prepared(db)).toHaveLength(1)
  })
})
