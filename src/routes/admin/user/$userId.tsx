import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/user/$userId')({ component: UserScreen })

function UserScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`User`} back="/admin/user" />
}
