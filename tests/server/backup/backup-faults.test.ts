/** @module-tag long */
import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { folderStore } from '../../../server/backup/store/folderStore.ts'
import { makeKey } from '../../../server/backup/store/key.ts'
import { sortNames } from '../../../server/backup/store/names.ts'
import { removeOld } from '../../../server/backup/shipping/retention.ts'
import type { Store } from '../../../server/backup/store/store.ts'
import { openVault } from '../../../server/backup/store/vault.ts'
import { framesAfter, startOfLog } from '../../../server/backup/log/wal.ts'
import { restoredFrom, shipped } from '../../support/backups.ts'
import { drawing } from '../../support/seed.ts'
import { emptyFolder } from '../../support/served.ts'

/** A store that can be broken: what `trouble` says is thrown by every call. */
function breakable(inner: Store) {
  const state = { trouble: '', slow: 0 }
  const guarded =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      if (state.slow) await sleep(state.slow)
      if (state.trouble) throw new Error(state.trouble)
      return work(...given)
    }
  const store: Store = {
    place: inner.place,
    put: guarded(inner.put),
    get: guarded(inner.get),
    list: guarded(inner.list),
    remove: guarded(inner.remove),
  }
  return { state, store }
}

/** A store with a snapshot and some segments of their own, and where its files are. */
async function filled() {
  const folder = await emptyFolder()
  const site = await shipped({ store: folderStore(folder) })
  await site.isShipped()
  for (let at = 0; at < 4; at += 1) {
    await site.write(`row ${at}`)
    await site.isShipped()
  }
  await site.stop()
  const [generation] = sortNames(await site.store.list())
  const { segments = [], snapshots = [] } = generation ?? {}
  return { ...site, folder, segments, snapshot: snapshots[0]! }
}

describe('an object that is not what was put there is refused by name', () => {
  const faults: Record<string, (path: string, bytes: Buffer) => Promise<void>> = {
    'a changed byte': async (path, bytes) => {
      bytes[bytes.length - 1]! ^= 1
      await writeFile(path, bytes)
    },
    'a cut end': (path, bytes) => truncate(path, bytes.length - 5),
    'an empty file': (path) => truncate(path, 0),
  }
  for (const [fault, harm] of Object.entries(faults))
    test(`${fault}`, async () => {
      const { folder, store, vault, segments, snapshot } = await filled()
      for (const name of [segments[2]!.name, snapshot.names[0]!]) {
        const path = join(folder, name)
        const bytes = await readFile(path)
        await harm(path, Buffer.from(bytes))
        await expect(restoredFrom(store, vault)).rejects.toThrow(name)
        await writeFile(path, bytes)
      }
      expect((await restoredFrom(store, vault)).texts).toHaveLength(4)
    })

  test('two segments that were swapped, and one that is gone', async () => {
    const { folder, store, vault, segments } = await filled()
    const [a, b] = [segments[1]!, segments[2]!].map(({ name }) => join(folder, name))
    await rename(a!, `${a}x`)
    await rename(b!, a!)
    await rename(`${a}x`, b!)
    await expect(restoredFrom(store, vault)).rejects.toThrow(/changed, cut or swapped/)
    await rename(b!, `${b}x`)
    await rename(a!, b!)
    await expect(restoredFrom(store, vault)).rejects.toThrow(
      `The segment ${segments[1]!.name.replace(/-\d+$/, '')}`,
    )
    await rename(`${b}x`, a!)
    expect((await restoredFrom(store, vault)).texts).toHaveLength(4)
    await rm(a!)
    await expect(restoredFrom(store, vault)).rejects.toThrow(/is missing, and later ones need it/)
  })

  test('another key opens nothing', async () => {
    const { store } = await filled()
    await expect(restoredFrom(store, openVault(randomBytes(32)))).rejects.toThrow(/another key/)
  })

  test('what was half written is passed over', async () => {
    const { folder, store, vault, segments } = await filled()
    await writeFile(join(folder, `${segments.at(-1)!.name}.half`), 'torn')
    expect((await restoredFrom(store, vault)).texts).toHaveLength(4)
  })
})

describe('a store in trouble', () => {
  test('is caught up with once it is back', async () => {
    const { store, state } = breakable(folderStore(await emptyFolder()))
    const site = await shipped({ store })
    await site.write('before')
    await site.isShipped()
    state.trouble = 'ENOSPC: no space left on device'
    for (let at = 0; at < 30; at += 1) await site.write('x'.repeat(200_000))
    await sleep(1_500)
    expect(site.progress.status().problem).toContain('ENOSPC')
    state.trouble = ''
    await site.isShipped()
    expect(site.progress.status()).toMatchObject({ state: 'ok', problem: null })
    const { texts, sound } = await restoredFrom(store, site.vault)
    expect([texts.length, sound]).toEqual([31, 'ok'])
    expect(sortNames(await store.list())).toHaveLength(1)
  })

  test(
    'for too long ends the generation, and the log stays small',
    { timeout: 30_000 },
    async () => {
      const { store, state } = breakable(folderStore(await emptyFolder()))
      const site = await shipped({ store, maxLog: 2 ** 20 })
      await site.write('before')
      await site.isShipped()
      state.trouble = 'away'
      for (let at = 0; at < 10; at += 1) {
        await site.write('x'.repeat(300_000))
        await sleep(300)
      }
      await sleep(1_500)
      state.trouble = ''
      await expect
        .poll(async () => sortNames(await store.list()).length, { timeout: 20_000 })
        .toBe(2)
      await site.isShipped()
      await site.write('after')
      await site.isShipped()
      const { texts, sound } = await restoredFrom(store, site.vault)
      expect([texts.length, texts.at(-1), sound]).toEqual([12, 'after', 'ok'])
    },
  )
})

test('the second of two servers on one store learns whose it is, and ships nothing', async () => {
  const site = await shipped()
  await site.write('first')
  await site.isShipped()
  const second = await shipped({ store: site.store, vault: site.vault })
  await second.write('second')
  await expect.poll(() => second.progress.status().problem).toMatch(/belongs to another server/)
  await second.stop()
  expect((await restoredFrom(site.store, site.vault)).texts).toEqual(['first'])
})

test('a clock that jumps back loses and disorders nothing', async () => {
  const clock = { ahead: 0 }
  const site = await shipped({ now: () => Date.now() + clock.ahead })
  await site.write('one')
  await site.isShipped()
  clock.ahead = -3_600_000
  await site.write('two')
  await site.isShipped()
  expect((await restoredFrom(site.store, site.vault)).texts).toEqual(['one', 'two'])
})

test('a log that went on unread begins a new generation', async () => {
  const site = await shipped()
  await site.write('one')
  await site.isShipped()
  await site.stop()
  // A program opens the database without shipping.
  const between = await shipped({ dataDir: site.dataDir, store: breakable(site.store).store })
  await between.stop()
  const other = new DatabaseSync(site.file)
  other.exec("insert into t (text) values ('unseen')")
  other.close()
  const again = await shipped(site)
  await again.write('three')
  await again.isShipped()
  expect((await restoredFrom(site.store, site.vault)).texts).toEqual(['one', 'unseen', 'three'])
  expect(sortNames(await site.store.list())).toHaveLength(2)
})

test('old snapshots go, what still reaches back stays', { timeout: 30_000 }, async () => {
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  const site = await shipped({ now })
  const DAY = 86_400_000
  for (let day = 0; day < 4; day += 1) {
    clock.ahead = day * DAY
    await site.write(`day ${day}`)
    const had = site.state.snapshotTime
    await site.isShipped()
    await expect.poll(() => site.state.snapshotTime !== had).toBe(true)
  }
  await site.stop()
  const { store, vault } = site
  const snapshots = async () => sortNames(await store.list())[0]!.snapshots.map(({ seq }) => seq)
  expect(await snapshots()).toHaveLength(4)
  await removeOld({ store, vault, before: now() - 1.5 * DAY, least: 1 })
  expect(await snapshots()).toHaveLength(3)
  expect((await restoredFrom(store, vault, now() - 1.5 * DAY)).texts).toEqual(['day 0', 'day 1'])
  await removeOld({ store, vault, before: now() + DAY, least: 1 })
  expect(await snapshots()).toHaveLength(1)
  expect((await restoredFrom(store, vault)).texts).toHaveLength(4)
})

test('another process that writes and checkpoints all the time cuts nothing off', async () => {
  const site = await shipped()
  await site.write('first')
  await site.isShipped()
  const other = new DatabaseSync(site.file)
  // Nothing of ours can look in between: all of this happens in one go.
  for (let at = 0; at < 200; at += 1)
    other.exec(`insert into t (text) values ('other ${at}'); pragma wal_checkpoint(passive)`)
  await site.isShipped()
  for (let at = 0; at < 200; at += 1)
    other.exec(`insert into t (text) values ('again ${at}'); pragma wal_checkpoint(passive)`)
  other.close()
  await site.isShipped()
  const { texts, sound } = await restoredFrom(site.store, site.vault)
  expect([texts.length, sound]).toEqual([401, 'ok'])
  expect(sortNames(await site.store.list())).toHaveLength(1)
})

test('a page cut off at the end of the log is not shipped', async () => {
  const { pick } = drawing('backup torn')
  const site = await shipped()
  await site.write('one')
  await site.isShipped()
  await sql`pragma wal_checkpoint`.execute(site.db)
  const folder = await emptyFolder()
  const log = await readFile(`${site.file}-wal`)
  const whole = framesAfter(site.file, startOfLog(site.file)!)!
  const size = 24 + whole.pageSize
  for (let tries = 0; tries < 20; tries += 1) {
    const frames = pick([...Array(whole.to.frames).keys()])
    const cut = 32 + frames * size + pick([0, 10, 24, 500])
    await writeFile(join(folder, 'torn-wal'), log.subarray(0, cut))
    const found = framesAfter(join(folder, 'torn'), whole.from)
    expect(found?.to.frames ?? 0).toBeLessThanOrEqual(frames)
    const changed = Buffer.from(log)
    changed[32 + frames * size + pick([0, 30, size - 1])]! ^= 1
    await writeFile(join(folder, 'torn-wal'), changed)
    const stored = framesAfter(join(folder, 'torn'), whole.from)
    expect(stored?.to.frames ?? 0).toBeLessThanOrEqual(frames)
    // What is taken ends with a commit.
    if (found) expect(found.pages.readUInt32BE(found.pages.length - found.pageSize - 4)).not.toBe(0)
  }
})

test('only a terminal is shown the key of the backups', async () => {
  const keyFile = join(await emptyFolder(), 'backup.key')
  const shown = makeKey({ key: '', keyFile }, { isTerminal: true })
  expect(shown.sentence).toContain(`BACKUP_KEY=${shown.key.toString('base64url')}`)
  await rm(keyFile)
  const hidden = makeKey({ key: '', keyFile }, { isTerminal: false })
  expect(hidden.sentence).not.toContain(hidden.key.toString('base64url'))
  expect(hidden.sentence).toContain(`in ${keyFile}, which only this user may read`)
})
