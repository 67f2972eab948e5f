import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOffers } from '#api/offers.ts'
import { explainLoad } from '#api/refusals.ts'
import { INDEX_STALE_MS } from '#rules/timing.ts'
import { MoreLink } from '#ui/MoreLink.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { rateText } from '#rules/lights.ts'
import { listServerLights, listServers } from './operations.ts'
import { ServerState } from './ServerState.tsx'
import { isTroubled } from './trouble.ts'
import { WorstLight } from './WorstLight.tsx'

const SHOWN_LIMIT = 5

/** How the servers are: those with trouble first. */
export function ServersCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery({
    ...listServers({ status: true }),
    // What this device has stored may lack a server just added.
    staleTime: 0,
    refetchInterval: INDEX_STALE_MS,
  })
  // Older servers have no lights: all there is to know of them is whether they answered.
  const offered = useOffers()('listServerLights')
  const fleet = useQuery({ ...listServerLights(), enabled: offered })
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
              second={lights ? <WorstLight lights={lights} /> : <ServerState server={server} />}
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
