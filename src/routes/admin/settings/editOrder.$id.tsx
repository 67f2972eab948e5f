import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/editOrder/$id')({ component: EditPlanScreen })

function EditPlanScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Edit plan`} back="/admin/settings/order" />
}
