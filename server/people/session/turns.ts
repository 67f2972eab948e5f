import type { Turns } from '../../network/turns.ts'

/** Runs work when it is the key's turn. Undefined when the queue of the key is full. */
export function inTurn<Result>(
  turns: Turns,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> | undefined {
  const { promise, resolve } = Promise.withResolvers<Result>()
  const begin = (done: () => void) => resolve(work().finally(done))
  return turns.enqueue(key, begin) && promise
}
