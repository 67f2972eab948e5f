import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArticleText } from '#features/articles/ArticleText.tsx'
import { getArticle } from '#features/articles/operations.ts'
import { idIn } from '#rules/ids.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/help/$articleId')({
  params: {
    parse: ({ articleId }) => ({ articleId: idIn(articleId) }),
    stringify: ({ articleId }) => ({ articleId: String(articleId) }),
  },
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData({
      ...getArticle(params.articleId),
      revalidateIfStale: true,
    }),
  component: PublicArticleScreen,
})

function PublicArticleScreen() {
  const { articleId } = Route.useParams()
  const { data: article, dataUpdatedAt } = useSuspenseQuery(getArticle(articleId))
  return (
    <Page title={article.title} back="/help" asOf={dataUpdatedAt}>
      <ArticleText article={article} />
    </Page>
  )
}
