import { randomUUID } from 'node:crypto'
import { setImmediate as others, setTimeout as pause } from 'node:timers/promises'
import type { FlowDelta } from '../../engine/plane.ts'
import { idsIn } from '../../engine/portKey.ts'
import type { World } from '../../http/world.ts'
import { ingest } from './ingest.ts'
import { openTries, type Tried } from './tries.ts'
import { slotStart } from '../flow/slots.ts'
import type { Database } from '../../database/database.ts'

const MOST_CHARACTERS = 1_000

/** Traffic on its way from the ports to the database. */
export type FlowQueue = {
  /** Queues traffic; it is stored as soon as the database accepts it. */
  add: (deltas: readonly FlowDelta[]) => void
  /** Bytes queued and not stored yet, by key. */
  pending: () => Map<string, number>
  /** Runs work while nothing is being stored, so that the two see the same totals. */
  meanwhile: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Waits until all is stored, or for `timeoutMs` ms; returns whether it is. */
  drain: (timeoutMs: number) => Promise<boolean>
}

type Deps = Pick<World, 'db' | 'now' | 'config' | 'log'>

// Each is written to five tables; small portions let others read in between.
const BATCH_SIZE = 100
const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 30_000
/** The most ports whose unauthorized counts are logged. */
const MAX_UNAUTHORIZED = 1_000

/**
 * Starts storing traffic; `usedUp` is called with the accounts that have reached their quota, or
 * what was granted of it. A reading that cannot be booked where all others can is set aside, and
 * passed to `doubted`; so is what was reported by a source that may not count it.
 */
export function startQueue(
  { db, now, config, log }: Deps,
  usedUp: (accounts: readonly number[]) => void,
  doubted: (delta: FlowDelta, why: string) => void = () => {},
): FlowQueue {
  const run = randomUUID()
  const waiting = new Map<string, FlowDelta>()
  const tries = openTries()
  const unauthorized = new Set<string>()
  let count = 0
  let turn: Promise<unknown> = Promise.resolve()
  let storing: Promise<void> | undefined

  return { add, pending, meanwhile, drain }

  function add(deltas: readonly FlowDelta[]): void {
    for (const delta of deltas) {
      const at = delta.at > 0 ? Math.min(delta.at, now()) : now()
      // While the database is away the queue grows with the accounts in use, not with time.
      const slot = `${delta.key} ${slotStart('flow5min', at)} ${delta.mark?.epoch ?? ''}`
      const none: Pick<FlowDelta, 'up' | 'down' | 'at' | 'isCut'> = { up: 0, down: 0, at: 0 }
      const before = waiting.get(slot) ?? none
      const up = before.up + delta.up
      const down = before.down + delta.down
      // The latest entry has the highest counter.
      const isCut = before.isCut === true || delta.isCut === true
      const last = { ...before, ...delta, ...(isCut && { isCut }) }
      waiting.set(slot, { ...last, up, down, at: Math.max(before.at, at) })
    }
    if (waiting.size > 0) storing ??= storeAll().finally(() => (storing = undefined))
  }

  function pending(): Map<string, number> {
    const sums = new Map<string, number>()
    for (const { key, up, down } of [...tries.deltas(), ...waiting.values()])
      sums.set(key, (sums.get(key) ?? 0) + up + down)
    return sums
  }

  function meanwhile<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  async function drain(timeoutMs: number): Promise<boolean> {
    const end = new AbortController()
    const enough = pause(timeoutMs, undefined, { signal: end.signal }).catch(() => {})
    await Promise.race([storing, enough])
    end.abort()
    return tries.isEmpty() && waiting.size === 0
  }

  async function storeAll(): Promise<void> {
    for (let wait = MIN_PAUSE_MS; !tries.isEmpty() || waiting.size > 0;) {
      if (waiting.size > 0 && tries.hasRoom()) tries.add(next())
      const batch = tries.first()
      if (!batch) return
      try {
        await meanwhile(() => store(batch))
        wait = MIN_PAUSE_MS
        // The embedded database answers synchronously: without a turn of the event loop no request
        // would be served until all portions are stored.
        await others()
      } catch (error) {
        log.error({ err: error }, 'traffic could not be kept and is tried again')
        if (tries.failed(batch)) await setAside(batch, error)
        await pause(wait, undefined, { ref: false })
        wait = Math.min(wait * 2, MAX_PAUSE_MS)
      }
    }
  }

  async function store(batch: Tried): Promise<void> {
    const { timeZone } = config
    const over = await ingest(db, batch, { now: now(), timeZone, refused })
    const low = batch.deltas.filter(({ isLow }) => isLow).map(({ key }) => idsIn(key).accountId)
    tries.stored(batch)
    if (over.length + low.length > 0) usedUp([...over, ...low])
  }

  /** Logged once for each: a source that may not count a port reports it again every second. */
  function refused(deltas: readonly FlowDelta[]): void {
    for (const delta of deltas) {
      const name = `${delta.mark?.source} ${delta.key}`
      if (unauthorized.has(name) || unauthorized.size >= MAX_UNAUTHORIZED) continue
      unauthorized.add(name)
      doubted(delta, 'traffic was counted for a port that was not opened there')
    }
  }

  /** One that cannot be booked must neither block all others nor be lost. */
  async function setAside(batch: Tried, error: unknown): Promise<void> {
    const [delta] = batch.deltas
    if (!delta) return
    try {
      await storeHeldReading(db, { delta, error, now: now() })
    } catch (err) {
      return log.error({ err }, 'a reading could not be set aside')
    }
    tries.drop(batch)
    log.error({ err: error, key: delta.key }, 'a reading could not be booked and is set aside')
    doubted(delta, 'a reading could not be booked')
  }

  function next() {
    const slots = waiting.entries().take(BATCH_SIZE).toArray()
    for (const [slot] of slots) waiting.delete(slot)
    count += 1
    return { id: `${run}:${count}`, deltas: slots.map(([, delta]) => delta) }
  }
}

/** Stores a reading that cannot be booked, as it is, for an operator to examine. */
async function storeHeldReading(
  db: Database,
  { delta, error, now }: { delta: FlowDelta; error: unknown; now: number },
): Promise<void> {
  await db
    .insertInto('heldReading')
    .values({
      time: now,
      source: delta.mark?.source ?? '',
      reading: JSON.stringify(delta),
      error: String(error).slice(0, MOST_CHARACTERS),
    })
    .execute()
}
