import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/addServer')({ component: AddServerScreen })

function AddServerScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Add server`} />
}
