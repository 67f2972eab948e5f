import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/server/$serverId/edit')({ component: EditServerScreen })

function EditServerScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Edit server`} />
}
