import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/article/$articleId')({ component: ArticleScreen })

function ArticleScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Article`} back="/admin/article" />
}
