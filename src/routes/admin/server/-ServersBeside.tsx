import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { remembered } from '#device/remembered.ts'
import { listServerLights, listServers } from '#features/servers/operations.ts'
import { ServerBesideRow } from '#features/servers/ServerBesideRow.tsx'
import { SORT_NAMES } from '#features/servers/causes.ts'
import { readServerSearch, sortServers } from '#rules/lights.ts'
import { SERVER_LIST_REFRESH_MS } from '#rules/timing.ts'
import { BesideHead } from '#ui/BesideHead.tsx'
import { InfiniteList } from '#ui/InfiniteList.tsx'
import { ScrolledBeside } from '#ui/ListBeside.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Loading } from '#ui/Loading.tsx'

/** All servers with their lights, in the order they were shown in last. */
export default function ServersBeside({ open }: { open: number }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [search] = useState(() => readServerSearch(remembered('servers', 'session') ?? {}))
  const list = useQuery({
    ...listServers({ status: true }),
    refetchInterval: SERVER_LIST_REFRESH_MS,
  })
  const fleet = useQuery(listServerLights()).data ?? []
  const lights = new Map(fleet.map((one) => [one.serverId, one]))
  const servers = sortServers(list.data ?? [], lights, search.sort ?? 'name', i18n.locale)
  const { refetch } = list
  const retry = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  return (
    <ScrolledBeside
      head={
        <BesideHead
          link={
            <Link to="/admin/server" search={search} activeOptions={{ exact: true }}>
              {t`All servers`}
            </Link>
          }
          total={list.data?.length}
          more={false}
          words={search.sort ? [t(SORT_NAMES[search.sort])] : []}
          ids={servers.map(({ id }) => id)}
          open={open}
          onOpen={(serverId) =>
            void navigate({ to: '/admin/server/$serverId', params: { serverId }, replace: true })
          }
        />
      }
    >
      {(scroller) =>
        list.data ? (
          <InfiniteList
            label={t`Servers`}
            items={servers}
            total={servers.length}
            keyOf={({ id }) => String(id)}
            scroller={scroller}
            open={String(open)}
            more={NO_MORE}
          >
            {(server) => <ServerBesideRow server={server} lights={lights.get(server.id)} />}
          </InfiniteList>
        ) : list.error ? (
          <LoadFailed onRetry={retry}>{i18n._(explainLoad(list.error))}</LoadFailed>
        ) : (
          <Loading shape="rows" count={6} />
        )
      }
    </ScrolledBeside>
  )
}

/** They come all at once. */
const NO_MORE = { has: false, loading: false, load: () => undefined }
