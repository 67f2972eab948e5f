import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/paymentList')({
  component: PaymentListScreen,
})

function PaymentListScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Prices`} back="/admin/settings" />
}
