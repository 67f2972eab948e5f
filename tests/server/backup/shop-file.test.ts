/** @module-tag long */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { openVault } from '../../../server/backup/store/vault.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { exportShop } from '../../../server/backup/move/export.ts'
import { importShop } from '../../../server/backup/move/import.ts'
import { moveDatabase } from '../../../server/backup/move/move.ts'
import { openShopFile, portionsOf, writeShopFile } from '../../../server/backup/move/shopFile.ts'
import { openSecret } from '../../../server/database/secret/secret.ts'
import {
  emptyDatabaseOn,
  moveDb,
  openStock,
  QUIET,
  refusalOn,
  sumsOf,
} from '../../support/moving.ts'
import { emptyFolder, SECRET_KEY, servedSecret } from '../../support/served.ts'

const KEY = randomBytes(32)
const vault = openVault(KEY)
const terms = { vault, now: Date.now, progress: QUIET }

const stock = openStock()
let postgres: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  postgres = await startPostgres()
  return () => {
    postgres.stop()
    stock.clear()
  }
})

/** A shop and the file it was exported to. */
async function exported() {
  const { url, dataDir } = await stock.take()
  const file = join(dataDir, 'shop.sluice')
  await exportShop({ ...terms, from: url, secretKey: { key: SECRET_KEY, keyFile: '' }, file })
  return { url, dataDir, file }
}

/** A fresh machine: where its database and its key will be. */
async function fresh() {
  const folder = await emptyFolder()
  const secretKey = { key: '', keyFile: join(folder, 'secret.key') }
  return { folder, to: `file:${join(folder, 'sluice.db')}`, secretKey }
}

/** The sums of all tables but that of the settings: the secret in it is sealed with another key. */
async function rowsOf(url: string) {
  const { setting: _, ...sums } = await sumsOf(url)
  return sums
}

test('rows become parts that are short enough, and none is lost or cut', () => {
  const rows = [['a'.repeat(40)], [Buffer.alloc(400)], ['1'], [null], ['b'.repeat(20)]]
  const portions = [...portionsOf(rows, 100)]
  expect(portions.flat()).toEqual(rows)
  expect(portions.map(({ length }) => length)).toEqual([1, 1, 3])
  expect([...portionsOf([], 100)]).toEqual([])
})

describe('a shop in one file', () => {
  test('is imported on a fresh machine with its rows, its secret and its next ids', async () => {
    const { url, dataDir, file } = await exported()
    const { to, secretKey, folder } = await fresh()
    await importShop({ ...terms, file, to, secretKey })
    expect(await rowsOf(to)).toEqual(await rowsOf(url))
    const [old, db] = [openDatabase(url), openDatabase(to)]
    expect(await openSecret(db, secretKey)).toBe(await servedSecret(old))
    const next = db
      .insertInto('plan')
      .values({ name: 'new', flow: 0 } as never)
      .returning('id')
    expect(await next.executeTakeFirstOrThrow()).toEqual({ id: 4712 })
    await Promise.all([old.destroy(), db.destroy()])
    expect(await refusalOn(to, folder)).toBe('started')
    expect(await refusalOn(url, dataDir)).toBe('started')
    expect(readFileSync(file).includes('Tokyo')).toBe(false)
    await expect(importShop({ ...terms, file, to, secretKey })).rejects.toThrow('imported already')
  })

  test('is exported from PostgreSQL and imported there', async () => {
    const { url, dataDir } = await stock.take()
    const [one, other] = [await emptyDatabaseOn(postgres.url), await emptyDatabaseOn(postgres.url)]
    await moveDatabase({ from: url, to: one, now: Date.now, progress: QUIET })
    const file = join(dataDir, 'shop.sluice')
    const secretKey = { key: SECRET_KEY, keyFile: '' }
    await exportShop({ ...terms, from: one, secretKey, file })
    await importShop({ ...terms, file, to: other, secretKey })
    expect(await rowsOf(other)).toEqual(await rowsOf(url))
    await expect(exportShop({ ...terms, from: url, secretKey, file: `${file}2` })).rejects.toThrow(
      'export it from there',
    )
  })

  test('that was interrupted continues, and starts nothing before', async () => {
    const { url, file } = await exported()
    const { to, secretKey, folder } = await fresh()
    for (const name of ['account', 'flowDay', 'serverFlow']) {
      const table = (begun: string) => {
        if (begun === name) throw new Error('cut')
      }
      const progress = { ...QUIET, table }
      await expect(importShop({ ...terms, file, to, secretKey, progress })).rejects.toThrow('cut')
      expect(await refusalOn(to, folder)).toContain('holds an unfinished move from')
    }
    // In the middle of a table, too.
    let [name, slices] = ['', 0]
    const progress = {
      ...QUIET,
      table: (begun: string) => void (name = begun),
      written() {
        if (name === 'serverFlow') slices += 1
        if (slices === 2) throw new Error('cut')
      },
    }
    await expect(importShop({ ...terms, file, to, secretKey, progress })).rejects.toThrow('cut')
    await importShop({ ...terms, file, to, secretKey })
    expect(await rowsOf(to)).toEqual(await rowsOf(url))
  })

  test('that was touched, cut or is of later times is refused, and nothing is written', async () => {
    const { file } = await exported()
    const whole = readFileSync(file)
    const { to, secretKey, folder } = await fresh()
    const refusal = async (bytes: Buffer, key = vault) => {
      const bad = join(folder, 'bad.sluice')
      writeFileSync(bad, bytes)
      const error = await importShop({ ...terms, vault: key, file: bad, to, secretKey }).catch(
        (found: unknown) => found,
      )
      expect(existsSync(join(folder, 'sluice.db'))).toBe(false)
      return (error as Error).message
    }
    const DAMAGED = /was changed or cut, or the key/
    const touched = Buffer.from(whole)
    touched[5_000]! ^= 1
    expect(await refusal(touched)).toMatch(DAMAGED)
    for (const length of [whole.length - 1, whole.length - 20_000, 66, 64])
      expect(await refusal(whole.subarray(0, length))).toMatch(DAMAGED)
    // A part left out at its border, and one more behind the end.
    const first = 64 + 4 + whole.readUInt32BE(64)
    const second = first + 4 + whole.readUInt32BE(first)
    expect(
      await refusal(Buffer.concat([whole.subarray(0, first), whole.subarray(second)])),
    ).toMatch(DAMAGED)
    expect(await refusal(whole.subarray(0, second))).toMatch(DAMAGED)
    expect(await refusal(Buffer.concat([whole, whole.subarray(64, first)]))).toMatch(DAMAGED)
    expect(await refusal(whole, openVault(randomBytes(32)))).toMatch(DAMAGED)
    expect(await refusal(Buffer.from('a picture'))).toContain('is no file of a shop')
    const later = Buffer.from(whole)
    later.write('SLUICE SHOP 2')
    expect(await refusal(later)).toContain('written by a later release')
  })

  test('of a release with other tables is refused', async () => {
    const { to, secretKey, folder } = await fresh()
    const file = join(folder, 'old.sluice')
    const written = writeShopFile(file, vault)
    const manifest = { shape: '003-flow', release: '0.0.9', time: 0, secret: '' }
    await written.add({ manifest })
    await written.add({ ending: [] })
    written.end()
    await expect(importShop({ ...terms, file, to, secretKey })).rejects.toThrow('by release 0.0.9')
    expect(existsSync(join(folder, 'sluice.db'))).toBe(false)
  })

  test('keeps bytes as they are', async () => {
    const file = join(await emptyFolder(), 'bytes')
    const written = writeShopFile(file, vault)
    const part = { table: 'later', rows: [[Buffer.from([0, 255]), '1', 0.5, null]] }
    await written.add(part)
    await written.add({ ending: [] })
    written.end()
    const { parts, close } = openShopFile(file, vault)
    expect((await parts().next()).value).toEqual(part)
    close()
  })
})

test('the two commands take a shop to another folder, with a key that is shown once', async () => {
  const { dataDir } = await stock.take()
  const { folder } = await fresh()
  const file = join(dataDir, 'shop.sluice')
  const words = ['--file', file]
  const env = { DATA_DIR: dataDir, SECRET_KEY }
  const out = await moveDb(env, words, { program: 'exportShop' })
  const [, key] = /EXPORT_KEY=(\S{43})/.exec(out.said) ?? []
  const there = { DATA_DIR: join(folder, 'new'), SECRET_KEY: '', EXPORT_KEY: key }
  const without = await moveDb({ ...there, EXPORT_KEY: '' }, words, { program: 'importShop' })
  expect(without).toMatchObject({ code: 1 })
  expect(without.said).toContain('EXPORT_KEY must hold the key of the export')
  const done = await moveDb(there, words, { program: 'importShop' })
  expect(done.said).toContain('as the file says')
  expect(existsSync(join(folder, 'new', 'secret.key'))).toBe(true)
  const again = await moveDb(env, words, { program: 'exportShop' })
  expect(again.said).toContain('is there already')
})
