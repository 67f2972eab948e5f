import { cp } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { folderStore } from '../../../server/backup/store/folderStore.ts'
import { sortNames } from '../../../server/backup/store/names.ts'
import { claim, findOwner } from '../../../server/backup/store/owner.ts'
import type { Store } from '../../../server/backup/store/store.ts'
import { restoredFrom, shipped } from '../../support/backups.ts'
import { emptyFolder } from '../../support/served.ts'

const AT_ONCE = { beatMs: 50, quietMs: 300 }

/** A shop with a row in the store, and where the store's files are. */
async function aShop(more: Parameters<typeof shipped>[0] = AT_ONCE) {
  const folder = await emptyFolder()
  const site = await shipped({ ...more, store: folderStore(folder) })
  await site.write('one')
  await site.isShipped()
  const { dataDir, store, vault } = site
  return {
    ...site,
    folder,
    again: (how = {}) => shipped({ ...AT_ONCE, dataDir, store, vault, ...how }),
  }
}

const generations = async (store: Store) => sortNames(await store.list())
const newest = async (store: Store) => (await generations(store)).at(-1)!

async function empty(store: Store) {
  for (const name of await store.list()) await store.remove(name)
}

async function loseSnapshot(store: Store) {
  for (const { names } of (await newest(store)).snapshots)
    for (const name of names) await store.remove(name)
}

describe('a store that was emptied', () => {
  test('is not taken for whole by the stop and the start after it', async () => {
    const { store, vault, write, stop, again } = await aShop({ beatMs: 60_000 })
    await empty(store)
    await write('two')
    await expect.poll(async () => (await store.list()).length).toBeGreaterThan(0)
    await stop()
    // Nothing says that it is this server's, and that all of it is there.
    expect(await findOwner(store, vault)).toBeUndefined()
    const second = await again()
    await second.write('three')
    await expect.poll(() => second.progress.status().problem).toMatch(/has been emptied/)
    expect(second.progress.status().state).not.toBe('ok')
    await second.stop()

    const third = await again({ takeOver: true })
    await third.isShipped()
    expect(third.progress.status().state).toBe('ok')
    expect((await restoredFrom(store, vault)).texts).toEqual(['one', 'two', 'three'])
  })

  test('is noticed while the server runs, and nothing is called well', async () => {
    const { store, progress } = await aShop()
    expect(progress.status().state).toBe('ok')
    await empty(store)
    await expect.poll(() => progress.status().problem).toMatch(/has been emptied/)
  })
})

describe('a snapshot that has gone from the store', () => {
  test('is replaced by a new generation while the server runs', async () => {
    const { store, vault, write, isShipped, stop } = await aShop()
    const { name } = await newest(store)
    await loseSnapshot(store)
    await write('two')
    await expect.poll(async () => (await newest(store)).name).not.toBe(name)
    await isShipped()
    await stop()
    expect((await restoredFrom(store, vault)).texts).toEqual(['one', 'two'])
  })

  test('is replaced by the next start', async () => {
    const { store, vault, stop, again } = await aShop()
    await stop()
    await loseSnapshot(store)
    const second = await again()
    await second.isShipped()
    await second.stop()
    expect(await generations(store)).toHaveLength(2)
    expect((await restoredFrom(store, vault)).texts).toEqual(['one'])
  })

  test('and so is a chain with a gap, or without its end', async () => {
    for (const lost of [0, -1]) {
      const { store, vault, write, isShipped, stop, again } = await aShop()
      for (const text of ['two', 'three', 'four']) {
        await write(text)
        await isShipped()
      }
      await stop()
      const { segments, snapshots } = await newest(store)
      const after = segments.filter(({ first }) => first >= snapshots[0]!.seq)
      await store.remove(after.at(lost)!.name)
      const second = await again()
      await second.isShipped()
      await second.stop()
      expect(await generations(store)).toHaveLength(2)
      expect((await restoredFrom(store, vault)).texts).toHaveLength(4)
    }
  })

  test('is no reason to begin anew where it is there', async () => {
    const { store, stop, again } = await aShop()
    await stop()
    const second = await again()
    await second.write('two')
    await second.isShipped()
    expect(await generations(store)).toHaveLength(1)
    second.beginAnew()
    await expect.poll(async () => (await generations(store)).length).toBe(2)
    await second.isShipped()
  })
})

describe('a copy of a data folder that runs as well', () => {
  test('ships nothing, and does no harm to the first', async () => {
    const { dataDir, store, vault, write, isShipped, again, progress } = await aShop()
    const other = await emptyFolder()
    await cp(dataDir, other, { recursive: true, preserveTimestamps: true })
    const second = await again({ dataDir: other })
    await second.write('of the copy')
    await expect.poll(() => second.progress.status().problem).toMatch(/A copy of this data folder/)
    expect(second.progress.status().state).toBe('behind')
    await write('two')
    await isShipped()
    expect(progress.status().state).toBe('ok')
    expect((await restoredFrom(store, vault)).texts).toEqual(['one', 'two'])
    expect(await generations(store)).toHaveLength(1)
    await second.stop()
    // Nor does its end say anything in the name of the first.
    await write('three')
    await isShipped()
    expect((await restoredFrom(store, vault)).texts).toEqual(['one', 'two', 'three'])
  })

  test('is noticed by the one whose name was taken at the same moment', async () => {
    const { store, vault, progress, state } = await aShop()
    const owner = (await findOwner(store, vault))!
    // As a copy does that runs: one note alone may be written over before it is read.
    const copy = setInterval(() => {
      void claim(store, vault, { ...owner, start: 'of a copy', time: Date.now() }).catch(() => {})
    }, 20)
    try {
      await expect.poll(() => progress.status().problem).toMatch(/A copy of this data folder/)
      expect(state.generation).toBeUndefined()
    } finally {
      clearInterval(copy)
    }
    // The copy has ended: it goes on, in a generation of its own.
    await expect.poll(async () => (await generations(store)).length).toBe(2)
  })

  test('is not suspected after a kill, once it was silent for long enough', async () => {
    const { store, vault, stop, again } = await aShop()
    await stop()
    const owner = (await findOwner(store, vault))!
    expect(owner.ended).toBe(true)
    await claim(store, vault, { ...owner, ended: false })
    const second = await again()
    await second.write('two')
    await expect.poll(() => second.progress.status().problem).toMatch(/did not stop in order/)
    await second.isShipped()
    expect(await generations(store)).toHaveLength(1)
    expect((await restoredFrom(store, vault)).texts).toEqual(['one', 'two'])
  })
})
