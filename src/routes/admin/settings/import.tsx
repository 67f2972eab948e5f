import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ImportForm } from '#features/imports/ImportForm.tsx'
import { Page } from '#ui/Page.tsx'

const JobBanner = lazy(async () => ({
  default: (await import('#features/jobs/JobBanner.tsx')).JobBanner,
}))

export const Route = createFileRoute('/admin/settings/import')({
  beforeLoad: ({ context }) => {
    if (!context.may('createImport')) throw redirect({ to: '/admin/settings', replace: true })
  },
  component: ImportScreen,
})

/** Users, accounts and plans from a table, and how far the last one is. */
function ImportScreen() {
  const { t } = useLingui()
  const { may, isMain } = Route.useRouteContext()
  const [jobId, setJobId] = useState<number | null>(null)
  // Nobody imports what they may not make one by one.
  const kinds = [
    ...(may('createUser') ? (['user'] as const) : []),
    ...(isMain || may('sellPlan') ? (['account'] as const) : []),
    ...(may('createOrder') ? (['plan'] as const) : []),
  ]
  return (
    <Page form title={t`Import`} back="/admin/settings">
      {jobId !== null && (
        <Suspense>
          <JobBanner key={jobId} jobId={jobId} onClose={() => setJobId(null)} />
        </Suspense>
      )}
      <ImportForm kinds={kinds} sells={!isMain} onStarted={setJobId} />
    </Page>
  )
}
