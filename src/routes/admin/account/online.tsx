import { makeStyles, tokens } from '@fluentui/react-components'
import { Pulse24Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import { AccountColumns } from '#features/accounts/AccountColumns.tsx'
import { OnlineRow } from '#features/accounts/OnlineRow.tsx'
import { listOnlineAccounts } from '#features/accounts/operations.ts'
import { listServers } from '#features/servers/operations.ts'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { strictly } from '#rules/search.ts'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteList } from '#ui/InfiniteList.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { usualHeight } from '#ui/listRow.ts'
import { useServerNow } from '#api/serverNow.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/account/online')({
  validateSearch: strictly(({ server }: Record<string, unknown>): { server?: number } =>
    Number.isInteger(server) && Number(server) > 0 ? { server: Number(server) } : {},
  ),
  beforeLoad: ({ context }) => {
    if (!context.may('listOnlineAccounts')) throw redirect({ to: '/admin/account', replace: true })
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(listServers())
    void context.queryClient.prefetchQuery(listOnlineAccounts())
  },
  component: OnlineScreen,
})

/** How many accounts are in use on each server right now, and which. Spec 2. */
function OnlineScreen() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useServerNow()
  const { server } = Route.useSearch()
  const known = useQuery(listServers()).data
  const servers = known ?? []
  const counts = useQuery({ ...listOnlineAccounts(), refetchInterval: ACCOUNT_FLOW_REFRESH_MS })
  const online = useQuery({
    ...listOnlineAccounts(server),
    enabled: server !== undefined,
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  })
  const byServer = Array.isArray(counts.data) ? {} : (counts.data ?? {})
  const ids = server !== undefined && Array.isArray(online.data) ? online.data : undefined
  const name = servers.find(({ id }) => id === server)?.name ?? `#${server}`
  const { error, refetch } = server === undefined ? counts : online

  return (
    <Page title={t`Online now`} back="/admin/account" asOf={counts.dataUpdatedAt}>
      <p className={styles.about}>
        <Trans>In use within the last five minutes.</Trans>
      </p>
      {known?.length === 0 && (
        <Empty icon={<Pulse24Regular />}>
          <Trans>Each server with the accounts in use on it appears here.</Trans>
        </Empty>
      )}
      {servers.length > 0 && (
        <Card flush>
          <ul className={styles.servers} aria-label={t`Servers`}>
            {servers.map(({ id, name: label }) => {
              const count = byServer[id] ?? 0
              return (
                <li key={id}>
                  <Link
                    to="/admin/account/online"
                    search={id === server ? {} : { server: id }}
                    replace
                    resetScroll={false}
                    className={styles.server}
                    aria-current={id === server ? 'true' : undefined}
                  >
                    <span className={styles.name}>{label}</span>
                    <span className={styles.count}>
                      {counts.data
                        ? t`${plural(count, { one: '# account', other: '# accounts' })}`
                        : '…'}
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </Card>
      )}
      {error && (
        <LoadFailed onRetry={() => void refetch()}>{i18n._(explainLoad(error))}</LoadFailed>
      )}
      {server !== undefined && !ids && !error && <Loading shape="rows" count={5} />}
      {ids?.length === 0 && (
        <Empty>
          <Trans>No one uses {name} right now.</Trans>
        </Empty>
      )}
      {ids && ids.length > 0 && (
        <InfiniteList
          label={t`Online on ${name}`}
          items={ids}
          total={ids.length}
          keyOf={String}
          header={<AccountColumns />}
          more={NO_MORE}
          heightOf={usualHeight}
        >
          {(id) => <OnlineRow accountId={id} now={now} />}
        </InfiniteList>
      )}
    </Page>
  )
}

// Ids come all at once.
const NO_MORE = { has: false, loading: false, load: () => undefined }

const useStyles = makeStyles({
  about: { color: tokens.colorNeutralForeground2 },
  servers: { margin: 0, padding: 0, listStyleType: 'none' },
  server: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    minHeight: '44px',
    padding: '4px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '&[aria-current="true"]': { backgroundColor: tokens.colorNeutralBackground1Selected },
  },
  name: { overflowWrap: 'anywhere', minWidth: 0 },
  count: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
})
