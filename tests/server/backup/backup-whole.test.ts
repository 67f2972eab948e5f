import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { swapIn } from '../../../server/app/backup/restoring.ts'
import { readState, writeState } from '../../../server/backup/shipping/localState.ts'
import { sortNames, wholeName } from '../../../server/backup/store/names.ts'
import { wholeOf } from '../../../server/backup/restore/read.ts'
import { takeSnapshot, type Whole } from '../../../server/backup/restore/snapshot.ts'
import { holdLog } from '../../../server/backup/log/heldLog.ts'
import { openVault } from '../../../server/backup/store/vault.ts'
import { restoredFrom, shipped } from '../../support/backups.ts'
import { emptyFolder } from '../../support/served.ts'

/** A store with a snapshot and rows after it, whose manifest can be changed. */
async function aStore() {
  const site = await shipped()
  await site.isShipped()
  const moments: number[] = []
  for (let row = 0; row < 4; row += 1) {
    await site.write(`row ${row}`)
    await site.isShipped()
    moments.push(Date.now())
  }
  await site.stop()
  const { store, vault } = site
  const [{ name, segments, snapshots } = { name: '', segments: [], snapshots: [] }] = sortNames(
    await store.list(),
  )
  const { seq } = snapshots[0]!
  const whole = await wholeOf(store, vault, name, seq)
  const rows = segments.filter(({ first }) => first >= seq).toSorted((a, b) => a.first - b.first)
  return {
    store,
    vault,
    moments,
    rows,
    async claim(change: Partial<Whole>) {
      const text = Buffer.from(JSON.stringify({ ...whole, ...change }))
      const at = wholeName(name, seq)
      await store.put(at, await vault.pack(at, text))
    },
  }
}

describe('a snapshot that holds changes of segments after its beginning', () => {
  test('is not restored without the last of them', async () => {
    const { store, vault, rows, claim } = await aStore()
    await claim({ through: rows.at(-1)!.last })
    expect((await restoredFrom(store, vault)).texts).toHaveLength(4)
    await store.remove(rows.at(-1)!.name)
    await expect(restoredFrom(store, vault)).rejects.toThrow(/is missing: its snapshot needs it/)
    await claim({ through: rows.at(-1)!.last - 1 })
    expect((await restoredFrom(store, vault)).texts).toHaveLength(3)
  })

  test('is restored to a moment no earlier than the last of them', async () => {
    const { store, vault, rows, moments, claim } = await aStore()
    expect((await restoredFrom(store, vault, moments[0])).texts).toHaveLength(1)
    await claim({ through: rows[2]!.last })
    expect((await restoredFrom(store, vault, moments[0])).texts).toHaveLength(3)
    expect((await restoredFrom(store, vault, moments[3])).texts).toHaveLength(4)
  })

  test('is marked as whole only once that one is in the store', async () => {
    const site = await shipped()
    await site.write('one')
    await site.isShipped()
    await site.stop()
    const log = holdLog(site.file, Date.now)
    const taken = async (shipped: (seq: number) => Promise<void>) => {
      const put: string[] = []
      let last = 4
      const seq = await takeSnapshot({
        file: site.file,
        log,
        // The log goes on between the two readings.
        readAll: () => ({ seq: last++, time: 7 }),
        shipped: async (through) => {
          put.push('waiting')
          await shipped(through)
          put.push('shipped')
        },
        generation: 'g',
        dataDir: site.dataDir,
        store: { ...site.store, put: async (name) => void put.push(name) },
        vault: openVault(Buffer.alloc(32)),
        version: '',
      }).catch(String)
      return { put, seq }
    }
    const waited: number[] = []
    const whole = await taken(async (seq) => void waited.push(seq))
    expect([waited, whole.seq]).toEqual([[5], 5])
    expect(whole.put.slice(-3)).toEqual(['waiting', 'shipped', wholeName('g', 5)])
    // Its generation ended meanwhile.
    const ended = await taken(() => Promise.reject(new Error('ended')))
    expect(ended.seq).toBe('Error: ended')
    expect(ended.put.at(-1)).toBe('waiting')
    log.close()
  })
})

test('what takes the place of an empty database gets nothing of its log, and its state', async () => {
  const dataDir = await emptyFolder()
  const [file, folder] = [join(dataDir, 'sluice.db'), join(dataDir, 'fetched-backup')]
  const terms = { folder, file, dataDir, takesOver: 'the lost one' }
  for (const end of ['', '-wal', '-shm', '-journal'])
    await writeFile(file + end, 'of the empty one')
  expect(() => swapIn(terms)).toThrow('is gone')
  expect(existsSync(`${file}-wal`)).toBe(true)
  await mkdir(folder)
  await writeFile(join(folder, 'sluice.db'), 'the copy')
  writeState(dataDir, { instance: 'mine', snapshotTime: 1 })
  swapIn(terms)
  expect(readFileSync(file, 'utf8')).toBe('the copy')
  for (const end of ['-wal', '-shm', '-journal']) expect(existsSync(file + end)).toBe(false)
  expect(readState(dataDir)).toEqual({ instance: 'mine', takesOver: 'the lost one' })
  expect(existsSync(folder)).toBe(false)
})
