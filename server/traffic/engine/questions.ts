import type { Wire } from '../../base/wire.ts'
import type { Message, Question, Report } from './messages.ts'

/** Questions to one engine and their answers, over its wire. */
export type Questions = {
  /** Asks; refuses when the wire ends before the answer. */
  ask: (question: Question) => Promise<unknown>
}

/** Starts to ask over a wire; `takeReport` gets what nobody asked for. */
export function openQuestions(wire: Wire, takeReport: (report: Report) => void): Questions {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let isClosed = false

  wire.onMessage((message) => {
    // Only an engine is at the other end.
    const news = message as Message
    if ('report' in news) return takeReport(news.report)
    pending.get(news.id)?.resolve(news.result)
    pending.delete(news.id)
  })
  wire.onClose(() => {
    isClosed = true
    for (const { reject } of pending.values()) reject(new Error('engine away'))
    pending.clear()
  })

  return { ask }

  function ask(question: Question): Promise<unknown> {
    if (isClosed) return Promise.reject(new Error('engine away'))
    lastId += 1
    const answer = Promise.withResolvers<unknown>()
    pending.set(lastId, answer)
    wire.send({ id: lastId, ...question })
    return answer.promise
  }
}
