import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { fetchToEdit } from '#api/editing.ts'
import { ProviderForm } from '#features/providers/ProviderForm.tsx'
import { getProvider } from '#features/providers/operations.ts'
import { getPaymentSetting } from '#features/settings/operations.ts'
import { PaymentForm } from '#features/settings/PaymentForm.tsx'
import {
  isPaymentPeriod,
  PERIOD_NAMES,
  type PaymentPeriod,
} from '#features/settings/periodNames.ts'
import { usePaymentSetting } from '#features/settings/usePaymentSetting.ts'
import { isPaidKind } from '#rules/providers/registry.ts'
import { Page } from '#ui/Page.tsx'
import { SaveStatus } from '#ui/SaveStatus.tsx'

export const Route = createFileRoute('/admin/settings/editPayment/$paymentType')({
  beforeLoad: ({ context, params: { paymentType } }) => {
    const action = isPaidKind(paymentType) ? 'editProvider' : 'editPaymentSetting'
    if (!context.may(action)) throw redirect({ to: '/admin/settings', replace: true })
    if (!isPaidKind(paymentType) && !isPaymentPeriod(paymentType))
      throw redirect({ to: '/admin/settings/paymentList', replace: true })
  },
  // A form over old answers would write them back.
  loader: async ({ context: { queryClient }, params: { paymentType } }) => {
    await (isPaidKind(paymentType)
      ? fetchToEdit(queryClient, getProvider(paymentType))
      : queryClient.fetchQuery(getPaymentSetting()))
  },
  component: EditPaymentScreen,
})

function EditPaymentScreen() {
  const { paymentType } = Route.useParams()
  if (isPaidKind(paymentType)) return <ProviderScreen key={paymentType} kind={paymentType} />
  return isPaymentPeriod(paymentType) && <PeriodScreen key={paymentType} period={paymentType} />
}

function ProviderScreen({ kind }: { kind: string }) {
  const { data: provider } = useSuspenseQuery(getProvider(kind))
  // The form restarts from the saved values, without the secret that was typed.
  const [saves, setSaves] = useState(0)
  const onSaved = () => setSaves((count) => count + 1)
  return <ProviderForm key={saves} provider={provider} onSaved={onSaved} />
}

function PeriodScreen({ period }: { period: PaymentPeriod }) {
  const { i18n } = useLingui()
  const form = usePaymentSetting(period)
  return (
    <Page
      form
      title={i18n._(PERIOD_NAMES[period])}
      back="/admin/settings/paymentList"
      status={<SaveStatus state={form.state} onRetry={form.retry} />}
    >
      <PaymentForm form={form} />
    </Page>
  )
}
