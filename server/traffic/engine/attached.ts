import type { Wire } from '../../base/wire.ts'
import type { openLending } from './lending.ts'
import type { Marks } from './marks.ts'
import type { DesiredPort, Hello, PortState, Report } from './messages.ts'
import { openQuestions, type Questions } from './questions.ts'
import { NotMeant } from './shapes.ts'

/** One engine that has said hello. */
export type Attached = Questions & {
  hello: Hello
  wire: Wire
  /** Whether it opens nothing any more. */
  isDraining: boolean
  /** Keys that are open there as they are wanted: they need not be asked for again. */
  asWanted: Set<string>
  /** Lets reports through; what came before waits for it. */
  begin: () => void
}

type Lending = Pick<ReturnType<typeof openLending>, 'asked' | 'taken' | 'closed'>

/** So many reports wait until it is known what its counters add: minutes of them. */
const MOST_REPORTS = 1_000

/** Greets the engine at the other end of a wire; `failed` gets why it is none of ours. */
export async function greet(
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
  const { isDraining } = hello
  return { ...questions, hello, wire, isDraining, asWanted: new Set(), begin }

  function take(report: Report): void {
    // The counters of its other lives have ended, and those of others are not its own.
    if (epoch !== undefined && report.epoch !== epoch) throw new NotMeant('a report of another')
    if (hasBegun) return takeReport(report)
    if (early.length >= MOST_REPORTS) throw new NotMeant('too many reports')
    early.push(report)
  }

  function begin(): void {
    hasBegun = true
    for (const report of early.splice(0)) if (report.epoch === epoch) takeReport(report)
  }
}

/** Asks an engine for what it does not have already; says of each port how it is. */
export async function order(
  { hello, asWanted, ask }: Attached,
  { marks, lending }: { marks: Pick<Marks, 'order' | 'total'>; lending: Lending },
  next: readonly DesiredPort[],
  closed: readonly string[],
): Promise<PortState[]> {
  const rest = next.filter(({ key }) => !asWanted.has(key))
  const orders = rest.map((port) => marks.order(port, hello.epoch))
  for (const key of closed) asWanted.delete(key)
  const lent = rest.map(({ key }): [string, number | undefined] => [key, marks.total(key)])
  for (const [key, total] of lent) lending.asked(key, total)
  const isNothing = orders.length === 0 && closed.length === 0
  const states = isNothing ? [] : ((await ask({ ask: 'change', orders, closed })) as PortState[])
  for (const key of closed) lending.closed(key)
  for (const [key, total] of lent) lending.taken(key, total)
  for (const { key, state } of states) if (state === 'open') asWanted.add(key)
  const answered = new Map(states.map((state) => [state.key, state]))
  return next.map(({ key }) => answered.get(key) ?? { key, state: 'open' })
}

/** Which of some engines is to have the ports: the youngest of those that open any. */
export function heirOf(engines: Iterable<Attached>): Attached | undefined {
  const fit = [...engines].filter((one) => !one.isDraining)
  return fit.sort((a, b) => a.hello.born - b.hello.born).at(-1)
}

/** Ends engines, and waits until they have: `gone` of their processes, or the wire. */
export async function endAll(
  engines: Iterable<Attached>,
  gone: ((pid: number) => Promise<void>) | undefined,
): Promise<void> {
  const ended = [...engines].map(async ({ wire, hello, ask }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    wire.onClose(resolve)
    void ask({ ask: 'close' }).catch(() => {})
    await (gone ? gone(hello.pid) : promise)
    wire.close()
  })
  await Promise.all(ended)
}
