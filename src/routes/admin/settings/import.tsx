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

/** Users and accounts from a table, and how far the last one is. */
function ImportScreen() {
  const { t } = useLingui()
  const [jobId, setJobId] = useState<number | null>(null)
  return (
    <Page form title={t`Import`} back="/admin/settings">
      {jobId !== null && (
        <Suspense>
          <JobBanner key={jobId} jobId={jobId} onClose={() => setJobId(null)} />
        </Suspense>
      )}
      <ImportForm onStarted={setJobId} />
    </Page>
  )
}
