import type { Wire } from '../wire.ts'
import type { Leases } from './leases.ts'
import type { Marks } from './marks.ts'
import type { DesiredPort, Hello, PortState, Report } from '../protocol/messages.ts'
import { openQuestions, type Questions } from './questions.ts'
import { InvalidMessage } from '../protocol/parse.ts'

/** One engine that has answered `hello`. */
export type Attached = Questions & {
  hello: Hello
  wire: Wire
  /** Whether it drains: it opens nothing any more. */
  isDraining: boolean
  /** Keys that are open there as desired: they need not be ordered again. */
  asWanted: Set<string>
  /** Passes reports on; earlier ones are queued until then. */
  begin: () => void
}

/** So many reports are queued until it is known what its counters add: minutes of them. */
const MOST_REPORTS = 1_000
/** How often it is sent the time, ms: clocks jump, and those of machines that slept stand still. */
const CLOCK_MS = 10_000

/** Sends `hello` to the engine at the other end of a wire; `failed` gets why it is not accepted. */
export async function attachEngine(
  wire: Wire,
  takeReport: (report: Report) => void,
  failed?: (error: unknown) => void,
): Promise<Attached> {
  const early: Report[] = []
  let epoch: string | undefined
  let hasBegun = false
  const questions = openQuestions(wire, take, failed)
  const hello = (await questions.ask({ ask: 'hello', now: Date.now() })) as Hello
  epoch = hello.epoch
  const clock = setInterval(giveTime, CLOCK_MS)
  clock.unref()
  questions.onEnd(() => clearInterval(clock))
  const { isDraining } = hello
  return { ...questions, hello, wire, isDraining, asWanted: new Set(), begin }

  function giveTime(): void {
    questions.ask({ ask: 'time', now: Date.now() }).catch(() => {})
  }

  function take(report: Report): void {
    // The counters of its earlier lives have ended, and those of others are not its own.
    if (epoch !== undefined && report.epoch !== epoch)
      throw new InvalidMessage('a report of another')
    if (hasBegun) return takeReport(report)
    if (early.length >= MOST_REPORTS) throw new InvalidMessage('too many reports')
    early.push(report)
  }

  function begin(): void {
    hasBegun = true
    for (const report of early.splice(0)) if (report.epoch === epoch) takeReport(report)
  }
}

/** Orders from an engine what it does not have already; returns the state of each port. */
export async function order(
  { hello, asWanted, ask }: Attached,
  { marks, leases }: { marks: Pick<Marks, 'order'>; leases?: Leases | undefined },
  next: readonly DesiredPort[],
  closed: readonly string[],
): Promise<PortState[]> {
  const rest = next.filter(({ key }) => !asWanted.has(key))
  const orders = rest.map((port) => marks.order(port, hello.epoch))
  for (const key of closed) asWanted.delete(key)
  const isNothing = orders.length === 0 && closed.length === 0
  await leases?.grant(orders, hello)
  const states = isNothing ? [] : ((await ask({ ask: 'change', orders, closed })) as PortState[])
  void leases?.granted(orders, states, closed)
  for (const { key, state } of states) if (state === 'open') asWanted.add(key)
  const answered = new Map(states.map((state) => [state.key, state]))
  return next.map(({ key }) => answered.get(key) ?? { key, state: 'open' })
}

/** The engine that started last. */
export const youngestOf = (engines: readonly Attached[]): Attached | undefined =>
  engines.toSorted((a, b) => a.hello.born - b.hello.born).at(-1)
