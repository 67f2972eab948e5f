import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/addArticle')({ component: AddArticleScreen })

function AddArticleScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`New article`} back="/admin/article" />
}
