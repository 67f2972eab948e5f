import type { Log } from '../../base/log.ts'
import type { Pair } from './certificate.ts'
import type { Kept } from './kept.ts'

/** How often what could not be written is written again, ms. */
const AGAIN_MS = 60_000

/**
 * Writes what was ordered, and again where that fails: on a full disk, or in a folder of another
 * owner. Meanwhile it is in memory, and served.
 */
export function makeSaving(kept: Kept, { now, log }: { now: () => number; log: Log }) {
  const unsaved = new Map<string, () => void>()
  let accountKey: string | undefined
  let problem: string | null = null
  let triedAt = 0

  function write(): void {
    triedAt = now()
    for (const [what, save] of unsaved) {
      try {
        save()
        unsaved.delete(what)
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error)
        const isNew = problem === null
        problem = `The certificate is served, but cannot be written to the data folder, and would be lost with a restart: ${said}`
        if (isNew)
          log.error({ err: error }, 'the certificate could not be written and is in memory')
        return
      }
    }
    problem = null
  }

  return {
    pair(pair: Pair & { directory: string }): void {
      unsaved.set('certificate', () => kept.keepPair(pair))
      write()
    },
    accountKey: {
      accountKey: () => accountKey ?? kept.accountKey(),
      keepAccountKey(key: string): void {
        accountKey = key
        unsaved.set('account', () => kept.keepAccountKey(key))
        write()
      },
    },
    /** Writes again from time to time; call it over and over. */
    look(): void {
      const past = now() - triedAt
      if (unsaved.size > 0 && (past < 0 || past >= AGAIN_MS)) write()
    },
    /** Why something is not written, in a sentence. */
    trouble: () => problem,
  }
}
