import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../base/log.ts'
import { RELEASE } from '../../base/version.ts'
import type { HeldLog } from '../log/heldLog.ts'
import { type LocalState, writeState } from './localState.ts'
import { removeOld } from './retention.ts'
import { takeSnapshot } from '../restore/snapshot.ts'
import type { Progress } from './status.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

type Terms = {
  file: string
  dataDir: string
  store: Store
  vault: Vault
  state: LocalState
  now: () => number
  log: Log
  progress: Progress
  /** Retention, ms. */
  keepMs: number
  heldLog: HeldLog
  /** Reads the log to its end; the number of the last segment, and its time. */
  readAll: () => { seq: number; time: number }
  /** Number of the last segment that is in the store. */
  shippedSeq: () => number
  isShipping: () => boolean
}

/** That snapshot is no longer awaited. */
class Ended extends Error {}

const DAY_MS = 86_400_000
const RETRY_MS = 60_000
/** The most a clock is adjusted by in a day, ms; more is a jump. */
const PLAUSIBLE_MS = 3_600_000

/** Upkeep beside shipping: a snapshot a day, old ones deleted. */
export function makeUpkeep(terms: Terms) {
  const { store, vault, state, now, log, progress } = terms
  let lastTry = -Infinity
  let isTidy = true
  /** By how much the time of day is ahead of a monotonic clock, ms. */
  const aheadBy = () => now() - performance.now()
  let wasAhead = aheadBy()

  async function snapshot() {
    const generation = state.generation!.name
    const mine = () => state.generation?.name === generation && terms.isShipping()
    const time = now()
    const seq = await takeSnapshot({
      ...terms,
      log: terms.heldLog,
      generation,
      version: RELEASE,
      shipped: async (seq) => {
        while (terms.shippedSeq() < seq && mine()) await pause(50)
        if (!mine()) throw new Ended('The generation ended before its snapshot was whole.')
      },
    })
    Object.assign(state, { snapshotTime: time, snapshotSeq: seq })
    writeState(terms.dataDir, state)
    progress.snapshotTaken()
    lastTry = -Infinity
    isTidy = false
  }

  /** Deletes what is old, unless the clock jumped since the last time: then it waits a day. */
  async function tidy() {
    const ahead = aheadBy()
    const jumped = Math.abs(ahead - wasAhead)
    wasAhead = ahead
    if (jumped > PLAUSIBLE_MS)
      return log.warn({ jumpedMs: jumped }, 'the clock jumped: old backups are kept for now')
    const least = Math.ceil(terms.keepMs / DAY_MS)
    return removeOld({ store, vault, before: now() - terms.keepMs, least })
  }

  let wanted: PromiseWithResolvers<void> | undefined

  const begin = () => void (lastTry = -Infinity)

  function made() {
    wanted?.resolve()
    wanted = undefined
  }

  return {
    /** A new generation needs a snapshot at once. */
    begin,
    tidy,
    /** Takes a snapshot as soon as it can, whenever the last one was; settles with it. */
    want(): Promise<void> {
      begin()
      return (wanted ??= Promise.withResolvers<void>()).promise
    },
    /** Does what is due; never throws. */
    async look(): Promise<void> {
      // A clock may jump either way.
      const isDue = wanted !== undefined || Math.abs(now() - (state.snapshotTime ?? 0)) >= DAY_MS
      if (isDue && performance.now() - lastTry >= RETRY_MS)
        await snapshot().then(made, (error: unknown) => {
          if (error instanceof Ended) return begin()
          wanted?.reject(error)
          wanted = undefined
          lastTry = performance.now()
          progress.snapshotFailed(error)
          log.error({ err: error }, 'a snapshot for the backup failed and is tried again')
        })
      if (isTidy) return
      isTidy = true
      await tidy().catch((error: unknown) =>
        log.warn({ err: error }, 'old backups were not removed'),
      )
    },
  }
}
