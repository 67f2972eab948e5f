import type { Wire } from '../../base/wire.ts'
import type { Marks } from './marks.ts'
import type { DesiredPort, Hello, PortState, Report } from './messages.ts'
import { openQuestions, type Questions } from './questions.ts'

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

/** Greets the engine at the other end of a wire. */
export async function greet(wire: Wire, takeReport: (report: Report) => void): Promise<Attached> {
  const { promise, resolve: begin } = Promise.withResolvers<void>()
  const questions = openQuestions(wire, (report) => void promise.then(() => takeReport(report)))
  const hello = (await questions.ask({ ask: 'hello', now: Date.now() })) as Hello
  const { isDraining } = hello
  return { ...questions, hello, wire, isDraining, asWanted: new Set(), begin }
}

/** Asks an engine for what it does not have already; says of each port how it is. */
export async function order(
  { hello, asWanted, ask }: Attached,
  marks: Pick<Marks, 'order'>,
  next: readonly DesiredPort[],
  closed: readonly string[],
): Promise<PortState[]> {
  const rest = next.filter(({ key }) => !asWanted.has(key))
  const orders = rest.map((port) => marks.order(port, hello.epoch))
  for (const key of closed) asWanted.delete(key)
  const isNothing = orders.length === 0 && closed.length === 0
  const states = isNothing ? [] : ((await ask({ ask: 'change', orders, closed })) as PortState[])
  for (const { key, state } of states) if (state === 'open') asWanted.add(key)
  const answered = new Map(states.map((state) => [state.key, state]))
  return next.map(({ key }) => answered.get(key) ?? { key, state: 'open' })
}
