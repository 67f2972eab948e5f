import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sentenceFor } from '../../server/app/backup/rollBack.ts'
import { copyBefore, lastCopy, rollBack } from '../../server/database/upgrade.ts'
import { emptyFolder } from '../support/served.ts'

const SHM = '/dev/shm'
const hasTwoDisks = existsSync(SHM) && statSync(SHM).dev !== statSync(tmpdir()).dev

function query(file: string, text: string) {
  const db = new DatabaseSync(file)
  const rows = db.prepare(text).all()
  db.close()
  return rows
}

/** A shop with two orders, one of them after the copy; the copy may lie on another disk. */
async function anUpgraded(dataDir: string) {
  const file = join(await emptyFolder(), 'sluice.db')
  query(file, 'create table placedOrder (id integer primary key)')
  query(file, 'create table user (id integer primary key)')
  query(file, 'insert into placedOrder values (7)')
  await copyBefore(file, dataDir, '001')
  query(file, 'insert into placedOrder values (8)')
  return { file, ...lastCopy(file, dataDir) }
}

describe('the copy from before an upgrade', () => {
  test('is named with its age and what came after it', async () => {
    const dataDir = await emptyFolder()
    const { file, copy: kept, since } = await anUpgraded(dataDir)
    expect(since).toEqual({ orders: 1, users: 0 })
    const made = Date.UTC(2026, 0, 1)
    utimesSync(kept, made / 1_000, made / 1_000)
    expect(sentenceFor(lastCopy(file, dataDir), made + 10 * 86_400_000)).toMatch(
      /was made 2026-01-01T00:00:00.000Z, 10 days ago\. 1 orders and 0 people came after it/,
    )
  })

  test.skipIf(!hasTwoDisks)('is gone back to from another disk', async () => {
    const dataDir = mkdtempSync(join(SHM, 'sluice-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const { file, copy: kept } = await anUpgraded(dataDir)
    expect(rollBack(file, kept, Date.now())).toContain('as it was before the upgrade')
    expect(query(file, 'select id from placedOrder')).toEqual([{ id: 7 }])
    const aside = readdirSync(join(file, '..')).filter((name) => name.startsWith('sluice-2'))
    expect(aside).toHaveLength(1)
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
})
