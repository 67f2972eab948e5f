import type { Transaction } from 'kysely'
import { wallTime } from '#rules/zone.ts'
import type { Tables } from '../../database/tables.ts'
import { WHOLE_SHOP } from '../../admin/counts/groupDays.ts'
import type { Writer } from './rows.ts'
import type { Passed } from './traffic.ts'

const HALF_DAY_MS = 43_200_000
/** How many of those who are there within an hour are there at the same time. */
const TOGETHER = 0.5

/** Finds the most accounts online at a time on each day, of the shop and of each group. */
export function startPeaks(writer: Writer, timeZone: string) {
  /** Accounts by hour, by day, by group. */
  const groups = new Map<number, Map<number, Map<number, number>>>()

  return { add, insert }

  /** Takes the hours of one account; of an account without an owner there is no group. */
  function add(groupId: number | undefined, hours: readonly Passed[]): void {
    const present = new Map(hours.map(({ bucket, day }) => [bucket, day]))
    for (const group of groupId === undefined ? [WHOLE_SHOP] : [WHOLE_SHOP, groupId]) {
      const days = groups.getOrInsertComputed(group, () => new Map())
      for (const [bucket, day] of present) {
        const counts = days.getOrInsertComputed(day, () => new Map())
        counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
      }
    }
  }

  async function insert(tx: Transaction<Tables>): Promise<void> {
    const rows = [...groups].flatMap(([groupId, days]) =>
      [...days].map(([day, counts]) => ({
        groupId,
        date: new Date(wallTime(day + HALF_DAY_MS, timeZone)).toISOString().slice(0, 10),
        online: Math.round(Math.max(...counts.values()) * TOGETHER),
      })),
    )
    await writer.insert(tx, 'groupDay', rows)
  }
}
