import { describe, expect, test } from 'vitest'
import { folderStore } from '../../../server/backup/store/folderStore.ts'
import { makeProgress } from '../../../server/backup/shipping/status.ts'
import { makeUpkeep } from '../../../server/backup/shipping/upkeep.ts'
import { sortNames } from '../../../server/backup/store/names.ts'
import { removeOld } from '../../../server/backup/shipping/retention.ts'
import { partName, segmentName, wholeName } from '../../../server/backup/store/names.ts'
import type { Store } from '../../../server/backup/store/store.ts'
import { openVault, type Vault } from '../../../server/backup/store/vault.ts'
import { restoredFrom, shipped } from '../../support/backups.ts'
import { emptyFolder } from '../../support/served.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** A site whose clock is stopped until it is set; every text is shipped at the minute it names. */
async function aSiteAt() {
  const clock = { at: Date.UTC(2026, 0, 1) }
  const start = clock.at
  const site = await shipped({ now: () => clock.at })
  return {
    ...site,
    start,
    async writeAt(minute: number, text: string) {
      clock.at = start + minute * MINUTE
      await site.write(text)
      await site.isShipped()
    },
  }
}

const MONTH = 30 * 24 * 60

describe('a clock that jumped forward and back', { timeout: 60_000 }, () => {
  test('leaves nothing out of a restore that came before', async () => {
    const { writeAt, start, stop, store, vault } = await aSiteAt()
    await writeAt(1, 'one')
    await writeAt(MONTH, 'ahead')
    await writeAt(3, 'three')
    await writeAt(4, 'four')
    await stop()
    const now = await restoredFrom(store, vault, start + 5 * MINUTE)
    expect(now.texts).toEqual(['one', 'ahead', 'three', 'four'])
    const before = await restoredFrom(store, vault, start + 3.5 * MINUTE)
    expect(before.texts).toEqual(['one', 'ahead', 'three'])
    expect((await restoredFrom(store, vault)).texts).toHaveLength(4)
  })

  test('is named where it leaves in doubt what came before', async () => {
    const { writeAt, start, stop, store, vault } = await aSiteAt()
    await writeAt(1, 'one')
    // Less than a day: no snapshot is taken because of it.
    await writeAt(600, 'ahead')
    await writeAt(3, 'three')
    await writeAt(700, 'at the end')
    await stop()
    const early = await restoredFrom(store, vault, start + 2 * MINUTE)
    expect(early.texts).toEqual(['one'])
    expect(early.uncertain).toEqual([
      expect.stringMatching(
        /when the 1 segments after it were committed is not known.*2026-01-01T00:03/,
      ),
    ])
    const later = await restoredFrom(store, vault, start + 4 * MINUTE)
    expect(later.texts).toEqual(['one', 'ahead', 'three'])
    expect(later.uncertain).toEqual([expect.stringContaining('1 of the segments in it')])
    expect((await restoredFrom(store, vault)).uncertain).toEqual([])
  })
})

/** A store with a snapshot a day, one after the other, whose clock showed these days. */
async function snapshotsOf(days: number[]): Promise<{ store: Store; vault: Vault }> {
  const store = folderStore(await emptyFolder())
  const vault = openVault(Buffer.alloc(32))
  const generation = '000000000001-2026-01-01-abcd'
  for (const [at, day] of days.entries()) {
    const seq = at + 1
    const whole = { seq, through: seq - 1, parts: 1, size: 1, time: day * DAY, version: '' }
    const name = wholeName(generation, seq)
    await store.put(partName(generation, seq, 0), Buffer.from('x'))
    await store.put(segmentName(generation, seq), Buffer.from('x'))
    await store.put(name, await vault.pack(name, Buffer.from(JSON.stringify(whole))))
  }
  return { store, vault }
}

const stored = async (store: Store) =>
  sortNames(await store.list()).flatMap(({ snapshots }) => snapshots.map(({ seq }) => seq))

describe('what is stored of old backups', () => {
  test('is as many as with a correct clock, where it jumped forward', async () => {
    const { store, vault } = await snapshotsOf([100, 101, 102, 103, 140])
    await removeOld({ store, vault, before: 126 * DAY, least: 3 })
    expect(await stored(store)).toEqual([3, 4, 5])
  })

  test('is not less because one snapshot says that it is ancient', async () => {
    const { store, vault } = await snapshotsOf([100, 101, 102, 0, 103])
    await removeOld({ store, vault, before: 100.5 * DAY, least: 1 })
    expect(await stored(store)).toEqual([1, 2, 3, 4, 5])
  })

  test('runs day by day, and not on the day of a jump', async () => {
    const { store, vault } = await snapshotsOf([100, 101, 102, 103])
    const clock = { ahead: 0 }
    const base = 103 * DAY - performance.now()
    const now = () => base + performance.now() + clock.ahead
    const warned: string[] = []
    const upkeep = makeUpkeep({
      file: '',
      dataDir: '',
      store,
      vault,
      state: { instance: 'x', snapshotTime: now() },
      now,
      log: {
        info: () => {},
        warn: (_what: unknown, text?: string) => warned.push(text ?? ''),
        error: () => {},
      },
      progress: makeProgress(now),
      keepMs: 2 * DAY,
      heldLog: {} as never,
      readAll: () => ({ seq: 0, time: 0 }),
      shippedSeq: () => 0,
      isShipping: () => true,
    })
    clock.ahead = DAY / 2
    await upkeep.tidy()
    expect([await stored(store), warned.length]).toEqual([[1, 2, 3, 4], 1])
    await upkeep.tidy()
    expect([await stored(store), warned.length]).toEqual([[2, 3, 4], 1])
  })
})
