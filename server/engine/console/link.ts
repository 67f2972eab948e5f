import type { Wire } from '../wire.ts'
import { type Delta, openMarks } from './marks.ts'
import type {
  DesiredPort,
  Life,
  PortState,
  Question,
  Report,
  PortCounter,
} from '../protocol/messages.ts'
import { type Attached, attachEngine, order, youngestOf } from './attachEngine.ts'
import type { EngineLink, LinkParts, TrafficReport } from './engineLink.ts'
import { openLeases } from './leases.ts'
import { openShownSites } from './shownSites.ts'
import { settleLives } from './settleLives.ts'
import { openDoubting } from './doubting.ts'
import { openDesiredPorts } from './desiredPorts.ts'
import { InvalidMessage } from '../protocol/parse.ts'
import type { Outcome } from '../outcome.ts'
import type { Attempt, PeerSight, ProbeAnswer, TunnelCheck } from '../plane.ts'

/**
 * The oldest a report can be, ms: one is sent every second, and a link without one for this long is
 * closed.
 */
const MAX_REPORT_AGE_MS = 60_000

type Dated = { at: number }

type Reads = Pick<
  EngineLink,
  'counters' | 'clients' | 'attempts' | 'outcomes' | 'probe' | 'peers' | 'checkTunnel'
>

const SLICE = 1_000

/** Starts with no engine. */
export function linkEngine({
  source,
  loadMarks,
  waitMs,
  failed,
  doubts,
  gone: processGone,
}: LinkParts): EngineLink {
  const marks = openMarks(source)
  const leases = doubts && openLeases(doubts.leases)
  const books = { marks, leases }
  const wanted = openDesiredPorts(marks)
  /** Keys ordered while no engine was there to open them. */
  const missed = new Set<string>()
  const engines = new Set<Attached>()
  const unreported: TrafficReport[] = []
  const arrivals = openArrivals()
  const doubting = doubts && openDoubting(doubts.cut, wanted.wasWanted)
  let listener: ((report: TrafficReport) => void) | undefined
  let current: Attached | undefined
  let mayHave = (_key: string) => true
  const shown = openShownSites(ask)
  let isSettled = false
  let isOver = false
  let ending: Promise<void> | undefined
  return {
    attach: (wire) => void take(wire).catch((error: unknown) => refuse(wire, error)),
    change,
    apply,
    sites: shown.order,
    ...readsOf(ask),
    kill,
    onReport,
    isLinked: () => current !== undefined,
    knowsDevices: () => current?.hello.knowsDevices ?? false,
    settled,
    leave,
    end,
  }

  function refuse(wire: Wire, error: unknown): void {
    if (error instanceof InvalidMessage) failed?.(error)
    wire.close()
  }

  async function take(wire: Wire): Promise<void> {
    const engine = await attachEngine(wire, takeReport, failed)
    const { hello } = engine
    const stored = await loadMarks(hello.lives.map(({ epoch }) => epoch))
    marks.learn(stored)
    if (doubts) mayHave = await doubts.mayHave()
    const held = current ? [] : ((await leases?.load(hello.epoch)) ?? [])
    const booked = await doubts?.lastBooked()
    if (booked !== undefined) doubting?.begin(Math.max(0, Date.now() - booked))
    if (isOver) return engine.end()
    engines.add(engine)
    engine.onEnd(() => gone(engine))
    deliver({ deltas: hello.lives.flatMap(risen).map(untilNow), states: [] })
    doubting?.begin()
    engine.begin()
    const past = hello.lives.filter(({ epoch }) => epoch !== hello.epoch)
    void settleLives(past, stored, {
      loadMarks,
      isThere: () => engines.has(engine),
      settle: (epochs) => engine.ask({ ask: 'settle', epochs }),
      forget: marks.forget,
    })
    if (!engine.isDraining && (!current || current.hello.born < hello.born)) {
      const isBack = !current && held.length > 0
      const preferred = prefer(engine).catch(engine.end)
      if (isBack) doubts?.back(held)
      await preferred
    }
    drainOlder()
  }

  /** Makes an engine the active one. */
  async function prefer(engine: Attached): Promise<void> {
    const { hello } = engine
    const isNew = ({ key }: { key: string }) => !wanted.isDecided(key)
    const adopted = hello.ports.filter((port) => isNew(port) && mayHave(port.key))
    deliver({ deltas: [], states: [], adopted })
    const open = hello.ports.map(({ key }) => key)
    // Ports of deleted or moved servers are closed here: no order will ever name them.
    const closed = open.filter(
      (key) => !wanted.has(key) && (wanted.isDecided(key) || !mayHave(key)),
    )
    shown.sendTo(engine)
    // From here on changes are sent to it as well; they take precedence over the earlier desired
    // state.
    current = engine
    arrivals.announce()
    const isAsWanted = missed.size === 0 && hello.digest === wanted.digest()
    if (isAsWanted) for (const key of open) engine.asWanted.add(key)
    else await orderAll(engine, closed)
  }

  async function orderAll(engine: Attached, closed: readonly string[]) {
    const keys = wanted.all().map(({ key }) => key)
    if (closed.length > 0) await order(engine, books, [], closed)
    for (let at = 0; at < keys.length; at += SLICE) {
      const slice = keys.slice(at, at + SLICE)
      const states = await order(engine, books, wanted.some(slice), [])
      // A port that opens as before is not an event.
      const news = states.filter(({ key, state }) => state === 'error' || missed.has(key))
      deliver({ deltas: [], states: news })
      for (const key of slice) missed.delete(key)
    }
    missed.clear()
  }

  function gone(engine: Attached): void {
    engines.delete(engine)
    if (current !== engine) return
    current = undefined
    const heir = youngestOf([...engines].filter((one) => !one.isDraining))
    // Counted as ended even where it cannot be reached; it is ordered again.
    if (heir) void prefer(heir).catch(heir.end)
  }

  function settled(): void {
    isSettled = true
    drainOlder()
  }

  function drainOlder(): void {
    if (!isSettled || !current) return
    for (const engine of engines) {
      if (engine === current || engine.isDraining) continue
      engine.isDraining = true
      void engine.ask({ ask: 'drain' }).catch(() => {})
    }
  }

  function apply(next: DesiredPort[]): Promise<PortState[]> {
    const nextKeys = new Set(next.map(({ key }) => key))
    const others = new Set(wanted.all().map(({ key }) => key)).difference(nextKeys)
    return change(next, [...others])
  }

  async function change(next: DesiredPort[], closed: readonly string[]): Promise<PortState[]> {
    const changed = wanted.note(next, closed)
    for (const { asWanted } of engines) for (const key of changed) asWanted.delete(key)
    try {
      return await again(async (engine) => {
        const others = [...engines].filter((one) => one !== engine)
        for (const other of others) void order(other, { marks }, next, closed).catch(() => {})
        return order(engine, books, next, closed)
      })
    } catch (error) {
      for (const key of [...closed, ...next.map((port) => port.key)]) missed.add(key)
      throw error
    }
  }

  async function kill(key: string): Promise<void> {
    wanted.note([], [key])
    await again(async (engine) => {
      const pending = [...engines].map((one) => one.ask({ ask: 'kill', key }))
      await Promise.allSettled(pending)
      if (!engines.has(engine)) throw new Error('engine away')
    })
  }

  function ask(question: Question): Promise<unknown> {
    return again((engine) => engine.ask(question))
  }

  /** Runs a request on the active engine, and once more on its successor if it goes away. */
  async function again<Result>(work: (engine: Attached) => Promise<Result>): Promise<Result> {
    const end = performance.now() + waitMs
    while (!isOver) {
      if (!current && !(await arrivals.next(end))) break
      const engine = current
      if (!engine) continue
      try {
        return await work(engine)
      } catch (error) {
        if (engines.has(engine)) throw error
      }
    }
    throw new Error(isOver ? 'engine closed' : 'engine away')
  }

  function onReport(next: (report: TrafficReport) => void): void {
    listener = next
    for (const report of unreported.splice(0)) next(report)
  }

  function takeReport(report: Report): void {
    const low = new Set(report.low)
    const deltas = risen(report).map((delta) => {
      return { ...justPassed(delta), ...(low.delete(delta.key) && { isLow: true }) }
    })
    for (const [key] of report.ended) for (const { asWanted } of engines) asWanted.delete(key)
    const states = report.ended
      .filter(() => report.epoch === current?.hello.epoch)
      .map(([key, reason]): PortState => ({ key, state: 'error', reason }))
    deliver({ deltas, states })
  }

  function risen(life: Life): Delta[] {
    const deltas = marks.rise(life)
    return doubting?.take(deltas) ?? deltas
  }

  function deliver(report: TrafficReport): void {
    const { deltas, states, adopted = [] } = report
    if (deltas.length + states.length + adopted.length === 0) return
    if (listener) listener(report)
    else unreported.push(report)
  }

  function leave(): void {
    isOver = true
    arrivals.announce()
    for (const { wire } of engines) wire.close()
  }

  function end(): Promise<void> {
    return (ending ??= endAll())
  }

  async function endAll(): Promise<void> {
    await endEngines(engines, processGone)
    leave()
  }
}

/** Lets many callers wait for the next arrival. */
export function openArrivals() {
  const waiting = new Set<() => void>()

  return { announce, next }

  function announce(): void {
    for (const resume of waiting) resume()
    waiting.clear()
  }

  /** Waits for it until `end` (ms of `performance.now()`); returns whether it came. */
  async function next(end: number): Promise<boolean> {
    const left = end - performance.now()
    if (left <= 0) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), left)
    const resume = () => resolve(true)
    waiting.add(resume)
    const hasCome = await promise
    waiting.delete(resume)
    clearTimeout(timer)
    return hasCome
  }
}

/** Ends engines; resolves once each has sent its last report and is gone. */
async function endEngines(
  engines: Iterable<Attached>,
  processGone: LinkParts['gone'],
): Promise<void> {
  const ended = [...engines].map(async ({ wire, hello, ask }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    wire.onClose(resolve)
    void ask({ ask: 'close' }).catch(() => {})
    await (processGone ? processGone(hello.pid) : promise)
    wire.close()
  })
  await Promise.all(ended)
}

/** The read-only requests to an engine; `ask` parses the answers. */
function readsOf(ask: (question: Question) => Promise<unknown>): Reads {
  return {
    counters: async () => new Map((await ask({ ask: 'counters' })) as [string, PortCounter][]),
    clients: (key) => ask({ ask: 'clients', key }) as Promise<string[]>,
    attempts: (key, since) => ask({ ask: 'attempts', key, since }) as Promise<Attempt[]>,
    outcomes: () => ask({ ask: 'outcomes' }) as Promise<Outcome[] | undefined>,
    probe: (trial) => ask({ ask: 'probe', trial }) as Promise<ProbeAnswer>,
    // An engine from before WireGuard answers nothing to these.
    peers: async (key) => ((await ask({ ask: 'peers', key })) as PeerSight[] | undefined) ?? [],
    async checkTunnel(wanted) {
      const answer = await ask({ ask: 'tunnel', ...wanted })
      if (answer === undefined) throw new Error('tunnels are not known')
      return answer as TunnelCheck
    },
  }
}

/** For bytes reported as they pass: the time an engine reports is believed only within a minute. */
export function justPassed<Delta extends Dated>(delta: Delta): Delta {
  return untilNow({ ...delta, at: Math.max(delta.at, Date.now() - MAX_REPORT_AGE_MS) })
}

/** For bytes that passed at an unknown time, which was not later than now. */
export function untilNow<Delta extends Dated>(delta: Delta): Delta {
  return { ...delta, at: Math.min(delta.at, Date.now()) }
}
