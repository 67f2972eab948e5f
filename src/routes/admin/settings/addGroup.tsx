import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/addGroup')({ component: AddGroupScreen })

function AddGroupScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`New group`} back="/admin/settings/group" />
}
