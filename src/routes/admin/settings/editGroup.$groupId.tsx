import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/editGroup/$groupId')({
  component: EditGroupScreen,
})

function EditGroupScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Edit group`} back="/admin/settings/group" />
}
