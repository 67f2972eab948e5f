import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/order')({ component: PlansScreen })

function PlansScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Plans`} back="/admin/settings" />
}
