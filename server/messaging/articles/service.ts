import type { Call, Caller } from '../../http/contract.ts'
import { inTransaction } from '../../database/database.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { changeNotice, findNotice, insertNotice } from '../notices/store.ts'
import { termsOf } from '../notices/terms.ts'
import { stateOf } from '../notices/view.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { checkRevision, holdRow } from '../../database/revision.ts'
import type { Readable } from './store.ts'

/** The positions a caller may read: visitors `public`, users `help` too, admins every one. */
export function readableBy(caller: Caller | null): Readable {
  if (!caller) return ['public']
  return caller.type === 'admin' ? undefined : ['public', 'help']
}

/** Publishes an article. */
export async function createArticle({ db, now, body }: Call<'createArticle'>) {
  return inTransaction(db, async (tx) => {
    const made = { id: await insertNotice(tx, termsOf(body, 'article', now())) }
    await storeReply(tx, made)
    return made
  })
}

/** Changes an article and dates it now. Refuses with `changed meanwhile`. */
export async function editArticle(call: Call<'editArticle'>): Promise<'success'> {
  const { db, now, body, path } = call
  const { articleId } = path
  await db.transaction().execute(async (tx) => {
    if (!(await holdRow(tx, 'notice', articleId))) throw new Refusal(403)
    const before = found(await findNotice(tx, articleId))
    if (before.kind !== 'article') throw new Refusal(403)
    checkRevision(stateOf(before, []), body.revision)
    await changeNotice(tx, articleId, termsOf(body, 'article', now(), before))
  })
  return 'success'
}
