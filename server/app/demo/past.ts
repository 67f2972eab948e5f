import type { Transaction } from 'kysely'
import { startOfDay, startOfMonth } from '#rules/calendar.ts'
import { changeSetting } from '../../database/settings/store.ts'
import type { Tables } from '../../database/tables.ts'
import { RETENTION_MS } from '../../accounts/flow/slots.ts'
import type { Draft } from './kinds.ts'
import { startRandom } from './random.ts'
import type { Writer } from './rows.ts'
import { span } from './traffic.ts'

type Sum = { accountId: number; serverId: number; bucket: number; up: number; down: number }
type Times = { now: number; timeZone: string; until: number }
type Servers = readonly { id: number }[]

const DAY_MS = 86_400_000
const MONTHS = 24
// Other random numbers than those of the last weeks, which stay as they were without a past.
const SEED = 20_240_115
const FLOW = ['accountId', 'bucket', 'serverId', 'up', 'down'] as const
const SERVER_FLOW = ['serverId', 'bucket', 'up', 'down'] as const
/** Whose traffic it is when its customer has left. */
const NOBODY = 0

/**
 * Adds up what the shop carried in the two years before `until`, in days and, where these are no
 * longer kept, in months: all tables agree.
 */
export function startPast(writer: Writer, { now, timeZone, until }: Times) {
  const random = startRandom(SEED)
  const lists = { days: new Map<string, Sum>(), months: new Map<string, Sum>() }
  let lately = 0

  return { add, insert }

  /** Takes an account with what it carried lately: before its cycle it was much the same. */
  function add(accountId: number, draft: Draft, servers: Servers, bytes: number): void {
    lately += bytes
    const [cycleFrom, cycleTo] = span(draft, now)
    const each = draft.use / Math.max(1, (cycleTo - cycleFrom) / DAY_MS)
    const end = Math.min(until, cycleFrom) - DAY_MS
    const favourite = random.pick(servers)
    for (let at = draft.createTime; at < end; at += random.whole(1, 4) * DAY_MS) {
      const { id } = random.chance(0.75) ? favourite : random.pick(servers)
      carry(accountId, id, { at, bytes: each * random.between(0.4, 3) })
    }
  }

  function carry(
    accountId: number,
    serverId: number,
    { at, bytes }: { at: number; bytes: number },
  ) {
    const day = startOfDay(at, timeZone)
    const isKept = day >= now - RETENTION_MS.flowDay
    const bucket = isKept ? day : startOfMonth(day, timeZone)
    const up = Math.round(bytes * random.between(0.03, 0.12))
    const sums = isKept ? lists.days : lists.months
    const sum = sums.getOrInsertComputed(`${accountId} ${bucket} ${serverId}`, () => ({
      accountId,
      serverId,
      bucket,
      up: 0,
      down: 0,
    }))
    sum.up += up
    sum.down += Math.max(0, Math.round(bytes) - up)
  }

  /** The customers who have left since: fewer the longer ago, as the shop was smaller. */
  function addLeavers(servers: Servers, since: number): void {
    const each = lately / 30 / servers.length
    for (let at = since; at < until - DAY_MS; at += DAY_MS) {
      const share = 0.2 + (0.4 * (at - since)) / (until - since)
      for (const { id } of servers)
        carry(NOBODY, id, { at, bytes: each * share * random.between(0.7, 1.3) })
    }
  }

  /** Writes what was taken, and since when everything is there. */
  async function insert(tx: Transaction<Tables>, servers: Servers): Promise<void> {
    const since = startOfMonth(startOfMonth(now, timeZone) - MONTHS * 30.4 * DAY_MS, timeZone)
    addLeavers(servers, since)
    for (const [list, ofAccounts, ofServers] of [
      [lists.days, 'flowDay', 'serverFlow'],
      [lists.months, 'flowMonth', 'serverFlowMonth'],
    ] as const) {
      const rows = [...list.values()]
      const flat = rows.flatMap((row) => FLOW.map((column) => row[column]))
      await writer.insertFlat(tx, ofAccounts, FLOW, flat)
      const slots = Map.groupBy(rows, ({ serverId, bucket }) => `${serverId} ${bucket}`)
      const sums = [...slots.values()].flatMap((same) => [
        same[0]!.serverId,
        same[0]!.bucket,
        same.reduce((sum, { up }) => sum + up, 0),
        same.reduce((sum, { down }) => sum + down, 0),
      ])
      await writer.insertFlat(tx, ofServers, SERVER_FLOW, sums)
    }
    await changeSetting(tx, 'monthlyFlow', { since })
  }
}
