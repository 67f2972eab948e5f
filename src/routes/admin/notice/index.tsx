import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/notice/')({ component: NoticesScreen })

function NoticesScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Announcements`} back="/admin/settings" />
}
