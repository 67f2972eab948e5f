import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { copyFile, open, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rollBackOnRequest, sentenceFor } from '../../../server/app/backup/rollBack.ts'
import { kindOf } from '../../../server/database/copies.ts'
import { openForService } from '../../../server/database/opening.ts'
import { lastCopy, rollBack } from '../../../server/database/rollBack.ts'
import { copyBefore } from '../../../server/database/upgrade.ts'
import { filledFile, SCHEMAS } from '../../support/schemas.ts'
import { emptyFolder } from '../../support/served.ts'

const SHM = '/dev/shm'
const hasTwoDisks = existsSync(SHM) && statSync(SHM).dev !== statSync(tmpdir()).dev
const [EARLIER, NOW] = [SCHEMAS.at(-2)!, SCHEMAS.at(-1)!]

function query(file: string, text: string) {
  const db = new DatabaseSync(file)
  const rows = db.prepare(text).all()
  db.close()
  return rows
}

const change = (file: string, text: string) => void query(file, text)
const copiesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('before-'))
    .toSorted()

/** A shop of a schema, with one order. */
async function aShop(schema = NOW) {
  const dataDir = await emptyFolder()
  const file = join(dataDir, 'sluice.db')
  await writeFile(file, (await filledFile(schema)).bytes)
  return { dataDir, file }
}

/** A shop that a later release has upgraded; another order came after that. */
async function anUpgraded(dataDir?: string) {
  const { file } = await aShop()
  const folder = dataDir ?? join(file, '..')
  await copyBefore(file, folder, '999-later')
  change(file, "insert into kysely_migration (name, timestamp) values ('999-later', '')")
  change(file, 'create table later (id integer)')
  change(file, addOrder(8))
  return { file, dataDir: folder }
}

const addOrder = (id: number) =>
  `insert into placedOrder (id, kind, orderId, userId, status, createTime)
    values (${id}, 'alipay', '${id}', 7, 'CREATE', 0)`

describe('the copy from before an upgrade', () => {
  test('is named with its age and what came after it', async () => {
    const { file, dataDir } = await anUpgraded()
    const copy = (await lastCopy(file, dataDir))!
    expect(copy).toMatchObject({ since: { orders: 1, users: 0 }, isEarlier: false })
    const made = Date.UTC(2026, 0, 1)
    utimesSync(copy.copy, made / 1_000, made / 1_000)
    const said = sentenceFor((await lastCopy(file, dataDir))!, made + 10 * 86_400_000)
    expect(said).toMatch(
      /was made 2026-01-01T00:00:00.000Z, 10 days ago\. 1 orders and 0 people came after it/,
    )
    expect(sentenceFor({ ...copy, isEarlier: true }, made)).toContain('of an earlier release')
  })

  test.skipIf(!hasTwoDisks)('is gone back to from another disk', async () => {
    const dataDir = mkdtempSync(join(SHM, 'sluice-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const { file } = await anUpgraded(dataDir)
    const { copy } = (await lastCopy(file, dataDir))!
    expect(await rollBack(file, copy, Date.now())).toContain('as it was before the upgrade')
    expect(query(file, 'select id from placedOrder')).toEqual([{ id: 7 }])
    expect(await kindOf(file, { whole: true })).toBe('of this release')
    const aside = readdirSync(join(file, '..')).filter((name) => /^sluice-2.+\.db$/.test(name))
    expect(aside).toHaveLength(1)
    expect(query(join(file, '..', aside[0]!), 'select id from placedOrder')).toHaveLength(2)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('is not begun where there is no room, and leaves no half', async () => {
    const dataDir = await emptyFolder()
    const file = join(dataDir, 'sluice.db')
    await writeFile(join(dataDir, 'before-0.0.1-000.db.half'), 'of one that was killed')
    await writeFile(file, '')
    await truncate(file, 2 ** 42)
    await expect(copyBefore(file, dataDir, '001')).rejects.toThrow('There is too little room')
    await truncate(file, 0)
    await writeFile(file, 'no database at all, but of some length')
    await expect(copyBefore(file, dataDir, '001')).rejects.toThrow(/not a database/)
    expect(readdirSync(dataDir)).toEqual(['sluice.db'])
  })

  test('has its name only if each of its pages is sound', async () => {
    const { file, dataDir } = await aShop()
    await damage(file)
    await expect(copyBefore(file, dataDir, '999')).rejects.toThrow(/damaged|malformed/)
    expect(copiesOf(dataDir)).toEqual([])
  })

  test('is never written over, and made once for one state of the database', async () => {
    const { file, dataDir } = await aShop()
    await copyBefore(file, dataDir, '999-later')
    const [first] = copiesOf(dataDir)
    await copyBefore(file, dataDir, '999-later')
    expect(copiesOf(dataDir)).toEqual([first])
    change(file, addOrder(9))
    await copyBefore(file, dataDir, '999-later')
    expect(copiesOf(dataDir)).toHaveLength(2)
    expect(query(join(dataDir, first!), 'select id from placedOrder')).toHaveLength(1)
    // It is one file: nothing is beside it, nor comes there when it is looked at.
    await kindOf(join(dataDir, first!), { whole: true })
    expect(copiesOf(dataDir)).toHaveLength(2)
  })

  test('stays as long as three newer ones are not as good', async () => {
    // Of a step that makes a table, whichever came since.
    const { file, dataDir } = await aShop(SCHEMAS[SCHEMAS.indexOf('039-flow-months') - 1])
    const old = Date.now() / 1_000 - 100
    const put = async (name: string, at: number) => {
      await copyFile(file, join(dataDir, name))
      utimesSync(join(dataDir, name), old + at, old + at)
    }
    await put('before-0-good.db', 0)
    // What an earlier release copied of a database in the midst of an upgrade.
    const table = `create table "flowMonth" ("accountId" integer)`
    for (const at of [1, 2, 3, 4]) {
      await put(`before-0-cut-${at}.db`, at)
      change(join(dataDir, `before-0-cut-${at}.db`), table)
      utimesSync(join(dataDir, `before-0-cut-${at}.db`), old + at, old + at)
    }
    for (const id of [11, 12]) {
      change(file, addOrder(id))
      await copyBefore(file, dataDir, NOW)
    }
    expect(copiesOf(dataDir)).toContain('before-0-good.db')
    change(file, addOrder(13))
    await copyBefore(file, dataDir, NOW)
    expect(copiesOf(dataDir)).toHaveLength(3)
    expect(copiesOf(dataDir).join()).not.toMatch(/before-0-/)
  })
})

/** Changes bytes in the midst of a database, on every page but the first few. */
async function damage(file: string) {
  const handle = await open(file, 'r+')
  const { size } = await handle.stat()
  for (let at = 20 * 4096; at < size; at += 4096)
    await handle.write(Buffer.alloc(64, 0xff), 0, 64, at)
  await handle.close()
}

describe('a rollback', () => {
  test('is not needed where this release can start, whatever copies there are', async () => {
    const { file, dataDir } = await aShop()
    await copyBefore(file, dataDir, NOW)
    const config = { databaseUrl: `file:${file}`, dataDir }
    expect(await rollBackOnRequest(config, { yes: true })).toMatch(
      /nothing to go back from.+Nothing was changed\..+install that one first/,
    )
    const earlier = await aShop(EARLIER)
    expect(await lastCopy(earlier.file, dataDir)).toBeUndefined()
    expect(copiesOf(dataDir)).toHaveLength(1)
  })

  test('takes the newest copy of its own schema, and none that would not start', async () => {
    const { file, dataDir } = await anUpgraded()
    const [good] = copiesOf(dataDir)
    const now = Date.now() / 1_000
    const put = async (name: string, at: number, from = join(dataDir, good!)) => {
      await copyFile(from, join(dataDir, name))
      return async (harm: (path: string) => unknown) => {
        await harm(join(dataDir, name))
        utimesSync(join(dataDir, name), now + at, now + at)
      }
    }
    await (
      await put('before-later.db', 10, file)
    )(() => {})
    await (
      await put('before-cut.db', 20)
    )((path) => change(path, 'create table x (id integer)'))
    await (
      await put('before-damaged.db', 30)
    )(damage)
    await (
      await put('before-torn.db', 40)
    )((path) => truncate(path, 9_000))
    await (
      await put('before-empty.db', 50)
    )((path) => truncate(path, 0))
    const earlier = await aShop(EARLIER)
    await (
      await put('before-earlier.db', 60, earlier.file)
    )(() => {})
    expect((await lastCopy(file, dataDir))?.copy).toBe(join(dataDir, good!))
    rmSync(join(dataDir, good!))
    expect(await lastCopy(file, dataDir)).toMatchObject({
      copy: join(dataDir, 'before-earlier.db'),
      isEarlier: true,
    })
    rmSync(join(dataDir, 'before-earlier.db'))
    await expect(lastCopy(file, dataDir)).rejects.toThrow(
      /^There is no whole copy: .*before-empty\.db is empty; .*torn\.db is damaged; .*damaged\.db is damaged; .*cut\.db is of a database in the midst of an upgrade; .*later\.db is of a later release/,
    )
  })

  test('says that all is well only once the copy was opened, else changes nothing', async () => {
    const { file, dataDir } = await anUpgraded()
    const [copy = ''] = copiesOf(dataDir).map((name) => join(dataDir, name))
    const before = readdirSync(dataDir).toSorted()
    // It was sound when it was chosen.
    await damage(copy)
    await expect(rollBack(file, copy, Date.now())).rejects.toThrow(
      /does not open: .* Nothing was changed\./,
    )
    expect(readdirSync(dataDir).toSorted()).toEqual(before)
    expect(query(file, 'select id from placedOrder')).toHaveLength(2)
  })

  test('leads to a database on which this release starts', async () => {
    const { file, dataDir } = await anUpgraded()
    const config = { databaseUrl: `file:${file}`, dataDir }
    await expect(openForService(config)).rejects.toThrow(/a newer release .*rollback\. Nothing was/)
    expect(await rollBackOnRequest(config, { yes: true })).toContain('and opens.')
    const db = await openForService(config)
    expect(await db.selectFrom('placedOrder').select('id').execute()).toEqual([{ id: 7 }])
    await db.destroy()
    // A second time there is nothing to go back from.
    expect(await rollBackOnRequest(config, { yes: true })).toContain('Nothing was changed')
  })

  test('replaces a damaged database, and one that is gone but for its log', async () => {
    const { file, dataDir } = await anUpgraded()
    const [copy = ''] = copiesOf(dataDir).map((name) => join(dataDir, name))
    const [kept, log] = [join(await emptyFolder(), 'kept'), join(await emptyFolder(), 'log')]
    await copyFile(copy, kept)
    const open = new DatabaseSync(file)
    open.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
    open.exec(addOrder(9))
    await copyFile(`${file}-wal`, log)
    open.close()
    await writeFile(file, 'no database any more, but of some length')
    expect(await rollBack(file, (await lastCopy(file, dataDir))!.copy, Date.now())).toContain(
      'and opens',
    )
    expect(query(file, 'select id from placedOrder')).toEqual([{ id: 7 }])

    rmSync(file)
    await copyFile(log, `${file}-wal`)
    await copyFile(kept, copy)
    await rollBack(file, (await lastCopy(file, dataDir))!.copy, Date.now())
    expect(query(file, 'select id from placedOrder')).toEqual([{ id: 7 }])
    expect(await kindOf(file, { whole: true })).toBe('of this release')
  })
})
