import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { RestoreCard } from '#features/backup/RestoreCard.tsx'
import { HttpsCard } from '#features/installation/HttpsCard.tsx'
import { getInstallation } from '#features/installation/operations.ts'
import { ProcessesCard } from '#features/installation/ProcessesCard.tsx'
import { RoomCard } from '#features/installation/RoomCard.tsx'
import { SecretsCard } from '#features/installation/SecretsCard.tsx'
import { VersionCard } from '#features/installation/VersionCard.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Page } from '#ui/Page.tsx'
import { ServiceLog } from './-ServiceLog.tsx'
import { ServiceBackups } from './-ServiceBackups.tsx'

const ServiceUpgrade = lazy(() => import('./-ServiceUpgrade.tsx'))

export const Route = createFileRoute('/admin/settings/service')({
  beforeLoad: ({ context }) => {
    if (!context.may('getInstallation')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context }) =>
    context.queryClient.ensureQueryData({ ...getInstallation(), revalidateIfStale: true }),
  component: ServiceScreen,
})

/** What keeps the console running: a card for each question, in the order they are asked. */
function ServiceScreen() {
  const { t } = useLingui()
  const { may } = Route.useRouteContext()
  return (
    <Page title={t`Service`} back="/admin/settings" form>
      <VersionCard />
      {may('getUpgrade') && (
        <Suspense fallback={<Loading shape="cards" count={1} />}>
          <ServiceUpgrade />
        </Suspense>
      )}
      {may('makeBackup') && (
        <>
          <ServiceBackups />
          <RestoreCard />
        </>
      )}
      <ProcessesCard />
      <RoomCard />
      <HttpsCard />
      <SecretsCard />
      {may('getServiceLog') && <ServiceLog />}
    </Page>
  )
}
