import type { Log } from '../../base/log.ts'
import type { FlowDelta } from '../plane.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { DriverState } from './memory.ts'
import type { NodeProgram, Reading } from './program.ts'

type Listener = (deltas: FlowDelta[]) => Promise<void>
type Deps = {
  program: NodeProgram
  ledger: Ledger
  /** When counters were read last, ms. */
  readAt: number
  place: string
  save: (state: DriverState) => Promise<void>
  now: () => number
  log: Log
  listener: () => Listener | undefined
  isLow: (key: string) => boolean
  serverId: number
}

/** How often the time of the last reading is stored when nothing else changed. */
const NOTED_EVERY_MS = 300_000

/**
 * Reads a node's counters and reports what they rose by. The base of the sums is stored before they
 * are reported, so that a console that crashes in between reports the same once more.
 */
export function startCounting({ program, ledger, now, log, ...parts }: Deps) {
  const outbox: FlowDelta[] = []
  let readAt = parts.readAt
  let notedAt = -Infinity

  return { look, readLast, note, flush }

  /** Reads, reports, and moves the span on where it has become long. */
  async function look(): Promise<Reading> {
    const reading = await program.read()
    await book(reading)
    const gone = await moveOn()
    if (!gone) return reading
    const left = [...reading.counters].map(([port, bytes]): [number, number] => [
      port,
      bytes - (gone.get(port) ?? 0),
    ])
    return { ...reading, counters: new Map(left) }
  }

  /** Reads up to now, because these ports are about to close. */
  async function readLast(ports: ReadonlySet<number>): Promise<void> {
    await book(await program.read({ isFinal: true }), ports)
  }

  async function book(reading: Reading, last?: ReadonlySet<number>): Promise<void> {
    const fresh = await freshOf(ledger.fallen(reading, last))
    const at = now()
    const elapsedMs = Math.max(at - readAt, program.pollMs) + program.lateMs
    const { deltas, spikes } = ledger.take(reading, { elapsedMs, last, fresh, at })
    readAt = at
    for (const { port, bytes, counted } of spikes)
      log.warn(
        { serverId: parts.serverId, port, bytes, counted },
        'a node says a port carried more than a line can: the rest is not counted',
      )
    outbox.push(...deltas.map((delta) => ({ ...delta, isLow: parts.isLow(delta.key) })))
    if (ledger.isChanged() || at - notedAt >= NOTED_EVERY_MS) await note()
    await flush()
  }

  /** What ports whose counters fell have carried since the last reading. */
  async function freshOf(fallen: readonly Entry[]) {
    const { span } = program
    const fresh = new Map<number, number>()
    if (!span) return fresh
    const moments = Map.groupBy(fallen, ({ seenTo }) => seenTo)
    for (const [moment, entries] of moments) {
      // What was counted before this process started is unknown: it is not charged, so it cannot be
      // charged twice.
      if (moment === undefined) continue
      const sums = await span.since(moment)
      for (const { port } of entries) fresh.set(port, sums.get(port) ?? 0)
    }
    return fresh
  }

  async function moveOn() {
    const gone = await program.span?.advance()
    if (!gone) return undefined
    ledger.moveOn(gone)
    await note()
    // Repeated the next time when it fails; rows before the span are never read again.
    await program.span?.clear().catch(() => {})
    return gone
  }

  /** Stores the base of the sums. */
  async function note(): Promise<void> {
    const from = program.span?.from()
    const state = { place: parts.place, readAt, ports: ledger.stored() }
    try {
      await parts.save({ ...state, ...(from !== undefined && { from }) })
      notedAt = now()
    } catch (error) {
      ledger.mustStore()
      throw error
    }
  }

  async function flush(): Promise<void> {
    const listener = parts.listener()
    if (!listener || outbox.length === 0) return
    const deltas = outbox.splice(0)
    try {
      await listener(deltas)
    } catch (error) {
      outbox.unshift(...deltas)
      throw error
    }
  }
}

export type Counting = ReturnType<typeof startCounting>
