import type { Schema } from '#contract'

/** Sent with a write that can be undone: the answer is the job that undoes it, and not a word. */
export const ASKS_FOR_JOB = { headers: { Accept: 'application/json' } } as const

/** The job that undoes what was done; undefined where it cannot be undone. */
export const jobOf = (done: 'success' | Schema<'UndoneBy'>): number | undefined =>
  done === 'success' ? undefined : done.job
