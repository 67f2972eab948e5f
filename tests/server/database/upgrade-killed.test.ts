import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { kindOf } from '../../../server/database/copies.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { openForService } from '../../../server/database/opening.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import {
  type Contents,
  contentsOf,
  cutOffAfter,
  filledFile,
  keptOf,
  SCHEMAS,
} from '../../support/schemas.ts'
import { drawing } from '../../support/seed.ts'
import { emptyFolder } from '../../support/served.ts'
import { afterEachStatement } from '../../support/statements.ts'

const [FIRST, LAST] = [SCHEMAS[0]!, SCHEMAS.at(-1)!]
const urlOf = (dataDir: string) => `file:${join(dataDir, 'sluice.db')}`
const openIn = (dataDir: string) => openForService({ databaseUrl: urlOf(dataDir), dataDir })
const copiesIn = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => /^before-.+\.db$/.test(name))

/** Starts on a data folder, and looks that nothing is lost and nothing is wrong. */
async function startsWhole(dataDir: string, before: Contents) {
  const db = await openIn(dataDir)
  const kept = keptOf(before)
  expect(await contentsOf(db, kept)).toEqual(kept)
  expect(await checkLedger(db)).toEqual([])
  const { rows } = await sql`pragma foreign_key_check`.execute(db)
  expect(rows).toEqual([])
  await db.destroy()
  expect(await kindOf(join(dataDir, 'sluice.db'), { whole: true })).toBe('of this release')
}

/** The files of a process that is killed now; SQLite's shared memory is made anew. */
const filesOf = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => /^(sluice|before).*(db|wal|half)$/.test(name))

/** Upgrades a shop, and stores what a kill after any of the statements would leave, each once. */
async function leftByKills(schema: string) {
  const [dataDir, states] = [await emptyFolder(), await emptyFolder()]
  await writeFile(join(dataDir, 'sluice.db'), (await filledFile(schema)).bytes)
  const found = new Map<string, string>()
  let statements = 0
  const note = () => {
    const hash = createHash('sha256')
    for (const name of filesOf(dataDir)) hash.update(name).update(readFileSync(join(dataDir, name)))
    const state = join(states, String((statements += 1)))
    const key = hash.digest('hex')
    if (found.has(key)) return
    found.set(key, state)
    mkdirSync(state)
    for (const name of filesOf(dataDir)) copyFileSync(join(dataDir, name), join(state, name))
  }
  const end = afterEachStatement(note, { spills: true })
  try {
    await (await openIn(dataDir)).destroy()
  } finally {
    end()
  }
  return { states: [...found.values()], statements }
}

/** Some of them, drawn, unless there is time for all. */
function someOf<Item>(items: Item[], many: number, what: string): Item[] {
  if (process.env.SOAK) return items
  const { pick } = drawing(what)
  return Array.from({ length: many }, () => pick(items))
}

describe('an upgrade that is killed after any of its statements', () => {
  test('leaves the schema there was or the new one, with every row', async () => {
    const { before } = await filledFile(FIRST)
    const { states, statements } = await leftByKills(FIRST)
    // Each step of every release, and what the transaction wrote to the disk before its end.
    expect(statements).toBeGreaterThan(250)
    expect(states.length).toBeGreaterThan(50)
    const schemas = new Set<string>()
    for (const state of states) {
      const db = openDatabase(urlOf(state))
      const { rows } = await sql<{ name: string }>`
        select name from kysely_migration order by name`.execute(db)
      const kept = rows.length > 1 ? keptOf(before) : before
      expect(await contentsOf(db, kept)).toEqual(kept)
      await db.destroy()
      expect([[FIRST], SCHEMAS]).toContainEqual(rows.map(({ name }) => name))
      schemas.add(rows.at(-1)!.name)
      for (const copy of copiesIn(state)) expect(await kindOf(join(state, copy))).toBe('earlier')
    }
    expect(schemas).toEqual(new Set([FIRST, LAST]))
    for (const state of someOf(states, 8, 'upgrade killed')) {
      await startsWhole(state, before)
      expect(copiesIn(state)).toHaveLength(1)
    }
  })
})

/** All rows and indexed words of an upgraded file, but for what depends on when that was. */
function everythingIn(file: string) {
  const database = new DatabaseSync(file)
  const rows = (text: string) => database.prepare(text).all()
  const tables = rows(`select name from pragma_table_list
    where schema = 'main' and type = 'table'
      and name not in ('setting', 'kysely_migration', 'sqlite_schema')`)
  const all = tables.map(({ name }) => [name, rows(`select * from "${String(name)}"`)])
  all.push(['schema', rows('select name, tbl_name, sql from sqlite_schema order by name')])
  for (const name of ['userPairs', 'accountPairs']) {
    database.exec(`create virtual table temp."${name}Words" using fts5vocab(main, "${name}", row)`)
    all.push([name, rows(`select * from "${name}Words"`)])
  }
  database.close()
  return Object.fromEntries(all.map(([name, found]) => [String(name), found]))
}

/** A shop as a step that was cut off left it. */
async function cutOff(bytes: Buffer, count: number, step: string) {
  const dataDir = await emptyFolder()
  const file = join(dataDir, 'sluice.db')
  await writeFile(file, bytes)
  return { dataDir, file, isAll: await cutOffAfter(count, file, step) }
}

/** Every number of statements of a step. */
async function countsOf(bytes: Buffer, step: string) {
  const counts = [1]
  while (!(await cutOff(bytes, counts.at(-1)!, step)).isAll) counts.push(counts.length + 1)
  return counts
}

describe('an upgrade that an earlier release did not end', () => {
  test('is finished, wherever in whichever step it ended', { timeout: 600_000 }, async () => {
    for (const step of [...someOf(SCHEMAS.slice(1, -1), 6, 'cut off'), LAST]) {
      const { bytes, before } = await filledFile(SCHEMAS[SCHEMAS.indexOf(step) - 1]!)
      const undisturbed = await cutOff(bytes, 0, step)
      await startsWhole(undisturbed.dataDir, before)
      expect(copiesIn(undisturbed.dataDir)).toHaveLength(1)
      const counts = await countsOf(bytes, step)
      for (const count of someOf(counts, 2, `cut off ${step}`)) {
        const { dataDir, file } = await cutOff(bytes, count, step)
        await startsWhole(dataDir, before)
        expect(everythingIn(file), `${step} ${count}`).toEqual(everythingIn(undisturbed.file))
      }
    }
  })

  test('is finished with what came since, under the release before', async () => {
    const before = (step: string) => filledFile(SCHEMAS[SCHEMAS.indexOf(step) - 1]!)
    // All of its statements had run, and it was not noted.
    const inbox = await cutOff((await before('032-inbox')).bytes, 1_000, '032-inbox')
    const database = new DatabaseSync(inbox.file)
    database.exec(`insert into message (id, userId, sender, content, createTime)
      values (99, 7, 'user', 'later', 1770000000000)`)
    database.close()
    await (await openIn(inbox.dataDir)).destroy()
    expect(everythingIn(inbox.file).conversation).toMatchObject([{ userId: 7, messageId: 99 }])

    const { bytes } = await before('006-app')
    const [words, undisturbed] = [
      await cutOff(bytes, 1_000, '006-app'),
      await cutOff(bytes, 0, '006-app'),
    ]
    for (const { dataDir } of [words, undisturbed]) await (await openIn(dataDir)).destroy()
    // Each word of a name is found once.
    expect(everythingIn(words.file)).toEqual(everythingIn(undisturbed.file))
  })

  test('is finished where it was the first one', async () => {
    for (const count of someOf(await countsOf(Buffer.alloc(0), FIRST), 3, 'the first start')) {
      const { dataDir, file } = await cutOff(Buffer.alloc(0), count, FIRST)
      await (await openIn(dataDir)).destroy()
      expect(await kindOf(file, { whole: true })).toBe('of this release')
      const groups = everythingIn(file).userGroup
      expect(groups).toHaveLength(1)
    }
  })
})
