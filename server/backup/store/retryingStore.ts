import { setTimeout as pause } from 'node:timers/promises'
import { Unreachable, type Store } from './store.ts'

/** Pause before each retry, ms: a minute and a half in all. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]

/**
 * The same store with retries, for callers that would have to repeat much: a call that failed
 * temporarily is repeated, after longer and longer pauses.
 */
export function retryingStore(store: Store, pauses: readonly number[] = PAUSES_MS): Store {
  const patiently = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    for (const ms of pauses)
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        await pause(ms * (0.5 + Math.random()))
      }
    return call()
  }
  return {
    place: store.place,
    put: (name, bytes) => patiently(() => store.put(name, bytes)),
    get: (name) => patiently(() => store.get(name)),
    list: (prefix) => patiently(() => store.list(prefix)),
    remove: (name) => patiently(() => store.remove(name)),
  }
}
