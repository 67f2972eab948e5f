import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { fetchToEdit } from '#api/editing.ts'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { listGroups } from '#features/groups/operations.ts'
import { checkPlanDraft, planDraftOf, toPlanChange } from '#features/plans/draft.ts'
import { editOrderRefusals } from '#features/plans/messages.ts'
import { editOrder, getOrder, listOrders } from '#features/plans/operations.ts'
import { PlanForm } from '#features/plans/PlanForm.tsx'
import { listServers } from '#features/servers/operations.ts'
import { idIn } from '#rules/ids.ts'
import { DeleteButton } from '#ui/DeleteButton.tsx'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { FormPage } from '#ui/FormPage.tsx'
import PlanConflict from './-PlanConflict.tsx'
import { PlanPreview } from './-PlanPreview.tsx'

const DeletePlanDialog = lazy(() => import('#features/plans/DeletePlanDialog.tsx'))

export const Route = createFileRoute('/admin/settings/editOrder/$id')({
  params: {
    parse: ({ id }) => ({ id: idIn(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  beforeLoad: ({ context }) => {
    if (!context.may('editOrder')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: async ({ context: { queryClient }, params }) => {
    await Promise.all([
      fetchToEdit(queryClient, getOrder(params.id)),
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
  const [deleting, setDeleting] = useState(false)
  const leave = (startedJob?: number) =>
    void navigate({
      to: '/admin/settings/order',
      replace: true,
      ignoreBlocker: true,
      state: { startedJob },
    })
  const { opened, form, conflict, error, pending, unsaved, onSubmit } = useConcurrentEdit({
    latest,
    refetch,
    draftOf: planDraftOf,
    check: checkPlanDraft,
    save: editOrder,
    toVariables: (draft, plan) => ({ orderId: id, body: toPlanChange(draft, plan) }),
    onSaved: () => leave(),
  })

  return (
    <FormPage
      wide
      title={opened.name}
      back="/admin/settings/order"
      asOf={dataUpdatedAt}
      actions={<DeleteButton onClick={() => setDeleting(true)} />}
      action={t`Save`}
      problem={error && i18n._(explain(error, editOrderRefusals))}
      {...{ pending, offline, unsaved, onSubmit }}
    >
      <PlanForm
        form={form}
        plans={plans}
        servers={servers}
        groups={groups}
        accounts={plans.find((one) => one.id === id)?.accountNumber}
        preview={<PlanPreview draft={form.draft} />}
      />
      {conflict && <PlanConflict {...{ servers, groups }} {...conflict} />}
      <Suspense>
        {deleting && (
          <DeletePlanDialog plan={opened} onClose={() => setDeleting(false)} onDeleted={leave} />
        )}
      </Suspense>
    </FormPage>
  )
}
