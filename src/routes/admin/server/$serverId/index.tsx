import { Button, makeStyles } from '@fluentui/react-components'
import { Edit24Regular, Options20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useMay } from '#api/may.ts'
import { ChartOptionsDialog } from '#features/flow/ChartOptionsDialog.tsx'
import { FlowCard } from '#features/flow/FlowCard.tsx'
import { useChartPreferences } from '#features/flow/chartPreferences.ts'
import { getServerFlow, listServerFlowByUser } from '#features/flow/operations.ts'
import { UserFlowBars } from '#features/flow/UserFlowBars.tsx'
import { JobDesk } from '#features/jobs/JobDesk.tsx'
import { DeleteServerDialog } from '#features/servers/DeleteServerDialog.tsx'
import { NamesCard, TunnelFacts } from '#features/servers/lazy.ts'
import { LightsCard } from '#features/servers/LightsCard.tsx'
import { NodeCard } from '#features/nodes/NodeCard.tsx'
import { getServer, listServerOutages } from '#features/servers/operations.ts'
import { OutagesCard } from '#features/servers/OutagesCard.tsx'
import { PortErrors } from '#features/servers/PortErrors.tsx'
import { PortsCard } from '#features/servers/PortsCard.tsx'
import { RetireCard } from '#features/servers/RetireCard.tsx'
import { ServerFacts } from '#features/servers/ServerFacts.tsx'
import { TagsCard } from '#features/servers/TagsCard.tsx'
import { ServerDevicesCard } from '#features/wireguard/lazy.ts'
import { idIn } from '#rules/ids.ts'
import { startOfDay } from '#rules/calendar.ts'
import { deviceZone } from '#ui/now.ts'
import { Page } from '#ui/Page.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { waitBriefly } from '../../-waitBriefly.ts'

export const Route = createFileRoute('/admin/server/$serverId/')({
  params: {
    parse: ({ serverId }) => ({ serverId: idIn(serverId) }),
    stringify: ({ serverId }) => ({ serverId: String(serverId) }),
  },
  loader: ({ context: { queryClient }, params: { serverId } }) => {
    // The list of users is below the chart, and would push down what follows.
    const users = queryClient.ensureQueryData(listServerFlowByUser(serverId, todayNow()))
    const server = { ...getServer(serverId), revalidateIfStale: true }
    return Promise.all([queryClient.ensureQueryData(server), waitBriefly([users])])
  },
  component: ServerScreen,
})

/** The accounts whose list names a server, regardless of their expiry. */
function accountsOn(serverId: number) {
  const filter = { expired: true, unexpired: true, unlimit: true, serverId }
  return { of: 'account' as const, query: { filter } }
}

/** The window that the chart opens with. */
function todayNow() {
  const tz = deviceZone()
  return { type: 'day', time: startOfDay(Date.now(), tz), tz } as const
}

function ServerScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { serverId } = Route.useParams()
  const may = useMay()
  const navigate = useNavigate()
  const { data: server, dataUpdatedAt } = useSuspenseQuery(getServer(serverId))
  const [preferences, changePreferences] = useChartPreferences()
  const [dialog, setDialog] = useState<'delete' | 'move' | 'chart' | null>(null)
  const { name, errors = [], tags, type, plane } = server
  const isTunnel = type === 'WireGuard'
  const hasNames = [server.spares, server.blocked].some((names) => names && names.length > 0)
  const { data: outages } = useQuery(listServerOutages(serverId))
  const unknown = useMemo(() => outages?.filter(({ light }) => light === 'agent'), [outages])

  return (
    <Page
      title={name}
      back="/admin/server"
      asOf={dataUpdatedAt}
      actions={
        may('editServer') && (
          <Button
            icon={<Edit24Regular />}
            onClick={() =>
              void navigate({ to: '/admin/server/$serverId/edit', params: { serverId } })
            }
          >
            <Trans>Edit</Trans>
          </Button>
        )
      }
    >
      <JobDesk
        kind={dialog === 'move' ? 'moveServers' : null}
        selection={accountsOn(serverId)}
        start={{ from: serverId }}
        onClose={() => setDialog(null)}
        onStarted={() => setDialog(null)}
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <LightsCard serverId={serverId} wgPort={server.wgPort} />
          {may('swapServerName') && hasNames && (
            <Suspense>
              <NamesCard server={server} />
            </Suspense>
          )}
          <ServerFacts server={server} isLit={may('listServerLights')} />
          {isTunnel && (
            <Suspense>
              <TunnelFacts server={server} mayCheck={may('checkWireGuard')} />
            </Suspense>
          )}
          {server.nodeId != null && may('listNodes') && <NodeCard nodeId={server.nodeId} />}
          {errors.length > 0 && (
            <div className={styles.errors}>
              <PortErrors errors={errors} />
            </div>
          )}
          {tags && may('setTags') && <TagsCard serverId={serverId} tags={tags} />}
        </div>
        <div className={styles.column}>
          <div className={styles.traffic}>
            <FlowCard
              title={t`Traffic`}
              flow={(window) => getServerFlow(serverId, window)}
              {...(unknown && { unknown })}
              kind={preferences.kind}
              actions={
                <Button
                  appearance="subtle"
                  icon={<Options20Regular />}
                  aria-label={t`Chart options`}
                  onClick={() => setDialog('chart')}
                />
              }
              more={(window, { isLatest, isLong }) =>
                preferences.users &&
                // Too much to go through for everybody on a server.
                !isLong && <UserFlowBars {...{ serverId, window, isLatest }} />
              }
            />
          </div>
          {isTunnel && plane !== 'manager' && may('listDevices') && may('listOnlineAccounts') && (
            <Suspense>
              <ServerDevicesCard serverId={serverId} />
            </Suspense>
          )}
          {outages && <OutagesCard outages={outages} />}
          <PortsCard server={server} />
          {may('deleteServer') && (
            <RetireCard
              serverId={serverId}
              onMove={() => setDialog('move')}
              onDelete={() => setDialog('delete')}
            />
          )}
        </div>
      </div>
      {dialog === 'chart' && (
        <ChartOptionsDialog
          preferences={preferences}
          onChange={changePreferences}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <DeleteServerDialog
          server={server}
          onClose={() => setDialog(null)}
          onDeleted={() => void navigate({ to: '/admin/server', replace: true })}
        />
      )}
    </Page>
  )
}

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    alignItems: 'start',
    [DESKTOP]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' },
  },
  // On phones one column: trouble and traffic before what seldom changes.
  column: {
    display: 'contents',
    [DESKTOP]: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  },
  errors: { order: -2, minWidth: 0, [DESKTOP]: { order: 0 } },
  traffic: { order: -1, minWidth: 0, [DESKTOP]: { order: 0 } },
})
