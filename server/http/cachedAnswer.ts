import { cached, type Cached } from '../database/cached.ts'
import { ReadyAnswer } from './readyAnswer.ts'
import type { Caller } from './contract.ts'
import { seesSecrets } from './permissions.ts'
import type { World } from './world.ts'

/** How old an answer may be whose tables were not written to, ms: time and ports change it, too. */
const CACHE_MS = 1_000

/**
 * An answer that is the same for all who may see it: recomputed as soon as one of its tables is
 * written to, and after a second.
 *
 * Each call is authenticated before it; `name` holds everything of the caller that the answer
 * depends on, their group above all, and the whole input; whether they see secrets is added here.
 */
export function cacheAnswer<Answer>(
  { db, now, caller }: Pick<World, 'db' | 'now'> & { caller: Caller | null },
  { name, from }: Pick<Cached, 'name' | 'from'>,
  answer: () => Promise<Answer>,
): Promise<ReadyAnswer<Answer>> {
  const second = Math.floor(now() / CACHE_MS)
  return cached(
    db,
    { name: `${second} ${seesSecrets(caller)} ${name}`, from, maxAgeMs: CACHE_MS },
    async () => {
      return new ReadyAnswer(await answer())
    },
  )
}
