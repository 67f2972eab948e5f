import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/admin/$userId')({ component: AdminScreen })

function AdminScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Admin`} back="/admin/user" />
}
