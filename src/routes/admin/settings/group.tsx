import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/group')({ component: GroupsScreen })

function GroupsScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Groups`} back="/admin/settings" />
}
