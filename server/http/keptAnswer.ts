import { cached, type Cached } from '../database/cached.ts'
import { ReadyAnswer } from './readyAnswer.ts'
import type { World } from './world.ts'

/** How old an answer may be whose tables nobody has written to, ms: time and ports change it, too. */
const CACHE_MS = 1_000

/**
 * An answer that is the same for all who may see it: worked out again as soon as one of its tables
 * is written to, and after a second.
 *
 * Who calls is found out at each call before it; `name` holds everything of them that the answer
 * depends on, their group above all, and all that was sent.
 */
export function keepAnswer<Answer>(
  { db, now }: Pick<World, 'db' | 'now'>,
  { name, from }: Pick<Cached, 'name' | 'from'>,
  answer: () => Promise<Answer>,
): Promise<ReadyAnswer<Answer>> {
  const second = Math.floor(now() / CACHE_MS)
  return cached(db, { name: `${second} ${name}`, from, maxAgeMs: CACHE_MS }, async () => {
    return new ReadyAnswer(await answer())
  })
}
