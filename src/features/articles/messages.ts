import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why an article is not published. */
export const createArticleRefusals: Refusals<'createArticle'> = {
  otherwise: msg`The article was not saved.`,
}

/** Why an article was not changed. */
export const editArticleRefusals: Refusals<'editArticle'> = {
  otherwise: msg`The article was not changed. It may have been deleted.`,
}

/** Why an article was not deleted. */
export const deleteArticleRefusals: Refusals<'deleteArticle'> = {
  otherwise: msg`The article was not deleted. It may have been deleted already.`,
}
