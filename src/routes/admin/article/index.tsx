import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/article/')({ component: ArticlesScreen })

function ArticlesScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Articles`} />
}
