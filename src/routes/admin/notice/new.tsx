import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/notice/new')({ component: AddNoticeScreen })

function AddNoticeScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`New announcement`} back="/admin/notice" />
}
