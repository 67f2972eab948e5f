import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/newOrder')({ component: AddPlanScreen })

function AddPlanScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`New plan`} back="/admin/settings/order" />
}
