import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/editPayment/$paymentType')({
  component: EditPaymentScreen,
})

function EditPaymentScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Price`} back="/admin/settings/paymentList" />
}
