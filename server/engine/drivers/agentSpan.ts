import { sumsIn } from './agentAnswers.ts'
import type { Reading, Span } from './program.ts'

type Deps = {
  from?: number
  /** The agent's own time, as far as it is known, ms. */
  nodeNow: () => Promise<number>
  request: (command: object) => Promise<unknown>
}

/** By then the agent's counts are in its table. */
const SETTLED_MS = 30_000
/** Its clock is measured to a second: what a port carried last lies before this. */
const AHEAD_AT_END_MS = 1_000
/** How long the span may become: until then the agent stores its rows. */
const MAX_SPAN_MS = 600_000
const LEFT_MS = 90_000

/**
 * Reads an agent's flow as a counter that only rises: the sum from one fixed moment on.
 *
 * The deployed way, to read and delete at once, loses a minute whenever an answer is lost. Here a
 * reading changes nothing; the moment moves on only after the amount it moves by has been stored.
 */
export function openSpan({ nodeNow, request, ...parts }: Deps) {
  let from = parts.from
  let to = -Infinity

  const span: Span = { from: () => from, advance, since, clear }
  return { ...span, read }

  async function read({ isFinal = false } = {}): Promise<Reading> {
    const settled = (await nodeNow()) + (isFinal ? AHEAD_AT_END_MS : -SETTLED_MS)
    // What was carried before the first reading is charged to no account.
    from ??= settled
    // Never back: a counter that fell would be taken for one that restarted.
    const until = Math.max(to, settled)
    const counters = until < from ? new Map<number, number>() : await sums(from, until)
    to = until
    return { counters, isWhole: true, to }
  }

  async function advance() {
    if (from === undefined) return undefined
    const end = (await nodeNow()) - LEFT_MS
    if (end + LEFT_MS - from < MAX_SPAN_MS) return undefined
    const gone = await sums(from, end)
    from = end + 1
    return gone
  }

  async function since(moment: number) {
    return moment < to ? sums(moment + 1, to) : new Map<number, number>()
  }

  async function clear(): Promise<void> {
    if (from === undefined) return
    await request({ command: 'flow', options: { startTime: 0, endTime: from - 1, clear: true } })
  }

  async function sums(startTime: number, endTime: number) {
    return sumsIn(await request({ command: 'flow', options: { startTime, endTime, clear: false } }))
  }
}
