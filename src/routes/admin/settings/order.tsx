import { priceOf } from '#rules/planPrices.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import { Tag24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { listGroups } from '#features/groups/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { DeletionToast } from '#features/jobs/DeletionToast.tsx'
import { PlanList } from '#features/plans/PlanList.tsx'
import type { PlanAction } from '#features/plans/PlanRow.tsx'
import { usePlanWords } from '#features/checkout/usePlanWords.ts'
import { priceText } from '#features/checkout/priceText.ts'
import { listServers } from '#features/servers/operations.ts'
import { ExportButton } from '#features/tables/ExportButton.tsx'
import { exportPlans } from '#features/tables/operations.ts'
import AddButton from '#ui/AddButton.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'

const DeletePlanDialog = lazy(() => import('#features/plans/DeletePlanDialog.tsx'))
const PlanPartDialog = lazy(() => import('#features/plans/PlanPartDialog.tsx'))
const PlanConflict = lazy(() => import('./-PlanConflict.tsx'))

export const Route = createFileRoute('/admin/settings/order')({
  beforeLoad: ({ context }) => {
    if (!context.may('createOrder')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(listGroups())
    void queryClient.prefetchQuery(listServers())
    return queryClient.ensureQueryData({ ...listOrders(), revalidateIfStale: true })
  },
  component: PlansScreen,
})

function PlansScreen() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const { data: plans, dataUpdatedAt } = useSuspenseQuery(listOrders())
  const { data: servers = [] } = useQuery(listServers())
  const { data: groups = [] } = useQuery(listGroups())
  const [open, setOpen] = useState<{ plan: Schema<'Plan'>; action: PlanAction } | null>(null)
  const [problem, setProblem] = useState<string>()
  const [deletion, setDeletion] = useState<number>()
  const { may } = Route.useRouteContext()
  const aboutOf = usePlanWords()
  const pricesOf = (plan: Schema<'Plan'>) =>
    paidKinds()
      .filter((way) => priceOf(plan, way) > 0)
      .map((way) => priceText(priceOf(plan, way), way, i18n.locale))
      .join('\n')
  const add = {
    label: t`Add plan`,
    onClick: () => void navigate({ to: '/admin/settings/newOrder' }),
  }
  const close = () => setOpen(null)

  return (
    <Page
      title={t`Plans`}
      back="/admin/settings"
      actions={
        plans.length > 0 && (
          <>
            {may('exportPlans') && (
              <ExportButton
                name="plans"
                operation={exportPlans}
                asked={undefined}
                onDone={setProblem}
              />
            )}
            <AddButton {...add} />
          </>
        )
      }
      asOf={dataUpdatedAt}
    >
      {problem && <Problem>{problem}</Problem>}
      {plans.length === 0 ? (
        <Empty icon={<Tag24Regular />} action={<AddButton {...add} inPage />}>
          <Trans>
            Nothing is for sale yet. A plan says how long an account lasts and what it costs.
          </Trans>
        </Empty>
      ) : (
        <PlanList
          plans={plans}
          aboutOf={aboutOf}
          priceOf={pricesOf}
          onAction={(plan, action) => setOpen({ plan, action })}
        />
      )}
      <Suspense>
        {open?.action === 'delete' && (
          <DeletePlanDialog
            plan={open.plan}
            onClose={close}
            onDeleted={(jobId) => {
              close()
              setDeletion(jobId)
            }}
          />
        )}
        {open && open.action !== 'delete' && (
          <PlanPartDialog
            orderId={open.plan.id}
            part={open.action}
            servers={servers}
            groups={groups}
            showConflict={(conflict) => <PlanConflict {...{ servers, groups }} {...conflict} />}
            onClose={close}
          />
        )}
      </Suspense>
      <DeletionToast jobId={deletion} />
    </Page>
  )
}
