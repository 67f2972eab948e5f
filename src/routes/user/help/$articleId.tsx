import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArticleText } from '#features/articles/ArticleText.tsx'
import { getArticle } from '#features/articles/operations.ts'
import { openFromList } from '#features/articles/unopened.ts'
import { idIn } from '#rules/ids.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/user/help/$articleId')({
  params: {
    parse: ({ articleId }) => ({ articleId: idIn(articleId) }),
    stringify: ({ articleId }) => ({ articleId: String(articleId) }),
  },
  loader: ({ context, params }) =>
    context.queryClient
      .ensureQueryData({ ...getArticle(params.articleId), revalidateIfStale: true })
      .catch((error: unknown) => openFromList(context.queryClient, params.articleId, error)),
  component: HelpArticleScreen,
})

function HelpArticleScreen() {
  const { articleId } = Route.useParams()
  const { data: article, dataUpdatedAt } = useSuspenseQuery(getArticle(articleId))
  return (
    <Page form title={article.title} back="/user/help" asOf={dataUpdatedAt}>
      <ArticleText article={article} />
    </Page>
  )
}
