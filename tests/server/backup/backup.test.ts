/** @module-tag long */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkBackup } from '../../../server/app/backup/check.ts'
import { folderStore } from '../../../server/backup/store/folderStore.ts'
import { makeFolder } from '../../../server/backup/shipping/fold.ts'
import { segmentName, sortNames } from '../../../server/backup/store/names.ts'
import { joinSegments, splitSegments } from '../../../server/backup/log/segment.ts'
import type { Store } from '../../../server/backup/store/store.ts'
import { openVault } from '../../../server/backup/store/vault.ts'
import { lockFile } from '../../../server/base/fileLock.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/migrations/migrate.ts'
import { restoredFrom, shipped } from '../../support/backups.ts'
import { emptyFolder } from '../../support/served.ts'

describe('what is committed leaves the data folder', () => {
  test('and is restored, to the last row', async () => {
    const site = await shipped()
    for (let at = 0; at < 50; at += 1) await site.write(`row ${at}`)
    await site.isShipped()
    for (let at = 50; at < 80; at += 1) await site.write(`row ${at}`)
    await sleep(1_000)
    const { texts, sound } = await restoredFrom(site.store, site.vault)
    expect(texts).toEqual(Array.from({ length: 80 }, (_, at) => `row ${at}`))
    expect(sound).toBe('ok')
  })

  test('over many checkpoints, with two who write', { timeout: 60_000 }, async () => {
    const site = await shipped()
    const other = openDatabase(`file:${site.file}`)
    const expected = []
    for (let at = 0; at < 40; at += 1) {
      await site.write(`${at} ${'x'.repeat(400_000)}`)
      await sql`insert into t (text) values (${`other ${at}`})`.execute(other)
      expected.push(`${at}`, 'other')
      await sleep(60)
    }
    await other.destroy()
    await site.isShipped()
    const { texts, sound } = await restoredFrom(site.store, site.vault)
    expect(texts.map((text) => text.split(' ')[0])).toEqual(expected)
    expect(sound).toBe('ok')
    expect(sortNames(await site.store.list())).toHaveLength(1)
  })

  test('a point in time is restored exactly', async () => {
    const site = await shipped()
    await site.write('before')
    await site.isShipped()
    await sleep(50)
    const moment = Date.now()
    await sleep(50)
    await site.write('after')
    await site.isShipped()
    expect((await restoredFrom(site.store, site.vault, moment)).texts).toEqual(['before'])
    expect((await restoredFrom(site.store, site.vault)).texts).toEqual(['before', 'after'])
    await expect(restoredFrom(site.store, site.vault, moment - 3_600_000)).rejects.toThrow(
      /go back to/,
    )
  })

  test('a stop in order and a new start go on with one generation', async () => {
    const site = await shipped()
    await site.write('one')
    await site.isShipped()
    await site.write('two')
    await site.stop()
    expect((await restoredFrom(site.store, site.vault)).texts).toEqual(['one', 'two'])
    const again = await shipped(site)
    await again.write('three')
    await again.isShipped()
    expect((await restoredFrom(site.store, site.vault)).texts).toEqual(['one', 'two', 'three'])
    expect(sortNames(await site.store.list())).toHaveLength(1)
  })
})

test('restoring goes on while the server ships', { timeout: 30_000 }, async () => {
  const site = await shipped({ foldAt: 3 })
  await site.write('first')
  await site.isShipped()
  const state = { isOver: false, written: 1 }
  const writing = (async () => {
    for (; !state.isOver; state.written += 1) {
      await site.write(`row ${state.written}`)
      await sleep(10)
    }
  })()
  for (let times = 0; times < 8; times += 1) {
    const { texts, sound } = await restoredFrom(site.store, site.vault)
    expect(sound).toBe('ok')
    expect(texts).toEqual(['first', ...texts.slice(1).map((_, at) => `row ${at + 1}`)])
  }
  state.isOver = true
  await writing
  await site.isShipped()
  expect((await restoredFrom(site.store, site.vault)).texts).toHaveLength(state.written)
})

test('small segments become large ones, and every moment stays', { timeout: 30_000 }, async () => {
  const site = await shipped({ foldAt: 4 })
  const moments: number[] = []
  for (let at = 0; at < 18; at += 1) {
    await site.write(`row ${at}`)
    await site.isShipped()
    moments.push(Date.now())
    await sleep(5)
  }
  await site.stop()
  const { store, vault } = site
  const [generation] = sortNames(await store.list())
  const large = generation!.segments.filter(({ first, last }) => last > first)
  expect(large.length).toBeGreaterThanOrEqual(3)
  expect(generation!.segments.length).toBeLessThan(12)
  for (const at of [3, 9, 17])
    expect((await restoredFrom(store, vault, moments[at])).texts).toHaveLength(at + 1)
  // As after a death between putting many together and removing them one by one.
  const { first, last, name } = large[0]!
  const parts = splitSegments(await vault.open(name, (await store.get(name))!))
  expect(parts).toHaveLength(last - first + 1)
  for (const part of parts.slice(1)) {
    const single = segmentName(generation!.name, part.seq)
    await store.put(single, await vault.pack(single, joinSegments([part])))
  }
  expect((await restoredFrom(store, vault)).texts).toHaveLength(18)
})

describe('while a snapshot takes its time', { timeout: 30_000 }, () => {
  test('small segments become large ones all the same', async () => {
    const inner = folderStore(await emptyFolder())
    const { promise, resolve } = Promise.withResolvers<void>()
    const store: Store = {
      ...inner,
      put: async (name, bytes) => {
        if (name.includes('/snapshot/')) await promise
        return inner.put(name, bytes)
      },
    }
    const site = await shipped({ store, foldAt: 3 })
    const large = async () =>
      sortNames(await inner.list())[0]?.segments.filter(({ first, last }) => last > first) ?? []
    await expect
      .poll(async () => {
        await site.write('more')
        return (await large()).length
      })
      .toBeGreaterThan(0)
    resolve()
    await site.isShipped()
  })

  test('no more of them wait in memory than that', async () => {
    const put: string[] = []
    const store = { place: '', put: async (name: string) => void put.push(name) }
    const vault = openVault(Buffer.alloc(32))
    const folder = makeFolder({ ...store, remove: async () => {} } as never, vault, 'g', 2, 100)
    const segment = (seq: number) => ({ seq, pages: Buffer.alloc(40) }) as never
    for (let seq = 1; seq <= 4; seq += 1) folder.note(segment(seq))
    await folder.foldIfMany()
    // The first two are left as they are.
    expect(put).toEqual([segmentName('g', 3, 4)])
  })
})

describe('a check of what was shipped', () => {
  /** A shop as the server makes it, shipped. */
  async function aShop() {
    const site = await shipped()
    await sql`drop table t`.execute(site.db)
    await migrate(site.db)
    await site.isShipped()
    return { ...site, check: () => checkBackup(site.store, site.vault, site.dataDir) }
  }

  test('finds nothing wrong with a sound one, and leaves nothing behind', async () => {
    const { check, dataDir } = await aShop()
    const checked = await check()
    expect(checked).toMatchObject({ users: 0, orders: 0, problems: [] })
    expect(Date.now() - checked.time).toBeLessThan(60_000)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-check'))).toEqual([])
  })

  test('leaves another that is under way its folder, and removes what a dead one left', async () => {
    const { check, dataDir } = await aShop()
    const [alive, dead] = ['backup-check-alive', 'backup-check-dead'].map((name) =>
      join(dataDir, name),
    )
    for (const folder of [alive!, dead!]) mkdirSync(folder)
    const letGo = lockFile(join(alive!, 'lock'))
    await check()
    expect([existsSync(alive!), existsSync(dead!)]).toEqual([true, false])
    letGo?.()
  })

  test('finds a row with a missing reference, and a truncated end', async () => {
    const { check, db, isShipped, stop, store } = await aShop()
    await sql`pragma foreign_keys = off`.execute(db)
    await sql`insert into session (id, userId, createTime, expireTime) values ('x', 99, 0, 0)`.execute(
      db,
    )
    await isShipped()
    await stop()
    expect((await check()).problems).toEqual(['A row of session names none of user.'])
    const { segments } = sortNames(await store.list())[0]!
    await store.remove(segments.at(-1)!.name)
    const { problems } = await check()
    expect(problems).toEqual([
      expect.stringMatching(/^The segments \d+ to \d+ of \S+ were shipped and are missing\.$/),
    ])
  })
})
