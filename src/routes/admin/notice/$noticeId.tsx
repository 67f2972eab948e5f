import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/notice/$noticeId')({ component: NoticeScreen })

function NoticeScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Announcement`} back="/admin/notice" />
}
