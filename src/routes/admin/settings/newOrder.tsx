import { useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { listGroups } from '#features/groups/operations.ts'
import { checkPlanDraft, newPlanDraft, toPlan } from '#features/plans/draft.ts'
import { createOrderRefusals } from '#features/plans/messages.ts'
import { createOrder, listOrders } from '#features/plans/operations.ts'
import { newPlanOf, withPeriod } from '#features/plans/period.ts'
import { PlanForm } from '#features/plans/PlanForm.tsx'
import { listServers } from '#features/servers/operations.ts'
import { getPaymentSetting } from '#features/settings/operations.ts'
import { strictly } from '#rules/search.ts'
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'
import { PlanPreview } from './-PlanPreview.tsx'

export const Route = createFileRoute('/admin/settings/newOrder')({
  // The plan a flow pack is for.
  validateSearch: strictly(({ base }): { base?: number } =>
    Number.isInteger(Number(base)) && Number(base) > 0 ? { base: Number(base) } : {},
  ),
  beforeLoad: ({ context }) => {
    if (!context.may('createOrder')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(listOrders()),
      queryClient.ensureQueryData(listServers()),
      queryClient.ensureQueryData(listGroups()),
      queryClient.ensureQueryData({ ...getPaymentSetting(), revalidateIfStale: true }),
    ])
  },
  component: NewPlanScreen,
})

// A week. Spec 5.
const FIRST = '2'

function NewPlanScreen() {
  const { t, i18n } = useLingui()
  const { base = 0 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const offline = !useOnline()
  const { data: plans } = useSuspenseQuery(listOrders())
  const { data: servers } = useSuspenseQuery(listServers())
  const { data: groups } = useSuspenseQuery(listGroups())
  const creation = useMutation(createOrder)
  const { data: prices } = useSuspenseQuery(getPaymentSetting())
  const [initial] = useState(() => (base > 0 ? newPlanDraft(base) : newPlanOf(FIRST, prices)))
  const form = useDraft(initial, checkPlanDraft)

  return (
    <FormPage
      wide
      title={base > 0 ? t`New traffic pack` : t`New plan`}
      back="/admin/settings/order"
      action={base > 0 ? t`Add traffic pack` : t`Add plan`}
      pending={creation.isPending}
      offline={offline}
      problem={creation.error && i18n._(explain(creation.error, createOrderRefusals))}
      unsaved={() => form.draft !== initial}
      onSubmit={form.submit((draft) =>
        creation.mutate(toPlan(draft), {
          onSuccess: () =>
            void navigate({ to: '/admin/settings/order', replace: true, ignoreBlocker: true }),
        }),
      )}
    >
      <PlanForm
        form={form}
        plans={plans}
        servers={servers}
        groups={groups}
        onPeriod={(type) => form.change(withPeriod(form.draft, type, prices))}
        preview={<PlanPreview draft={form.draft} />}
      />
    </FormPage>
  )
}
