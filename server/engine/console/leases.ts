import { MACHINE_LEASE_MS } from '../protocol/machineLease.ts'
import type { Hello, Order, PortState } from '../protocol/messages.ts'

/** What an engine may carry for a key while nobody reaches it: until its counter is so high. */
export type Lease = {
  key: string
  /** The life in which the counter counts. */
  epoch: string
  /** Up and down together, bytes. */
  until: number
  /** How long the engine keeps to it without a console, ms. */
  lastsMs: number
}

/** Where the leases of one machine are kept, so that they outlive this process. */
export type LeaseBook = {
  load: () => Promise<Lease[]>
  save: (leases: readonly Lease[]) => Promise<void>
  remove: (keys: readonly string[]) => Promise<void>
}

/** The leases of one machine. */
export type Leases = {
  /** Loads what was granted before, and takes it as granted in this life; returns its keys. */
  load: (epoch: string) => Promise<string[]>
  /** Keeps what is about to be ordered. Calls come back in the order in which they were made. */
  grant: (orders: readonly Order[], engine: Pick<Hello, 'epoch' | 'endsLeases'>) => Promise<void>
  /** Takes in how that ended: only now does a smaller lease count, or none. */
  granted: (
    orders: readonly Order[],
    states: readonly PortState[],
    closed: readonly string[],
  ) => Promise<void>
}

/** What a lease on record may be larger than the real one, bytes: each change is a write. */
const SLACK = 1 << 20

/**
 * Starts with no leases. What is on record is never less than what an engine may have been ordered: a
 * larger lease is written before it is ordered, a smaller one after it was taken.
 */
export function openLeases(book: LeaseBook): Leases {
  const kept = new Map<string, number>()
  /** Keys on record from earlier lives. */
  const earlier = new Set<string>()
  /** Orders without an answer yet, the latest of each key. */
  const asked = new Map<string, Order>()
  let life: Pick<Lease, 'epoch' | 'lastsMs'> = { epoch: '', lastsMs: MACHINE_LEASE_MS }
  let turn: Promise<unknown> = Promise.resolve()

  return {
    async load(epoch) {
      const rows = await book.load()
      begin(epoch)
      for (const { key, until, ...row } of rows)
        if (row.epoch === epoch) kept.set(key, until)
        else earlier.add(key)
      return rows.map(({ key }) => key)
    },
    grant: (orders, engine) => inTurn(() => raise(orders, engine)),
    granted: (orders, states, closed) =>
      inTurn(() => lower(orders, states, closed)).catch(() => {}),
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  function begin(epoch: string): void {
    life = { epoch, lastsMs: MACHINE_LEASE_MS }
    for (const key of kept.keys()) earlier.add(key)
    kept.clear()
    asked.clear()
  }

  async function raise(
    orders: readonly Order[],
    { epoch, endsLeases }: Pick<Hello, 'epoch' | 'endsLeases'>,
  ): Promise<void> {
    if (epoch !== life.epoch) begin(epoch)
    for (const order of orders) asked.set(order.key, order)
    const raised = orders.flatMap(({ key, until, leaseMs }): Lease[] => {
      if (leaseMs === undefined || until === null || (kept.get(key) ?? -1) >= until) return []
      return [{ key, epoch, until, lastsMs: endsLeases ? leaseMs : MACHINE_LEASE_MS }]
    })
    life = { epoch, lastsMs: raised[0]?.lastsMs ?? life.lastsMs }
    if (raised.length === 0) return
    await book.save(raised)
    note(raised)
  }

  async function lower(
    orders: readonly Order[],
    states: readonly PortState[],
    closed: readonly string[],
  ): Promise<void> {
    // What was asked since then may be more.
    const latest = orders.filter((order) => asked.get(order.key) === order)
    for (const { key } of latest) asked.delete(key)
    const open = new Set(states.flatMap(({ key, state }) => (state === 'open' ? [key] : [])))
    const [leased, others] = [latest.filter(isLeased), latest.filter((one) => !isLeased(one))]
    const less = leased.flatMap(({ key, until }): Lease[] => {
      const isLess = until !== null && (kept.get(key) ?? 0) - until > SLACK
      return isLess ? [{ key, until, ...life }] : []
    })
    const gone = [...others.map(({ key }) => key), ...closed]
    const over = gone.filter((key) => !asked.has(key) && (kept.has(key) || earlier.has(key)))
    if (less.length > 0) await book.save(less)
    note(less)
    if (over.length > 0) await book.remove(over)
    for (const key of over) {
      kept.delete(key)
      earlier.delete(key)
    }

    function isLeased({ key, leaseMs, until }: Order): boolean {
      return leaseMs !== undefined && until !== null && open.has(key)
    }
  }

  function note(leases: readonly Lease[]): void {
    for (const { key, until } of leases) {
      kept.set(key, until)
      earlier.delete(key)
    }
  }
}
