import type { Wire } from '../wire.ts'
import { answerTo, reportOf } from './replies.ts'
import type { Question, Report } from '../protocol/messages.ts'
import { record, whole } from '../protocol/parse.ts'
import { isSlow } from '../protocol/slowRequests.ts'

/** Requests to one engine and their answers, over its wire. */
export type Questions = {
  /**
   * Sends a request; rejects with `engine away` when the wire ends or no answer arrives in time.
   */
  ask: (question: Question) => Promise<unknown>
  /** Is called once when the wire has ended or the engine is given up, also if that was before. */
  onEnd: (listener: () => void) => void
  /** Gives the engine up: no further requests are sent, and its wire ends. */
  end: () => void
}

/** How long an engine may take for one of the requests it answers in their order, ms. */
export const ANSWER_MS = 15_000
/** The same where it opens and closes ports, a thousand at a time, or reads all its counters. */
export const CHANGE_MS = 30_000
/** The same for a request it answers out of order; with a trial, beyond the time for that. */
const SLOW_MS = 10_000

type Waiting = PromiseWithResolvers<unknown> & { question: Question; off?: () => void }

/**
 * Starts sending requests over a wire; `takeReport` gets unsolicited reports, `failed` why the
 * other end is none of our engines: its wire ends, and its message is dropped.
 *
 * An engine that is silent for longer than a request may take is given up, as if its wire had
 * ended: a suspended one must not block its callers. A late answer to an out-of-order request only
 * ends the waiting for it.
 */
export function openQuestions(
  wire: Wire,
  takeReport: (report: Report) => void,
  failed: (error: unknown) => void = () => {},
): Questions {
  /** In the order in which they were sent. */
  const pending = new Map<number, Waiting>()
  const closers: (() => void)[] = []
  let lastId = 0
  let isClosed = false
  let heldUp: number | undefined
  let off = () => {}

  wire.onMessage((message) => {
    if (isClosed) return
    try {
      take(record(message))
    } catch (error) {
      failed(error)
      end()
    }
  })
  wire.onClose(end)

  return {
    ask,
    onEnd: (listener) => void (isClosed ? listener() : closers.push(listener)),
    end,
  }

  function take({ report, id, result }: Record<string, unknown>): void {
    if (report !== undefined) return takeReport(reportOf(report))
    const request = pending.get(whole(id))
    // The caller of a late answer has given up already.
    if (!request) return
    const answer = answerTo(request.question, result)
    forget(whole(id))
    request.resolve(answer)
  }

  function ask(question: Question): Promise<unknown> {
    if (isClosed) return Promise.reject(new Error('engine away'))
    const id = (lastId += 1)
    const waiting: Waiting = { ...Promise.withResolvers<unknown>(), question }
    if (isSlow(question)) waiting.off = startDeadline(slowMs(question), () => leave(id))
    pending.set(id, waiting)
    wire.send({ id, ...question })
    watch()
    return waiting.promise
  }

  /** Watches the first of the requests answered in order: the others wait behind it. */
  function watch(): void {
    const [id, question] = firstInOrder()
    if (id === heldUp) return
    off()
    heldUp = id
    off = question ? startDeadline(limitOf(question), end) : () => {}
  }

  function firstInOrder(): [number, Question] | [] {
    for (const [id, { question }] of pending) if (!isSlow(question)) return [id, question]
    return []
  }

  function forget(id: number): void {
    pending.get(id)?.off?.()
    pending.delete(id)
    watch()
  }

  function leave(id: number): void {
    const waiting = pending.get(id)
    forget(id)
    waiting?.reject(new Error('engine away'))
  }

  function end(): void {
    if (isClosed) return
    isClosed = true
    off()
    // First, so that the rejected callers find it gone.
    for (const closer of closers.splice(0)) closer()
    for (const waiting of pending.values()) {
      waiting.off?.()
      waiting.reject(new Error('engine away'))
    }
    pending.clear()
    wire.close()
  }
}

function limitOf({ ask }: Question): number {
  return ask === 'sites' || ask === 'change' || ask === 'apply' || ask === 'hello'
    ? CHANGE_MS
    : ANSWER_MS
}

function slowMs(question: Question): number {
  return SLOW_MS + (question.ask === 'probe' ? question.trial.timeoutMs : 0)
}

/**
 * Calls `late` after so many ms, unless it is cancelled before. Waits in halves: where this process
 * itself was suspended, queued input is processed before `late` is called.
 */
export function startDeadline(ms: number, late: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(late, ms / 2)
    timer.unref()
  }, ms / 2)
  timer.unref()
  return () => clearTimeout(timer)
}
