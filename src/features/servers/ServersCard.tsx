import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Answer } from '#contract'
import { listOnlineAccounts } from '#features/accounts/operations.ts'
import { listNodes } from '#features/nodes/operations.ts'
import { numberFormat } from '#rules/formats.ts'
import { INDEX_STALE_MS } from '#rules/timing.ts'
import { MoreLink } from '#ui/MoreLink.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { rateText } from '#rules/lights.ts'
import { listServerLights, listServers } from './operations.ts'
import { ServerState } from './ServerState.tsx'
import { isTroubled } from './trouble.ts'
import { WorstLight } from './WorstLight.tsx'

const SHOWN_LIMIT = 5

/** How the servers are and how busy: those with trouble first. */
export function ServersCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery({
    ...listServers({ status: true }),
    // What this device has stored may lack a server just added.
    staleTime: 0,
    refetchInterval: INDEX_STALE_MS,
  })
  // Without lights, all there is to know of a server is whether it answered.
  const offered = useMay()('listServerLights')
  const fleet = useQuery({ ...listServerLights(), enabled: offered })
  const busyOf = useBusy(data)
  const lightsOf = (id: number) => fleet.data?.find(({ serverId }) => serverId === id)
  const troubled = data?.filter((server) => isTroubled(server, fleet.data)) ?? []
  const fine = data?.filter((server) => !isTroubled(server, fleet.data)) ?? []
  return (
    <RecentCard
      title={t`Servers`}
      link={
        <MoreLink to="/admin/server">
          <Trans>All servers</Trans>
        </MoreLink>
      }
      items={
        data && (fleet.data || !offered || fleet.error)
          ? [...troubled, ...fine].slice(0, SHOWN_LIMIT)
          : undefined
      }
      problem={error && i18n._(explainLoad(error))}
      empty={t`There are no servers yet.`}
      keyOf={({ id }) => id}
    >
      {(server) => {
        const { id, name, portCount } = server
        const lights = lightsOf(id)
        return (
          <Link to="/admin/server/$serverId" params={{ serverId: id }}>
            <RecentLine
              main={name}
              second={
                <>
                  {lights ? <WorstLight lights={lights} /> : <ServerState server={server} />}
                  {busyOf(server).map((words) => ` · ${words}`)}
                </>
              }
              figure={
                lights
                  ? rateText(lights.up + lights.down, i18n.locale)
                  : portCount != null &&
                    t`${plural(portCount, { one: '# port', other: '# ports' })}`
              }
            />
          </Link>
        )
      }}
    </RecentCard>
  )
}

type Server = Answer<'listServers'>[number]

/** In words how many use a server now, and how busy the machine is that joined for it. */
function useBusy(servers: readonly Server[] = []) {
  const { t, i18n } = useLingui()
  const online = useQuery({
    ...listOnlineAccounts(),
    enabled: servers.length > 0,
    refetchInterval: INDEX_STALE_MS,
  }).data
  const nodes = useQuery({
    ...listNodes(),
    enabled: servers.some(({ nodeId }) => nodeId != null),
  }).data
  const percent = numberFormat(i18n.locale, { style: 'percent' })
  return ({ id, nodeId }: Server): string[] => {
    const count = i18n.number((!Array.isArray(online) && online?.[id]) || 0)
    const machine = nodeId == null ? null : nodes?.find((node) => node.id === nodeId)?.machine
    const load = machine && percent.format(machine.load / machine.cores)
    return [...(online ? [t`${count} online`] : []), ...(load ? [t`Load ${load}`] : [])]
  }
}
