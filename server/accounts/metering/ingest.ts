import { startOfDay } from '#rules/calendar.ts'
import { selectTraffic } from '../quota/traffic.ts'
import { countDevices } from './devices.ts'
import { aboveMarks, type Risen } from './marks.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { deviceIn, idsIn } from '../../engine/portKey.ts'
import type { FlowDelta } from '../../engine/plane.ts'
import { addFlow, addNodeFlow, addServerFlow, addUsage } from '../flow/adding.ts'
import { isStored, noteStored } from '../flow/batches.ts'
import { leftOn, quotaOf } from '../quota/quota.ts'
import { nodeIn } from '../servers/carrier.ts'
import { slotStart } from '../flow/slots.ts'
import { cycleFromOf, recountUsage } from '../quota/usage.ts'

/** Traffic that is stored entirely or not at all, and once however often it is retried. */
export type Batch = { id: string; deltas: readonly FlowDelta[] }

type Delta = { accountId: number; serverId: number; up: number; down: number; at: number }

type Terms = {
  now: number
  timeZone: string
  /** Is called with traffic reported by a source that may not count it, once the rest is stored. */
  refused?: (deltas: readonly FlowDelta[]) => void
}

/**
 * Stores a batch of traffic in every table, in one transaction; returns whose quota it has used up.
 *
 * `timeZone` is the zone whose days `flowDay` counts.
 */
export async function ingest(
  db: Database,
  batch: Batch,
  { now, timeZone, refused = () => {} }: Terms,
): Promise<number[]> {
  const days = new Map<number, number>()
  const dayOf = (at: number) =>
    days.getOrInsertComputed(slotStart('flow5min', at), (slot) => startOfDay(slot, timeZone))

  let others: readonly FlowDelta[] = []
  const over = await inTransaction(db, async (tx) => {
    others = []
    // A commit whose answer got lost may have succeeded.
    if (await isStored(tx, batch.id)) return accountsOf(batch)
    await noteStored(tx, batch.id)
    const all = await aboveMarks(tx, batch.deltas, now, (some) => (others = [...others, ...some]))
    // What a device has carried is part of what its account has, and charged with that.
    await countDevices(tx, all)
    const charged = all.filter(({ key }) => deviceIn(key) === undefined)
    const deltas = charged.map(parsed)
    // The whole batch may be of devices, or reported before, or by a node without these servers.
    if (deltas.length === 0) return []
    const carried = deltas.filter(({ up, down }) => up + down > 0)
    // First, because what is recomputed there must not include this batch yet.
    const usedUp = await countUsage(tx, deltas, now)
    await addFlow(
      tx,
      'flow5min',
      summed(carried, (at) => slotStart('flow5min', at)),
    )
    await addFlow(
      tx,
      'flowHour',
      summed(carried, (at) => slotStart('flowHour', at)),
    )
    await addFlow(tx, 'flowDay', summed(carried, dayOf))
    const ofServers = carried.map((delta) => ({ ...delta, accountId: 0 }))
    const serverRows = summed(ofServers, (at) => slotStart('flow5min', at))
    await addServerFlow(
      tx,
      serverRows.map(({ accountId: _, ...row }) => row),
    )
    await addNodeFlow(tx, ofNodes(charged))
    return usedUp
  })
  if (others.length > 0) refused(others)
  return over
}

/** Counts traffic against the quotas; returns whose it has used up. */
async function countUsage(tx: Database, deltas: Delta[], now: number): Promise<number[]> {
  const ids = [...new Set(deltas.map(({ accountId }) => accountId))]
  // An account may be deleted before its last traffic is reported.
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'type', 'cycleStart', 'cycles', 'flow', 'active', 'multiServerFlow'])
    .select(['usageFrom', 'expireTime'])
    .where('id', 'in', ids)
    .execute()
  const accounts = new Map(rows.map((row) => [row.id, { row, from: cycleFromOf(row, now) }]))
  const stored = await tx
    .selectFrom('usage')
    .select(['accountId', 'cycleFrom', 'lastSeen'])
    .where('accountId', 'in', ids)
    .execute()
  // Traffic of the current cycle was counted in another one: an edit moved the cycle.
  const moved = new Set(
    stored
      .filter(({ accountId, cycleFrom, lastSeen }) => {
        const from = accounts.get(accountId)?.from ?? cycleFrom
        return cycleFrom !== from && lastSeen >= from
      })
      .map(({ accountId }) => accountId),
  )
  for (const id of moved) await recountUsage(tx, id, now)

  const counted = deltas.flatMap(({ accountId, serverId, up, down, at }) => {
    const cycleFrom = accounts.get(accountId)?.from
    if (cycleFrom === undefined) return []
    const bytes = at >= cycleFrom ? up + down : 0
    return [{ accountId, serverId, cycleFrom, bytes, lastSeen: at }]
  })
  const groups = Map.groupBy(counted, ({ accountId, serverId }) => `${serverId}:${accountId}`)
  const usage = [...groups.values()].map((group) => ({
    ...group[0]!,
    bytes: group.reduce((sum, { bytes }) => sum + bytes, 0),
    lastSeen: Math.max(...group.map(({ lastSeen }) => lastSeen)),
  }))
  // In a fixed order, because others lock the same rows in it.
  await addUsage(
    tx,
    usage.toSorted((a, b) => a.accountId - b.accountId || a.serverId - b.serverId),
  )

  const limited = rows.filter(({ flow }) => flow > 0)
  const traffic = await selectTraffic(
    tx,
    limited.map(({ id }) => id),
    now,
  )
  const quotas = new Map(limited.map((row) => [row.id, quotaOf(row, traffic(row.id), now)]))
  const before = new Map(usage.map((one) => [`${one.serverId}:${one.accountId}`, -one.bytes]))
  const over = usage.filter(({ accountId, serverId }) => {
    const quota = quotas.get(accountId)
    if (quota === undefined || leftOn(quota, serverId) !== 0) return false
    // Once: an account that goes on slowly would be looked at every second.
    return leftOn(quota, serverId, (id) => before.get(`${id}:${accountId}`) ?? 0) !== 0
  })
  return [...new Set(over.map(({ accountId }) => accountId))]
}

const accountsOf = ({ deltas }: Batch) => [
  ...new Set(deltas.map(({ key }) => idsIn(key).accountId)),
]

/** Sums by machine, of whichever server it was. */
function ofNodes(risen: readonly Risen[]) {
  const carried = risen.flatMap(({ source = '', up, down, at }) => {
    const serverId = nodeIn(source)
    return serverId === undefined || up + down === 0
      ? []
      : [{ accountId: 0, serverId, up, down, at }]
  })
  const rows = summed(carried, (at) => slotStart('flow5min', at))
  return rows.map(({ accountId: _, serverId: nodeId, ...row }) => ({ nodeId, ...row }))
}

function parsed({ key, up, down, at }: Pick<Risen, 'key' | 'up' | 'down' | 'at'>): Delta {
  return { ...idsIn(key), up, down, at }
}

/** Adds up what falls into the same slot, in the order of the tables' keys. */
function summed(deltas: Delta[], slotOf: (at: number) => number) {
  const rows = new Map<string, Omit<Delta, 'at'> & { bucket: number }>()
  for (const { accountId, serverId, up, down, at } of deltas) {
    const bucket = slotOf(at)
    const slot = `${accountId} ${bucket} ${serverId}`
    const row = rows.getOrInsert(slot, { accountId, bucket, serverId, up: 0, down: 0 })
    row.up += up
    row.down += down
  }
  return [...rows.values()].sort(
    (a, b) => a.accountId - b.accountId || a.bucket - b.bucket || a.serverId - b.serverId,
  )
}
