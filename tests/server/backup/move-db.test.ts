/** @module-tag long */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { openForRotation } from '../../../server/app/secret/command.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/migrations/migrate.ts'
import { encoded } from '../../../server/backup/move/checksum.ts'
import { moveDatabase } from '../../../server/backup/move/move.ts'
import { type Kind, shopTables } from '../../../server/backup/move/schema.ts'
import { undoMove } from '../../../server/backup/move/undo.ts'
import type { Value } from '../../../server/backup/move/walk.ts'
import { findMark } from '../../../server/database/moveMark.ts'
import { openForService } from '../../../server/database/opening.ts'
import {
  BIG,
  emptyDatabaseOn,
  moveDb,
  openStock,
  QUIET,
  refusalOn,
  sumsOf,
} from '../../support/moving.ts'
import { emptyFolder, serve, sessionOn } from '../../support/served.ts'

const DYING = new URL('../../support/dyingQuery.ts', import.meta.url).href
/** After how many queries a move is killed, and later each time until it is through. */
const LIVES = [23, 24, 25, 26, 61]

const stock = openStock()
let postgres: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  postgres = await startPostgres()
  return () => {
    postgres.stop()
    stock.clear()
  }
})

const emptyDatabase = () => emptyDatabaseOn(postgres.url)
const newFile = async () => `file:${join(await emptyFolder(), 'back.db')}`

const move = (from: string, to: string, more: Partial<typeof QUIET> = {}) =>
  moveDatabase({ from, to, now: Date.now, progress: { ...QUIET, ...more } })

/** Everything in an embedded database, read by other means than a move. */
function dump(url: string) {
  const db = new DatabaseSync(url.replace('file:', ''), { readOnly: true })
  const names = db
    .prepare(
      `select name from pragma_table_list where type = 'table' and schema = 'main'
         and name not like 'databaseMove%' and name not like 'kysely%' order by name`,
    )
    .all()
    .map(({ name }) => String(name))
  const found = names.map((name) => {
    const reading = db.prepare(`select * from "${name}"`)
    reading.setReadBigInts(true)
    return [
      name,
      reading
        .all()
        .map((row) => Object.values(row).map(String).join())
        .toSorted(),
    ]
  })
  db.close()
  return Object.fromEntries(found) as Record<string, string[]>
}

test('every table there is on PostgreSQL is moved, after those it names', async () => {
  const url = await emptyDatabase()
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  await migrate(db)
  const tables = await shopTables()
  const kinds = { int4: 'integer', int8: 'integer', float8: 'number', text: 'text', bytea: 'bytes' }
  const there = (await db.introspection.getTables())
    // A partition's rows are those of its table.
    .filter(({ name }) => !/^databaseMove|_(before|default)$/.test(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((one) => [one.name, kinds[one.dataType as 'text']]).toSorted(),
      isNumbered: columns.some((one) => one.isAutoIncrementing),
    }))
  const moved = tables.map(({ name, columns, isNumbered }) => ({
    name,
    columns: columns.map((one) => [one.name, one.kind]).toSorted(),
    isNumbered,
  }))
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
  expect(moved.toSorted(byName)).toEqual(there.toSorted(byName))
  const { rows } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f'`.execute(db)
  expect(rows.length).toBeGreaterThan(10)
  const place = (name: string) => tables.findIndex((one) => one.name === name)
  expect(rows.filter(({ child, parent }) => place(parent) > place(child))).toEqual([])
})

test('no two values have the same sum', () => {
  const values: [Kind, Value][] = [
    ['text', null],
    ['text', ''],
    ['text', '-'],
    ['text', '1'],
    ['integer', '1'],
    ['number', 1],
    ['number', 0.1 + 0.2],
    ['number', 0.3],
    ['bytes', Buffer.from('1')],
    ['bytes', Buffer.from([])],
    ['text', '2:ab'],
    ['text', 'ab'],
  ]
  expect(new Set(values.map(([kind, value]) => encoded(kind, value))).size).toBe(values.length)
  // A border between two values that moved is another row.
  expect(encoded('text', 'a') + encoded('text', 'textb')).not.toBe(
    encoded('text', 'atext') + encoded('text', 'b'),
  )
  expect(encoded('number', -0)).toBe(encoded('number', 0))
})

describe('a move there and back', () => {
  test('brings every row, number and counter, and leaves the source as it was', async () => {
    const { url } = await stock.take()
    const before = dump(url)
    const [there, back] = [await emptyDatabase(), await newFile()]
    const isFree = () => {
      const other = new DatabaseSync(url.replace('file:', ''), { timeout: 0 })
      try {
        return other.prepare('select count(*) from "plan"').get()
      } finally {
        other.close()
      }
    }
    const table = () => expect(isFree).toThrow('locked')
    const moved = await move(url, there, { table })
    expect(moved.tables.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(2_000)
    expect(dump(url)).toEqual(before)
    expect(await sumsOf(there)).toEqual(await sumsOf(url))

    const db = openDatabase(there)
    const { rows } = await sql<{ up: string }>`
      select cast("up" as text) as up from "counterMark" where "key" = 'k'`.execute(db)
    expect(rows.map(({ up }) => BigInt(up))).toEqual([BIG, BIG, BIG, BIG])
    const plan = db
      .insertInto('plan')
      .values({ name: 'new', flow: 0 } as never)
      .returning('id')
    expect(await plan.executeTakeFirstOrThrow()).toEqual({ id: 4712 })
    await db.deleteFrom('plan').where('id', '=', 4712).execute()
    await db.destroy()

    // What one that was killed while it made the tables left behind.
    writeFileSync(`${back.replace('file:', '')}.half`, 'a part of a database')
    await move(there, back)
    expect(dump(back)).toEqual({ ...before, sqlite_sequence: expect.anything() })
    expect(await sumsOf(back)).toEqual(await sumsOf(url))
    const again = openDatabase(back)
    onTestFinished(() => again.destroy())
    const next = again
      .insertInto('plan')
      .values({ name: 'new', flow: 0 } as never)
      .returning('id')
    expect(await next.executeTakeFirstOrThrow()).toEqual({ id: 4713 })
  })

  test('keeps sessions and subscription links, and one of the two for consoles', async () => {
    const { url, dataDir } = await stock.take()
    const there = await emptyDatabase()
    const source = openDatabase(url)
    const person = { username: 'a@b.c', email: 'a@b.c', passwordHash: '', type: 'normal' as const }
    const { id } = await source
      .insertInto('user')
      .values({ ...person, createTime: Date.now() } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const cookie = await sessionOn(source, id)
    const link = await source
      .selectFrom('account')
      .select('subscribe')
      .where('active', '=', 1)
      .where('expireTime', '>', Date.now())
      .executeTakeFirstOrThrow()
    await source.destroy()
    const old = await openForService({ databaseUrl: url, dataDir })
    await expect(move(url, there)).rejects.toThrow('is in use: stop the console')
    await old.destroy()
    const done = await moveDb({ DATA_DIR: dataDir }, ['--to', there])
    expect(done.said).toContain('Counts and checksums of both are equal')
    expect(await refusalOn(url, dataDir)).toContain('This database was moved to postgres://')

    const after = await serve({ DATA_DIR: dataDir, DATABASE_URL: there })
    await vi.waitFor(async () => expect(await after.status()).toBe(200), 60_000)
    const mine = await fetch(`${after.url}/api/home/login`, { headers: { cookie } })
    expect(await mine.json()).toMatchObject({ id })
    const servers = await fetch(`${after.url}/api/user/account/subscribe/${link.subscribe}`)
    expect([servers.status, (await servers.text()).length > 100]).toEqual([200, true])
    await expect(move(there, url)).rejects.toThrow(
      'A console, or another move, is connected to postgres://',
    )
    await expect(openForRotation({ dataDir, databaseUrl: there }, true)).rejects.toThrow(
      'A console, or another move, is connected to postgres://',
    )
    await expect(undoMove({ from: url, to: there, force: false, now: Date.now })).rejects.toThrow(
      'A console has run on',
    )
    after.child.kill('SIGTERM')
    await after.ended

    // The original file is in the way, and is not overwritten.
    const { aside } = await move(there, url)
    expect(readdirSync(dataDir)).toContain(basename(aside!))
    expect(await refusalOn(there, dataDir)).toContain(`This database was moved to ${dataDir}`)
    expect(await refusalOn(url, dataDir)).toBe('started')
  })
})

describe('a move that is killed', () => {
  test.each(LIVES)(
    'after every %d queries goes on, there and back',
    { tags: ['soak'], timeout: 600_000 },
    async (queries) => {
      const { url, dataDir } = await stock.take()
      const [there, back] = [await emptyDatabase(), await newFile()]
      const before = await sumsOf(url)
      const untilDone = async (from: string, to: string) => {
        for (let kills = 0; ; kills += 1) {
          // What is compared in the end is more than a short life ever sees.
          const env = { DATABASE_URL: from, DIE_AT: String(queries * (kills + 1)) }
          const run = await moveDb(env, ['--to', to], { before: ['--import', DYING] })
          if (run.code === 0) return kills
          expect(run).toMatchObject({ signal: 'SIGKILL' })
          const refusal = await refusalOn(from, dataDir)
          expect(refusal).toMatch(/^(started|This database (is being|was) moved)/)
          if (/rows, \d+ %/.test(run.said) && to === there && !/was moved/.test(refusal))
            expect(await refusalOn(to, dataDir)).toMatch(/holds an unfinished move/)
        }
      }
      expect(await untilDone(url, there)).toBeGreaterThan(1)
      expect(await sumsOf(there)).toEqual(before)
      expect(await untilDone(there, back)).toBeGreaterThan(1)
      expect(await sumsOf(back)).toEqual(before)
    },
  )

  test('by a PostgreSQL that crashes goes on with it', { tags: ['soak'] }, async () => {
    const { url } = await stock.take()
    const there = await emptyDatabase()
    const table = (name: string) => {
      if (name === 'flowDay') postgres.pause('immediate')
    }
    await expect(move(url, there, { table })).rejects.toThrow(/terminat|shutting down|ECONNREFUSED/)
    postgres.resume()
    await move(url, there)
    expect(await sumsOf(there)).toEqual(await sumsOf(url))
  })

  test('says in a sentence that the database cannot be reached, and leaves the source free', async () => {
    const { url, dataDir } = await stock.take()
    const lost = await moveDb({ DATA_DIR: dataDir }, ['--to', 'postgres://a:secret@127.0.0.1:1/b'])
    expect(lost).toMatchObject({ code: 1 })
    expect(lost.said).toMatch(
      /^The database cannot be reached, .*\. What was copied is kept: .*\.$/m,
    )
    expect(lost.said).not.toContain('secret')
    expect(await refusalOn(url, dataDir)).toBe('started')
  })

  test('between its two last marks serves nowhere, and is ended by the same call', async () => {
    const { url, dataDir } = await stock.take()
    const file = await newFile()
    await move(url, file)
    const db = openDatabase(file)
    await db.updateTable('databaseMove').set({ state: 'running' }).execute()
    await db.destroy()
    expect(await refusalOn(url, dataDir)).toContain('was moved to')
    expect(await refusalOn(file, dataDir)).toContain('unfinished move')
    await move(url, file)
    expect(await refusalOn(url, dataDir)).toContain('was moved to')
    expect(await refusalOn(file, dataDir)).toBe('started')
  })

  test('does not trust what was changed meanwhile', async () => {
    const { url } = await stock.take()
    const there = await emptyDatabase()
    const cut = () => {
      throw new Error('cut')
    }
    await expect(move(url, there, { comparing: cut })).rejects.toThrow('cut')
    const db = openDatabase(there, { name: 'somebody' })
    await sql`update "flowDay" set "up" = "up" + 1 where ctid = (select min(ctid) from "flowDay")`.execute(
      db,
    )
    await expect(move(url, there)).rejects.toThrow(
      /differ: flowDay \(\d+ rows, \d+ copied\)\. Some/,
    )
    await sql`update "flowDay" set "up" = "up" - 1 where ctid = (select max(ctid) from "flowDay")`.execute(
      db,
    )
    await move(url, there)
    await db.destroy()
  })
})

describe('a target', () => {
  test('that holds something else is refused, and nothing changes', async () => {
    const [one, other] = [await stock.take(), await stock.take()]
    const there = await emptyDatabase()
    const db = openDatabase(there, { name: 'somebody' })
    await sql`create table mine (n integer)`.execute(db)
    await expect(move(one.url, there)).rejects.toThrow('is not empty: name an empty database')
    await sql`drop table mine`.execute(db)
    await db.destroy()
    const another = openDatabase(there, { name: 'sluice move-db of somebody' })
    await sql`select 1`.execute(another)
    await expect(move(one.url, there)).rejects.toThrow('or another move, is connected')
    await another.destroy()
    await expect(move(one.url, other.url)).rejects.toThrow('is not empty: name a file')
    await expect(move(one.url, one.url)).rejects.toThrow('is where the shop is already')
    expect(await refusalOn(one.url, one.dataDir)).toBe('started')
    expect(await refusalOn(other.url, other.dataDir)).toBe('started')
    await move(one.url, there)
    await expect(move(other.url, there)).rejects.toThrow('another one than this')
    await expect(move(one.url, await newFile())).rejects.toThrow('move it from there')
    await expect(move(one.url, there)).rejects.toThrow('nothing is left to do')
  })

  test('that a release has only been started on is no longer empty', async () => {
    const { url } = await stock.take()
    const there = await emptyDatabase()
    const db = openDatabase(there, { name: 'somebody' })
    await migrate(db)
    await db.insertInto('setting').values({ key: 'setup', value: '""' }).execute()
    await expect(move(url, there)).rejects.toThrow('is not empty')
    await db.deleteFrom('setting').execute()
    await db.destroy()
    await move(url, there)
  })
})

describe('a move that is undone', () => {
  test('gives the source back, and the target starts nothing any more', async () => {
    const { url, dataDir } = await stock.take()
    const there = await emptyDatabase()
    await move(url, there)
    const undo = { from: url, force: false, now: Date.now }
    await expect(undoMove({ ...undo, to: undefined })).rejects.toThrow('name that with --to')
    await undoMove({ ...undo, to: there })
    expect(await refusalOn(url, dataDir)).toBe('started')
    expect(await refusalOn(there, dataDir)).toContain('The move to this database was undone')
    await expect(undoMove({ ...undo, to: there })).rejects.toThrow('nothing is to be undone')
    await expect(move(url, there)).rejects.toThrow('another one than this')
  })

  test('is given up before its end without its target', async () => {
    const { url, dataDir } = await stock.take()
    const file = await newFile()
    const cut = () => {
      throw new Error('cut')
    }
    await expect(move(url, file, { comparing: cut })).rejects.toThrow('cut')
    expect(await refusalOn(url, dataDir)).toContain('is being moved')
    await undoMove({ from: url, to: undefined, force: false, now: Date.now })
    expect(await refusalOn(url, dataDir)).toBe('started')
    expect(await refusalOn(file, dataDir)).toContain('holds an unfinished move')
  })

  test('with force continues without a target that is gone', async () => {
    const { url, dataDir } = await stock.take()
    await move(url, await newFile())
    await undoMove({ from: url, to: undefined, force: true, now: Date.now })
    expect(await refusalOn(url, dataDir)).toBe('started')
    const db = openDatabase(url)
    expect(await findMark(db)).toBe(undefined)
    await db.destroy()
    expect(existsSync(join(dataDir, 'sluice.db'))).toBe(true)
  })
})

test('100,000 accounts, both ways', { tags: ['soak'], timeout: 1_800_000 }, async () => {
  const { url } = await stock.take(100_000)
  const [there, back] = [await emptyDatabase(), await newFile()]
  for (const [from, to] of [
    [url, there],
    [there, back],
  ] as const) {
    const began = performance.now()
    const { tables } = await move(from, to)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${rows} rows, ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  }
  expect(await sumsOf(back)).toEqual(await sumsOf(url))
})
