import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/unfinished')({ component: UnfinishedScreen })

function UnfinishedScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Unfinished orders`} back="/admin/index" />
}
