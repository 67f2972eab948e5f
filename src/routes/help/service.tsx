import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { getServiceStatus } from '#features/servers/operations.ts'
import { ServiceLine } from '#features/servers/ServiceLine.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/help/service')({
  loader: ({ context }) => context.queryClient.ensureQueryData(getServiceStatus()),
  component: ServiceScreen,
})

function ServiceScreen() {
  const { t } = useLingui()
  const { data, dataUpdatedAt } = useSuspenseQuery(getServiceStatus())
  return (
    <Page title={t`Service status`} back="/help" asOf={dataUpdatedAt}>
      {data.isOn ? (
        data.servers.map((server) => <ServiceLine key={server.name} server={server} />)
      ) : (
        <p>
          <Trans>This site does not show the status of its service.</Trans>
        </p>
      )}
    </Page>
  )
}
