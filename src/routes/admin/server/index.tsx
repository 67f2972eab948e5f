import { makeStyles, tokens } from '@fluentui/react-components'
import { Server24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMay } from '#api/may.ts'
import { remember } from '#device/remembered.ts'
import { IdleNodesCard } from '#features/nodes/IdleNodesCard.tsx'
import { FleetColumns } from '#features/servers/FleetColumns.tsx'
import { FleetRow } from '#features/servers/FleetRow.tsx'
import { FleetSummary } from '#features/servers/FleetSummary.tsx'
import { LightsLegend } from '#features/servers/LightsLegend.tsx'
import { readServerSearch, sortServers } from '#rules/lights.ts'
import { listServerLights, listServers } from '#features/servers/operations.ts'
import { ServerColumns, ServerRow } from '#features/servers/ServerRow.tsx'
import { strictly } from '#rules/search.ts'
import { SERVER_LIST_REFOCUS_MS, SERVER_LIST_REFRESH_MS } from '#rules/timing.ts'
import AddButton from '#ui/AddButton.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/server/')({
  validateSearch: strictly(readServerSearch),
  loader: ({ context }) =>
    context.queryClient.ensureQueryData({
      ...listServers({ status: true }),
      revalidateIfStale: true,
    }),
  component: ServersScreen,
})

function ServersScreen() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { sort = 'name' } = Route.useSearch()
  const show = Route.useNavigate()
  // What is opened from here stands beside the same list.
  useEffect(() => remember('servers', 'session', { sort }), [sort])
  const { data: fleet } = useQuery(listServerLights())
  const lights = new Map(fleet?.map((one) => [one.serverId, one]))
  const may = useMay()
  const navigate = useNavigate()
  const { data: servers, dataUpdatedAt } = useSuspenseQuery({
    ...listServers({ status: true }),
    refetchInterval: SERVER_LIST_REFRESH_MS,
    refetchOnWindowFocus: ({ state }) =>
      Date.now() - state.dataUpdatedAt > SERVER_LIST_REFOCUS_MS && 'always',
  })
  const mayAdd = may('createServer')
  const add = { label: t`Add server`, onClick: () => void navigate({ to: '/admin/addServer' }) }

  return (
    <Page
      title={t`Servers`}
      actions={servers.length > 0 && mayAdd && <AddButton {...add} />}
      asOf={dataUpdatedAt}
    >
      {servers.length === 0 ? (
        <Empty icon={<Server24Regular />} action={mayAdd && <AddButton {...add} inPage />}>
          <Trans>There is no server yet. Accounts need at least one to connect to.</Trans>
        </Empty>
      ) : (
        <>
          {fleet && (
            <FleetSummary
              servers={servers}
              fleet={fleet.filter(({ serverId }) => servers.some(({ id }) => id === serverId))}
            />
          )}
          <Card flush>
            {fleet ? (
              <FleetColumns
                sort={sort}
                onSort={(next) =>
                  void show({ search: readServerSearch({ sort: next }), replace: true })
                }
              />
            ) : (
              <ServerColumns />
            )}
            <ul className={styles.list} aria-label={t`Servers`}>
              {(fleet ? sortServers(servers, lights, sort, i18n.locale) : servers).map((server) => {
                const known = lights.get(server.id)
                return (
                  <li key={server.id} className={styles.item}>
                    {known ? (
                      <FleetRow server={server} lights={known} />
                    ) : (
                      <ServerRow server={server} />
                    )}
                  </li>
                )
              })}
            </ul>
          </Card>
          {fleet && <LightsLegend />}
        </>
      )}
      {may('listNodes') && <IdleNodesCard mayDelete={may('deleteNode')} />}
    </Page>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
})
