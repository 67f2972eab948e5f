import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useStatus } from '#device/status.ts'
import { FlowCard } from '#features/flow/FlowCard.tsx'
import { getMyFlowChart } from '#features/flow/operations.ts'
import { AccessCard } from '#features/myAccounts/AccessCard.tsx'
import { AccountTabs } from '#features/myAccounts/AccountTabs.tsx'
import { useChosen } from '#features/myAccounts/chosen.ts'
import { serverFor, serversFor } from '#features/myAccounts/connection.ts'
import { NoAccount } from '#features/myAccounts/NoAccount.tsx'
import { listMyAccounts } from '#features/myAccounts/operations.ts'
import { OverviewCard } from '#features/myAccounts/OverviewCard.tsx'
import { ServersCard } from '#features/myAccounts/ServersCard.tsx'
import { Veil } from '#features/myAccounts/Veil.tsx'
import { listMyServers } from '#features/servers/operations.ts'
import { Loading } from '#ui/Loading.tsx'
import { Page } from '#ui/Page.tsx'
import { AccountDialogs } from './-AccountDialogs.tsx'

export const Route = createFileRoute('/user/account')({
  validateSearch: ({ account }: { account?: unknown }): { account?: number } =>
    Number.isInteger(account) ? { account: Number(account) } : {},
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(listMyServers())
    await queryClient.ensureQueryData({ ...listMyAccounts(), revalidateIfStale: true })
  },
  component: AccountsScreen,
})

function AccountsScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { account: asked } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: accounts, dataUpdatedAt: asOf } = useSuspenseQuery(listMyAccounts())
  const servers = useQuery(listMyServers())
  const chosen = useChosen()
  const [connecting, setConnecting] = useState(false)
  const simple = useStatus()?.simple === true

  const find = (id: number | undefined) => accounts.find((each) => each.id === id)
  const account = find(asked) ?? find(chosen.account) ?? accounts[0]
  if (!account)
    return (
      <Page title={t`Accounts`} asOf={asOf}>
        <NoAccount />
      </Page>
    )

  const own = serversFor(account, servers.data ?? [])
  const server = serverFor(account, own, chosen.server(account.id))
  const serverName = server?.name ?? ''
  const choose = (serverId: number) => chosen.chooseServer(account.id, serverId)
  const open = (id: number) => {
    chosen.chooseAccount(id)
    void navigate({ search: { account: id }, replace: true })
  }

  return (
    <Page title={t`Accounts`} asOf={asOf}>
      <AccountTabs accounts={accounts} accountId={account.id} onOpen={open}>
        <Veil key={account.id} account={account}>
          <div className={styles.columns}>
            <div className={styles.column}>
              <OverviewCard
                account={account}
                server={server}
                onConnect={() => setConnecting(true)}
              />
            </div>
            <div className={styles.column}>
              <AccessCard
                account={account}
                servers={own}
                server={server}
                simple={simple}
                onChoose={choose}
                onConnect={() => setConnecting(true)}
              />
              {servers.isPending ? (
                <Loading count={3} />
              ) : (
                <ServersCard
                  servers={own}
                  serverId={server?.id}
                  simple={simple}
                  onConnect={(serverId) => {
                    choose(serverId)
                    setConnecting(true)
                  }}
                />
              )}
              {server && (
                <FlowCard
                  key={`${account.id} ${server.id}`}
                  title={own.length > 1 ? t`Traffic on ${serverName}` : t`Traffic`}
                  flow={(window) => getMyFlowChart(server.id, account.id, window)}
                />
              )}
            </div>
          </div>
        </Veil>
      </AccountTabs>
      {connecting && (
        <AccountDialogs
          account={account}
          servers={servers}
          serverId={server?.id}
          asOf={asOf}
          onChoose={choose}
          onClose={() => setConnecting(false)}
        />
      )}
    </Page>
  )
}

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: '16px',
    alignItems: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    '@media (min-width: 1024px)': { gridTemplateColumns: 'minmax(320px, 2fr) minmax(0, 3fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})
