/** Status of the backups; times in ms, null for never. */
export type BackupStatus = {
  state: 'off' | 'ok' | 'behind' | 'failing'
  /** Everything committed by then had left the data folder. */
  lastShipped: number | null
  /** When a copy was last restored and checked. */
  lastChecked: number | null
  /** The problem, in a sentence; null while all is well. */
  problem: string | null
  /** The name of the key, which reveals nothing of it; null where there is none. */
  keyName: string | null
}

/** A copy that was asked for; times in ms. */
export type BackupTask = {
  state: 'working' | 'done' | 'failed'
  since: number
  /** Why it failed, in a sentence. */
  problem: string | null
}

/** What an operator can have done about the backups. */
export type BackupDeeds = {
  /** The copy that was asked for last. */
  task: () => BackupTask | undefined
  /** Makes a copy and tries it; false where one is under way, undefined where there are none. */
  make: () => boolean | undefined
  /** Has the console start again, with a store that was named meanwhile. */
  startAgain: () => void
}

/** When the last segment is older than this, the backup counts as behind, ms. */
const BEHIND_MS = 10_000

/** Backups that are not enabled. */
export const BACKUP_OFF: BackupStatus = {
  state: 'off',
  lastShipped: null,
  lastChecked: null,
  problem: null,
  keyName: null,
}

/** The status of the backups, collected from what makes and checks them; held in memory. */
export function makeProgress(now: () => number, keyName: string | null = null) {
  let lastShipped: number | null = null
  let lastChecked: number | null = null
  let shipping: string | null = null
  let snapshot: string | null = null
  let check: string | null = null
  const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
  return {
    /** Bytes and segments shipped by this process. */
    bytes: 0,
    segments: 0,
    shippedAt(time: number) {
      lastShipped = time
      shipping = null
    },
    failed: (error: unknown) => void (shipping = sentenceOf(error)),
    snapshotFailed: (error: unknown) => void (snapshot = sentenceOf(error)),
    snapshotTaken: () => void (snapshot = null),
    checked(time: number, problem: string | null) {
      lastChecked = time
      check = problem
    },
    status(): BackupStatus {
      // Of what was shipped by an earlier start it is not known yet whether it is there.
      const isBehind = now() - (lastShipped ?? -Infinity) > BEHIND_MS
      const failing = check ?? snapshot
      const state = failing ? 'failing' : isBehind ? 'behind' : 'ok'
      return { state, lastShipped, lastChecked, problem: failing ?? shipping, keyName }
    },
  }
}

export type Progress = ReturnType<typeof makeProgress>
