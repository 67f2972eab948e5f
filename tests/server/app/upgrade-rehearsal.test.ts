/** @module-tag long */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rehearse } from '../../../server/app/upgrade/rehearse.ts'
import { readConfig } from '../../../server/base/config.ts'
import { lockFile } from '../../../server/base/fileLock.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'
import { contentsOf, filledFile, fillSchema, migrateTo, SCHEMAS } from '../../support/schemas.ts'
import { emptyFolder } from '../../support/served.ts'

const POSTGRES = process.env.TEST_DATABASE_URL
/** What a console had that was made of commit f676f7a4. */
const FIRST_RELEASED = '039-flow-months'

async function aShop(schema: string) {
  const DATA_DIR = await emptyFolder()
  if (!POSTGRES) {
    const { bytes, before } = await filledFile(schema)
    writeFileSync(join(DATA_DIR, 'sluice.db'), bytes)
    return { config: readConfig({ DATA_DIR }), before }
  }
  const DATABASE_URL = await emptyDatabaseOn(POSTGRES)
  const db = openDatabase(DATABASE_URL)
  await migrateTo(db, schema)
  const before = await fillSchema(db, schema)
  await db.destroy()
  return { config: readConfig({ DATA_DIR, DATABASE_URL }), before }
}

test.each([SCHEMAS[0]!, FIRST_RELEASED, SCHEMAS.at(-2)!, SCHEMAS.at(-1)!])(
  'an upgrade from %s is rehearsed to a console that answers, and leaves the shop as it is',
  { timeout: 60_000 },
  async (schema) => {
    const { config, before } = await aShop(schema)
    const there = readdirSync(config.dataDir)
    const { steps } = await rehearse(config)
    expect(steps).toEqual(SCHEMAS.slice(SCHEMAS.indexOf(schema) + 1))
    const after = readdirSync(config.dataDir).filter((name) => !/-(shm|wal)$/.test(name))
    expect(after).toEqual(there)
    const db = openDatabase(config.databaseUrl)
    expect(await contentsOf(db, before)).toEqual(before)
    await db.destroy()
  },
)

test(
  'a shop that was never started is rehearsed as the empty one it is',
  { timeout: 60_000 },
  async () => {
    const config = readConfig({ DATA_DIR: await emptyFolder() })
    expect(await rehearse(config)).toMatchObject({ steps: [] })
    expect(readdirSync(config.dataDir)).toEqual([])
  },
)

test(
  'what a rehearsal left that was killed goes, and one that goes on stays',
  { timeout: 60_000 },
  async () => {
    const { config } = await aShop(SCHEMAS.at(-1)!)
    const place = (name: string) => join(config.dataDir, `rehearsal-${name}`)
    for (const name of ['killed', 'early', 'goes-on']) mkdirSync(place(name))
    for (const name of ['killed', 'goes-on'])
      writeFileSync(join(place(name), 'upgrade-run.lock'), '')
    const letGo = lockFile(join(place('goes-on'), 'upgrade-run.lock'))
    await rehearse(config)
    const left = readdirSync(config.dataDir).filter((name) => name.startsWith('rehearsal'))
    expect(left).toEqual(['rehearsal-goes-on'])
    letGo?.()
  },
)
