import { AsyncLocalStorage } from 'node:async_hooks'
import { alongside, type Database } from '../../database/database.ts'
import { changeReply, findKey, insertKey, type Key } from './store.ts'

/** The key of the write that is being done. */
const current = new AsyncLocalStorage<Key>()

/** Runs a write so that its key is recorded in the transaction that does it. */
export async function withRequestKey<Answer>(
  mine: Key,
  run: () => Answer,
): Promise<Awaited<Answer>> {
  let isOver = false
  const claim = async (tx: Database) => {
    // Work that a call leaves running in the background is not the write.
    if (isOver || (await insertKey(tx, mine))) return
    if ((await findKey(tx, mine))?.owner !== mine.owner) throw new Error('this write is done')
  }
  try {
    return await alongside.run(claim, () => current.run(mine, async () => await run()))
  } finally {
    isOver = true
  }
}

/**
 * Records the answer of the write that is being done, in its own transaction: then a repetition
 * gets it, too, should this process crash before it has answered. For answers that say more than
 * `success`.
 */
export async function storeReply(tx: Database, answer: object): Promise<void> {
  const mine = current.getStore()
  if (mine) await changeReply(tx, { ...mine, reply: JSON.stringify(answer) })
}
