import { ARTICLE_PAGE_SIZE, maxPage } from '#rules/paging.ts'
import type { Handlers } from '../../http/contract.ts'
import { stateOf, toArticle } from '../notices/view.ts'
import { found } from '../../base/refusal.ts'
import { revisionOf } from '../../database/revision.ts'
import { searched } from '../../database/lists/search.ts'
import { createArticle, editArticle, readableBy } from './service.ts'
import { findArticle, selectArticles, selectCategories } from './store.ts'

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
