import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import { INDEX_STALE_MS } from '#rules/timing.ts'
import { MoreLink } from '#ui/MoreLink.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { listServers } from './operations.ts'
import { ServerState } from './ServerState.tsx'
import { serverStanding } from './state.ts'

const SHOWN_LIMIT = 5

/** How the servers are: those with trouble first. */
export function ServersCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery({
    ...listServers({ status: true }),
    // What this device kept from before may lack a server just added.
    staleTime: 0,
    refetchInterval: INDEX_STALE_MS,
  })
  const troubled = data?.filter((server) => serverStanding(server) !== 'running') ?? []
  const fine = data?.filter((server) => serverStanding(server) === 'running') ?? []
  return (
    <RecentCard
      title={t`Servers`}
      link={
        <MoreLink to="/admin/server">
          <Trans>All servers</Trans>
        </MoreLink>
      }
      items={data && [...troubled, ...fine].slice(0, SHOWN_LIMIT)}
      problem={error && i18n._(explainLoad(error))}
      empty={t`There is no server yet.`}
      keyOf={({ id }) => id}
    >
      {(server) => {
        const { id, name, portCount } = server
        return (
          <Link to="/admin/server/$serverId" params={{ serverId: id }}>
            <RecentLine
              main={name}
              second={<ServerState server={server} />}
              figure={
                portCount != null && t`${plural(portCount, { one: '# port', other: '# ports' })}`
              }
            />
          </Link>
        )
      }}
    </RecentCard>
  )
}
