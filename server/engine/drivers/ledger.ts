import { randomBytes } from 'node:crypto'
import type { FlowDelta } from '../plane.ts'
import { type StoredPort, proofOf } from './memory.ts'
import type { Reading } from './program.ts'

/** A port of ours with the life of its counter. */
export type Entry = StoredPort & {
  /** Bytes of this life that were reported. */
  reported: number
  /** Whether the last reading was lower than what was reported. */
  fell?: boolean
  /** Until when it was counted, by the node's clock; only where there is a span. */
  seenTo?: number
}

/** More than one port can carry in the time; a state of what a node reports, not of a line. */
export type Spike = { port: number; bytes: number; counted: number }

/** A reading, with what is needed to verify it. */
type Look = {
  /** Upper bound of the time since the previous reading, ms. */
  elapsedMs: number
  /** The ports about to close, of which a fall is believed at once. */
  last?: ReadonlySet<number>
  /** What ports that fell have carried after the previous reading; only where there is a span. */
  fresh?: ReadonlyMap<number, number>
  at: number
}

/** One gigabit per second in bytes: the most one port carries. */
const MAX_BYTES_PER_MS = 125_000

/**
 * Turns the counters of a node into traffic that is reported once.
 *
 * Each life of a counter has a random name, under which the database counts only what rises. A life
 * ends when we close the port or when the counter falls; a single lower reading is not believed,
 * otherwise a faulty node would be charged twice.
 */
export function openLedger(source: string) {
  const entries = new Map<number, Entry>()
  /** The port of each key; of a key that moves, the newer port. */
  const ports = new Map<string, number>()
  const totals = new Map<string, number>()
  let isChanged = false

  return {
    at: (port: number) => entries.get(port),
    ofKey: (key: string) => entries.get(ports.get(key) ?? 0),
    all: () => [...entries.values()],
    total: (key: string) => totals.get(key) ?? 0,
    totals: () => totals,
    begin,
    resume: (stored: StoredPort, reported: number) => put({ ...stored, reported }),
    end,
    fallen,
    take,
    moveOn,
    /** Whether something changed since the last call, to be stored before it is reported. */
    isChanged: () => isChanged,
    stored: () => {
      isChanged = false
      return [...entries.values()].map(({ port, key, epoch, offset, proof }) => ({
        port,
        key,
        epoch,
        offset,
        proof,
      }))
    },
    mustStore: () => void (isChanged = true),
  }

  /** Starts counting a port; `offset` is its counter's current value. */
  function begin(
    { port, key, password }: { port: number; key: string; password: string },
    offset = 0,
  ) {
    const epoch = randomBytes(9).toString('base64url')
    const proof = proofOf(epoch, password)
    put({ port, key, epoch, offset, proof, reported: 0 })
    isChanged = true
  }

  function put(entry: Entry): void {
    entries.set(entry.port, entry)
    ports.set(entry.key, entry.port)
  }

  function end(port: number): void {
    const key = entries.get(port)?.key ?? ''
    if (ports.get(key) === port) ports.delete(key)
    isChanged = entries.delete(port) || isChanged
  }

  /** The ports whose counters a reading proves to have restarted. */
  function fallen(reading: Reading, last?: ReadonlySet<number>): Entry[] {
    return [...entries.values()].filter((entry) => {
      const raw = rawOf(entry, reading)
      return raw !== undefined && isLower(entry, raw) && (entry.fell || last?.has(entry.port))
    })
  }

  /** What a reading adds, and what of it is impossible. */
  function take(reading: Reading, look: Look) {
    const deltas: FlowDelta[] = []
    const spikes: Spike[] = []
    const most = Math.ceil(MAX_BYTES_PER_MS * look.elapsedMs)
    for (const entry of entries.values()) {
      const raw = rawOf(entry, reading)
      if (raw === undefined) continue
      if (isLower(entry, raw)) {
        const isOnce = !entry.fell && !look.last?.has(entry.port)
        entry.fell = true
        if (isOnce) continue
        beginAgain(entry, reading.isWhole ? raw - (look.fresh?.get(entry.port) ?? 0) : 0)
      }
      entry.fell = false
      entry.seenTo = reading.to
      const rise = raw - entry.offset - entry.reported
      const counted = Math.min(rise, most)
      if (counted < rise) {
        spikes.push({ port: entry.port, bytes: rise, counted })
        // What is impossible is left out of this life permanently.
        entry.offset += rise - counted
        isChanged = true
      }
      if (counted > 0) deltas.push(reported(entry, counted, look.at))
    }
    return { deltas, spikes }
  }

  /** A counter that restarted gets a new life; the proof stays bound to the name of the first. */
  function beginAgain(entry: Entry, offset: number): void {
    const [first = ''] = entry.epoch.split('~')
    entry.epoch = `${first}~${randomBytes(9).toString('base64url')}`
    entry.offset = offset
    entry.reported = 0
    isChanged = true
  }

  function reported(entry: Entry, bytes: number, at: number): FlowDelta {
    entry.reported += bytes
    totals.set(entry.key, (totals.get(entry.key) ?? 0) + bytes)
    const mark = { source, epoch: entry.epoch, up: 0, down: entry.reported }
    return { key: entry.key, up: 0, down: bytes, at, mark }
  }

  /** The counters are lower by these amounts, because their span begins later. */
  function moveOn(gone: ReadonlyMap<number, number>): void {
    for (const entry of entries.values()) entry.offset -= gone.get(entry.port) ?? 0
    isChanged = true
  }
}

function rawOf({ port }: Entry, { counters, isWhole }: Reading): number | undefined {
  return counters.get(port) ?? (isWhole ? 0 : undefined)
}

function isLower({ offset, reported }: Entry, raw: number): boolean {
  return raw < offset + reported
}

/** Whether an entry was opened with this password. */
export function hasPassword({ epoch, proof }: StoredPort, password: string): boolean {
  return proofOf(epoch.split('~')[0] ?? '', password) === proof
}

export type Ledger = ReturnType<typeof openLedger>
