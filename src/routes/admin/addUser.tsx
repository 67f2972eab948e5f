import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/addUser')({ component: AddUserScreen })

function AddUserScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Add user`} back="/admin/user" />
}
