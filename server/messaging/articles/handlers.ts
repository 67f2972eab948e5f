import { ARTICLE_PAGE_SIZE, maxPage } from '#rules/paging.ts'
import type { Handlers, Call, Caller } from '../../http/contract.ts'
import { stateOf, toArticle } from '../notices/view.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { revisionOf, checkRevision, holdRow } from '../../database/revision.ts'
import { searched } from '../../database/lists/search.ts'
import { findArticle, selectArticles, selectCategories, type Readable } from './store.ts'
import { inTransaction } from '../../database/database.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { changeNotice, findNotice, insertNotice } from '../notices/store.ts'
import { termsOf } from '../notices/terms.ts'

/** Help articles. */
export const articleHandlers = {
  async listArticles({ db, caller, query }) {
    const { p = 1, ps = ARTICLE_PAGE_SIZE } = query
    const { rows, count } = await selectArticles(db, query, readableBy(caller))
    return { data: rows.map(toArticle), count, pc: maxPage(count, ps), p }
  },
  listArticleCategories: ({ db, caller, query }) =>
    selectCategories(db, { ...query, q: searched(query.q) }, readableBy(caller)),
  async getArticle({ db, caller, path }) {
    const row = found(await findArticle(db, path.articleId, readableBy(caller)))
    return { ...toArticle(row), revision: revisionOf(stateOf(row, [])) }
  },
  createArticle: (call) => createArticle(call),
  editArticle: (call) => editArticle(call),
} satisfies Partial<Handlers>

/** The positions a caller may read: visitors `public`, users `help` too, admins every one. */
function readableBy(caller: Caller | null): Readable {
  if (!caller) return ['public']
  return caller.type === 'admin' ? undefined : ['public', 'help']
}

/** Publishes an article. */
async function createArticle({ db, now, body }: Call<'createArticle'>) {
  return inTransaction(db, async (tx) => {
    const made = { id: await insertNotice(tx, termsOf(body, 'article', now())) }
    await storeReply(tx, made)
    return made
  })
}

/** Changes an article and dates it now. Refuses with `changed meanwhile`. */
async function editArticle(call: Call<'editArticle'>): Promise<'success'> {
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
