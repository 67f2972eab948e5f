import { Button } from '@fluentui/react-components'
import { Delete24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { listGroups } from '#features/groups/operations.ts'
import { checkPlanDraft, planDraftOf, toPlanChange } from '#features/orders/draft.ts'
import { editOrderRefusals } from '#features/orders/messages.ts'
import { editOrder, getOrder, listOrders } from '#features/orders/operations.ts'
import { PlanForm } from '#features/orders/PlanForm.tsx'
import { listServers } from '#features/servers/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'
import { PlanConflict } from './-PlanConflict.tsx'
import { PlanPreview } from './-PlanPreview.tsx'

const DeletePlanDialog = lazy(() => import('#features/orders/DeletePlanDialog.tsx'))

export const Route = createFileRoute('/admin/settings/editOrder/$id')({
  params: {
    parse: ({ id }) => ({ id: Number(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  beforeLoad: ({ context }) => {
    if (!context.may('editOrder')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: async ({ context: { queryClient }, params }) => {
    await Promise.all([
      // A kept answer may be old, and what it says would be saved over what is true.
      queryClient.fetchQuery({ ...getOrder(params.id), staleTime: 0 }),
      queryClient.ensureQueryData(listOrders()),
      queryClient.ensureQueryData(listServers()),
      queryClient.ensureQueryData(listGroups()),
    ])
  },
  component: EditPlanScreen,
})

function EditPlanScreen() {
  const { t, i18n } = useLingui()
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const offline = !useOnline()
  const { data: latest, refetch, dataUpdatedAt } = useSuspenseQuery(getOrder(id))
  const { data: plans } = useSuspenseQuery(listOrders())
  const { data: servers } = useSuspenseQuery(listServers())
  const { data: groups } = useSuspenseQuery(listGroups())
  // What the form was opened with; a refresh must not change what is being typed.
  const [plan, setPlan] = useState(latest)
  const [initial, setInitial] = useState(() => planDraftOf(plan))
  const [deleting, setDeleting] = useState(false)
  const edit = useMutation(editOrder)
  const form = useDraft(initial, checkPlanDraft)
  const leave = () =>
    void navigate({ to: '/admin/settings/order', replace: true, ignoreBlocker: true })
  const theirs = edit.error?.status === 409 && latest.revision !== plan.revision ? latest : null

  return (
    <FormPage
      wide
      title={plan.name}
      back="/admin/settings/order"
      asOf={dataUpdatedAt}
      actions={
        <Button
          appearance="subtle"
          icon={<Delete24Regular />}
          aria-label={t`Delete`}
          onClick={() => setDeleting(true)}
        />
      }
      action={t`Save`}
      pending={edit.isPending}
      offline={offline}
      problem={edit.error && i18n._(explain(edit.error, editOrderRefusals))}
      unsaved={() => form.draft !== initial}
      onSubmit={form.submit((draft) =>
        edit.mutate(
          { orderId: id, body: toPlanChange(draft, plan) },
          { onSuccess: leave, onError: ({ status }) => status === 409 && void refetch() },
        ),
      )}
    >
      <PlanForm
        form={form}
        plans={plans}
        servers={servers}
        groups={groups}
        accounts={plans.find((one) => one.id === id)?.accountNumber}
        preview={<PlanPreview draft={form.draft} />}
      />
      {theirs && (
        <PlanConflict
          {...{ servers, groups }}
          before={initial}
          theirs={planDraftOf(theirs)}
          mine={form.draft}
          onTake={(draft) => {
            setPlan(theirs)
            setInitial(planDraftOf(theirs))
            form.change(draft)
            edit.reset()
          }}
          onClose={edit.reset}
        />
      )}
      <Suspense>
        {deleting && (
          <DeletePlanDialog plan={plan} onClose={() => setDeleting(false)} onDeleted={leave} />
        )}
      </Suspense>
    </FormPage>
  )
}
