import type { Question } from './messages.ts'

/** Requests that take seconds and change nothing: later requests need not wait for them. */
export type SlowQuestion = Extract<Question, { ask: 'probe' | 'peers' | 'tunnel' }>

export function isSlow<Asked extends Question>(
  question: Asked,
): question is Extract<Asked, SlowQuestion> {
  return question.ask === 'probe' || question.ask === 'peers' || question.ask === 'tunnel'
}
