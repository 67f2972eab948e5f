import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Draft } from './kinds.ts'
import type { Random } from './random.ts'
import type { Writer } from './rows.ts'
import { type Passed, slotsOf, span } from './traffic.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
// Traffic of these hours is also stored in slots of five minutes.
const FINE_MS = 48 * HOUR_MS
const FLOW = ['accountId', 'bucket', 'serverId', 'up', 'down'] as const
const SERVER_FLOW = ['serverId', 'bucket', 'up', 'down'] as const
const USAGE = ['accountId', 'serverId', 'cycleFrom', 'bytes', 'lastSeen'] as const

type Sum = { up: number; down: number }

/** Adds up hours of traffic for every table of traffic, so that all agree. */
export function startTotals(writer: Writer, random: Random, now: number) {
  const empty = (): number[] => []
  const lists = { flow5min: empty(), flowHour: empty(), flowDay: empty(), usage: empty() }
  const fine = new Map<string, Sum>()
  const coarse = new Map<string, Sum>()

  return { add, insertAccounts, insertServers }

  /** Takes the hours of one account, in order of time. */
  function add(accountId: number, draft: Draft, hours: readonly Passed[]): void {
    const [from, to] = span(draft, now)
    const days = new Map<string, Passed>()
    const usage = new Map<number, { bytes: number; lastSeen: number }>()
    for (const hour of merged(hours)) {
      lists.flowHour.push(accountId, hour.bucket, hour.serverId, hour.up, hour.down)
      sum(days, `${hour.day} ${hour.serverId}`, hour)
      const last = hour.bucket > now - FINE_MS ? addSlots(accountId, hour) : addHour(hour)
      const used = usage.getOrInsert(hour.serverId, { bytes: 0, lastSeen: 0 })
      if (hour.bucket >= from && hour.bucket < to) used.bytes += hour.up + hour.down
      used.lastSeen = Math.min(now, last + random.whole(MINUTE_MS, 4 * MINUTE_MS))
    }
    for (const { day, serverId, up, down } of days.values())
      lists.flowDay.push(accountId, day, serverId, up, down)
    for (const [serverId, { bytes, lastSeen }] of usage)
      lists.usage.push(accountId, serverId, from, bytes, lastSeen)
  }

  function addSlots(accountId: number, hour: Passed): number {
    const slots = slotsOf(hour, random, now)
    for (const { bucket, serverId, up, down } of slots) {
      lists.flow5min.push(accountId, bucket, serverId, up, down)
      sum(fine, `${serverId} ${bucket}`, { up, down })
    }
    return slots.at(-1)?.bucket ?? hour.bucket
  }

  function addHour(hour: Passed): number {
    sum(coarse, `${hour.serverId} ${hour.bucket}`, { up: hour.up, down: hour.down })
    return hour.bucket
  }

  /** Writes what was taken since the last call. */
  async function insertAccounts(tx: Transaction<Tables>): Promise<void> {
    for (const table of ['flow5min', 'flowHour', 'flowDay'] as const)
      await writer.insertFlat(tx, table, FLOW, lists[table].splice(0))
    await writer.insertFlat(tx, 'usage', USAGE, lists.usage.splice(0))
  }

  /** Writes the traffic of the servers, older hours in even slots. */
  async function insertServers(tx: Transaction<Tables>): Promise<void> {
    const values: number[] = []
    for (const [key, { up, down }] of fine) values.push(...idsIn(key), up, down)
    for (const [key, total] of coarse) {
      const [serverId = 0, hour = 0] = idsIn(key)
      for (let slot = 0; slot < 12; slot += 1) {
        const part = (bytes: number) =>
          Math.floor((bytes * (slot + 1)) / 12) - Math.floor((bytes * slot) / 12)
        values.push(serverId, hour + slot * 5 * MINUTE_MS, part(total.up), part(total.down))
      }
    }
    await writer.insertFlat(tx, 'serverFlow', SERVER_FLOW, values)
  }
}

/** Hours are stored once for each server. */
function merged(hours: readonly Passed[]): Iterable<Passed> {
  const rows = new Map<string, Passed>()
  for (const hour of hours) sum(rows, `${hour.bucket} ${hour.serverId}`, hour)
  return rows.values()
}

function sum<Row extends Sum>(rows: Map<string, Row>, key: string, row: Row): void {
  const before = rows.get(key)
  if (!before) {
    rows.set(key, { ...row })
    return
  }
  before.up += row.up
  before.down += row.down
}

const idsIn = (key: string) => key.split(' ').map(Number)
