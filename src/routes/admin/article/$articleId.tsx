import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { fetchToEdit } from '#api/editing.ts'
import { useStatus } from '#device/status.ts'
import { ArticleText } from '#features/articles/ArticleText.tsx'
import { getArticle } from '#features/articles/operations.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Page } from '#ui/Page.tsx'
import { ArticleEditor } from './-ArticleEditor.tsx'

export const Route = createFileRoute('/admin/article/$articleId')({
  params: {
    parse: ({ articleId }) => ({ articleId: Number(articleId) }),
    stringify: ({ articleId }) => ({ articleId: String(articleId) }),
  },
  // Only numbers are addresses here; any other is an unknown path. Spec 2.
  beforeLoad: ({ params }) => {
    if (!Number.isInteger(params.articleId)) throw redirect({ to: '/home/index', replace: true })
  },
  loader: ({ context, params }) => fetchToEdit(context.queryClient, getArticle(params.articleId)),
  component: ArticleScreen,
})

function ArticleScreen() {
  const { t } = useLingui()
  const { articleId } = Route.useParams()
  const { may } = Route.useRouteContext()
  const site = useStatus()?.site || location.origin
  const { data: latest, dataUpdatedAt } = useSuspenseQuery(getArticle(articleId))
  const link = latest.position === 'public' && (
    <Card title={t`Link for everyone`}>
      <Copyable text={`${site}/help/${articleId}`} label={t`Link for everyone`} />
    </Card>
  )
  // Other admins read; only the main admin writes. Spec 6.
  if (!may('editArticle'))
    return (
      <Page form title={latest.title} back="/admin/article" asOf={dataUpdatedAt}>
        <ArticleText article={latest} />
        {link}
      </Page>
    )
  return (
    <ArticleEditor latest={latest} asOf={dataUpdatedAt}>
      {link}
    </ArticleEditor>
  )
}
