import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../base/log.ts'
import type { Counting } from './counting.ts'
import type { DriverKind } from './kinds.ts'
import type { Entry, Ledger } from './ledger.ts'
import { planFor } from './plan.ts'
import { inParallel } from './parallel.ts'
import type { Listing, NodeProgram } from './program.ts'
import { planSentinel } from './sentinel.ts'
import { reasonOf, type States } from './states.ts'
import { openVerifying } from './verifying.ts'
import type { Desired, DesiredPorts } from './desiredPorts.ts'

type Deps = {
  kind: DriverKind
  program: NodeProgram
  ledger: Ledger
  desiredPorts: DesiredPorts
  states: States
  counting: Counting
  now: () => number
  log: Log
  serverId: number
  /** Proves that only this console can have set a port's password. */
  sentinelPassword: string
}

const OPENS_WITHIN_MS = 3_000
const PROBES_AT_ONCE = 32

/** Brings a node to the desired state, one round after another. */
export function openRounds(deps: Deps) {
  const { kind, program, ledger, desiredPorts, states, counting, now, log } = deps
  const verifying = openVerifying({ program, ledger, now })
  let isBare = false

  return { run, close }

  /** Runs one round; returns whether nothing is left to be tried again. */
  async function run(): Promise<boolean> {
    const listing = await program.list()
    states.saw(listing)
    desiredPorts.endAt(now())
    await placeSentinel(listing)
    const { maxPorts } = program
    const plan = planFor({ kind, listing, ledger, desiredPorts, maxPorts })
    for (const { desired, reason } of plan.refused) states.set(desired.key, reason)
    for (const { port } of plan.gone) ledger.end(port)
    await adopt(plan.adopted)
    const { listening, broken, silent } = await verifying.look([...plan.right, ...plan.adopted])
    for (const { key } of listening) states.set(key)
    for (const { key } of silent) states.set(key, 'not listening')
    const opened = await open(plan.added)
    const replaced = [...plan.replaced, ...broken]
    for (const { key } of replaced) states.set(key, 'opening')
    const closing = [...plan.removed, ...replaced.flatMap(({ port }) => ledger.at(port) ?? [])]
    const closed = await close(closing)
    const again = replaced.filter(({ port }) => closed.has(port))
    if (again.length > 0) await pause(program.reopenMs)
    const reopened = await open(again)
    if (ledger.isChanged()) await counting.note()
    const isWaiting = plan.refused.some(({ reason }) => reason === 'opening')
    return opened && reopened && !isWaiting && closed.size === closing.length
  }

  /** Adopts ports that are open as desired; what they carried before is not counted. */
  async function adopt(adopted: readonly Desired[]): Promise<void> {
    if (adopted.length === 0) return
    const { counters } = await program.read()
    for (const desired of adopted) ledger.begin(desired, counters.get(desired.port) ?? 0)
    await counting.note()
  }

  /** Opens ports that are not open; returns whether all succeeded. */
  async function open(wanted: readonly Desired[]): Promise<boolean> {
    if (wanted.length === 0) return true
    // A port that was open before may still have rows in the span.
    const before = program.span && (await counting.look()).counters
    const busy = await inParallel(wanted, PROBES_AT_ONCE, isBusy)
    const free = wanted.filter((_, at) => !busy[at])
    for (const desired of free) ledger.begin(desired, before?.get(desired.port) ?? 0)
    // Stored first: what the node has then is known to be ours.
    await counting.note()
    const done = await inParallel(free, PROBES_AT_ONCE, openOne)
    return done.every((one) => one)
  }

  /** Whether another program has the port; some managers would answer ok all the same. */
  async function isBusy({ key, port }: Desired): Promise<boolean> {
    if (!(await program.isTaken(port))) return false
    states.set(key, 'port in use')
    return true
  }

  async function openOne({ key, port, password, method }: Desired): Promise<boolean> {
    try {
      await program.add(port, { password, method })
    } catch (error) {
      const reason = reasonOf(error)
      states.set(key, reason)
      // Refused for good, or unknown: checked again.
      return reason === 'method not supported'
    }
    const isOpen = await program.listens(port, OPENS_WITHIN_MS)
    if (isOpen) verifying.seen(port)
    states.set(key, isOpen ? undefined : 'not listening')
    return true
  }

  /**
   * Closes ports after a last reading of their counters; returns which are closed. When hurried, it
   * does not wait for traffic the node has not counted yet.
   */
  async function close(entries: readonly Entry[], { isHasty = false } = {}): Promise<Set<number>> {
    if (entries.length === 0) return new Set()
    const ports = new Set(entries.map(({ port }) => port))
    if (!isHasty) await pause(program.quietMs)
    await counting.readLast(ports)
    // Whether it took effect is decided by the ports that are open afterwards, not by the answer.
    await Promise.all([...ports].map((port) => program.remove(port).catch(() => {})))
    const listing = await program.list()
    states.saw(listing)
    const closed = new Set([...ports].filter((port) => !listing.has(port)))
    for (const port of closed) ledger.end(port)
    await counting.note()
    return closed
  }

  async function placeSentinel(listing: Listing): Promise<void> {
    if (!program.needsSentinel || isBare) return
    const password = deps.sentinelPassword
    const wanted = desiredPorts.all().map(({ port }) => port)
    const { candidates, outdone } = planSentinel(listing, wanted, password)
    for (const port of candidates) {
      if (await program.isTaken(port)) continue
      await program.add(port, { password, method: '' })
      listing.set(port, { password })
      if (!(await program.listens(port, OPENS_WITHIN_MS))) continue
      for (const other of outdone) await program.remove(other)
      return
    }
    if (candidates.length === 0) return
    isBare = true
    log.warn({ serverId: deps.serverId }, 'no port can stand below all others of this node')
  }
}
