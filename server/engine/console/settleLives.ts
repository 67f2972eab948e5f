import { setTimeout as pause } from 'node:timers/promises'
import type { KnownLives } from './marks.ts'
import type { Life } from '../protocol/messages.ts'

type Deps = {
  loadMarks: (epochs: readonly string[]) => Promise<KnownLives>
  /** Whether the engine can still be reached. */
  isThere: () => boolean
  /** Has the engine delete lives. */
  settle: (epochs: readonly string[]) => Promise<unknown>
  /** Deletes one here. */
  forget: (epoch: string) => void
  /** How long until the database is looked at again, ms. */
  lookMs?: number
}

/** Lets an engine delete its earlier lives, each once all of it is in the database. */
export async function settleLives(
  lives: readonly Life[],
  known: KnownLives,
  { loadMarks, isThere, settle, forget, lookMs = 60_000 }: Deps,
): Promise<void> {
  let open = lives
  for (let seen = known; open.length > 0 && isThere();) {
    const done = open.filter((life) => isKnown(life, seen)).map(({ epoch }) => epoch)
    if (done.length > 0) await settle(done).catch(() => {})
    done.forEach(forget)
    open = open.filter(({ epoch }) => !done.includes(epoch))
    if (open.length === 0) return
    await pause(lookMs, undefined, { ref: false })
    seen = await loadMarks(open.map(({ epoch }) => epoch)).catch(() => new Map())
  }
}

function isKnown({ epoch, counters }: Life, known: KnownLives): boolean {
  const keys = known.get(epoch)
  return counters.every(([key, up, down]) => {
    const mark = keys?.get(key)
    return up + down === 0 || (mark !== undefined && mark.up >= up && mark.down >= down)
  })
}
