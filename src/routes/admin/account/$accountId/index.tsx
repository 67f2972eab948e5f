import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useStatus } from '#device/status.ts'
import { getAccount } from '#features/accounts/operations.ts'
import { isEndless } from '#features/accounts/draft.ts'
import { ConnectionNote } from '#features/accounts/ConnectionNote.tsx'
import { markOf } from '#features/accounts/accountStatus.ts'
import { getAccountFlow } from '#features/flow/operations.ts'
import { DevicesCard } from '#features/wireguard/lazy.ts'
import { listServers } from '#features/servers/operations.ts'
import { idIn } from '#rules/ids.ts'
import { serverOf, serversOf } from '#rules/connection.ts'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { strictly } from '#rules/search.ts'
import { Loading } from '#ui/Loading.tsx'
import { useServerNow } from '#api/serverNow.ts'
import { Page } from '#ui/Page.tsx'
import { StateMark } from '#ui/StateMark.tsx'
import { DESKTOP, ROOMY } from '#ui/desktop.ts'
import { useMedia } from '#ui/media.ts'
import { AccessCard } from './-AccessCard.tsx'
import { AccountActions } from './-AccountActions.tsx'
import { AccountDialogs, type AccountDialog, type Done } from './-AccountDialogs.tsx'
import { AccountFlowCard } from './-AccountFlowCard.tsx'
import { AccountTiles } from './-AccountTiles.tsx'
import { DetailsCard } from './-DetailsCard.tsx'
import { DoneNote } from './-DoneNote.tsx'
import { InUseLine } from './-InUseLine.tsx'
import { LastConnectCard } from './-LastConnectCard.tsx'
import { UsageCard } from './-UsageCard.tsx'

export const Route = createFileRoute('/admin/account/$accountId/')({
  params: {
    parse: ({ accountId }) => ({ accountId: idIn(accountId) }),
    stringify: ({ accountId }) => ({ accountId: String(accountId) }),
  },
  validateSearch: strictly(({ server }: Record<string, unknown>): { server?: number } =>
    Number.isInteger(server) ? { server: Number(server) } : {},
  ),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(listServers())
    return context.queryClient.ensureQueryData({
      ...getAccount(params.accountId),
      revalidateIfStale: true,
    })
  },
  component: AccountScreen,
  pendingComponent: () => <Loading shape="cards" count={4} />,
})

function AccountScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const now = useServerNow()
  const { accountId } = Route.useParams()
  const serverId = Route.useSearch().server
  const { may } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const status = useStatus()
  const isRoomy = useMedia(ROOMY)
  const { data: account, dataUpdatedAt } = useSuspenseQuery(getAccount(accountId))
  const known = useQuery(listServers())
  const servers = serversOf(account, known.data ?? [])
  const server = serverOf(account, servers, serverId)
  const wireguard =
    server?.type === 'WireGuard' ? server : servers.find(({ type }) => type === 'WireGuard')
  const [dialog, setDialog] = useState<AccountDialog | null>(null)
  const isNew = useLocation({ select: ({ state }) => state.added === true })
  const [done, setDone] = useState<Done | null>(isNew ? t`The account was added.` : null)
  const charged = useQuery({
    ...getAccountFlow(server?.id ?? 0, accountId),
    enabled:
      server !== undefined && (account.flowUsed === undefined || account.multiServerFlow === 0),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  }).data?.[0]
  const { port } = account
  const mayMove = may('adjustAccountTime') && !isEndless({ type: String(account.type) })

  const forget = () => setDone(null)
  const open = (name: AccountDialog) => {
    setDone(null)
    setDialog(name)
  }
  const chooseServer = (id: number | undefined) =>
    void navigate({ search: { server: id }, replace: true, resetScroll: false })
  const edit = () => void navigate({ to: '/admin/account/$accountId/edit', params: { accountId } })
  const hasServer = server !== undefined && account.password !== ''
  const writeTo = (userId: number | null) =>
    userId === null
      ? undefined
      : () => void navigate({ to: '/admin/message/$user', params: { user: String(userId) } })
  // Where the account does not carry it, it is known per server only.
  const counted = { ...account, flowUsed: account.flowUsed ?? charged ?? 0 }

  return (
    <Page
      title={t`Account ${port}`}
      back="/admin/account"
      asOf={dataUpdatedAt}
      status={<StateMark {...markOf(counted, now)} />}
      actions={
        <AccountActions
          may={may}
          hasServer={hasServer}
          hasWireGuard={wireguard !== undefined && account.password !== ''}
          mayMove={mayMove}
          onEdit={edit}
          onOpen={open}
        />
      }
    >
      {done && <DoneNote done={done} onClose={forget} />}
      <ConnectionNote
        account={counted}
        now={now}
        onExtend={mayMove ? () => open('time') : undefined}
        onEdit={may('editAccount') ? edit : undefined}
        onChangePort={may('changeAccountPort') ? () => open('port') : undefined}
        onReset={may('resetAccountFlow') ? () => open('reset') : undefined}
        mayBan={may('banAccount')}
      />
      <InUseLine
        account={counted}
        now={now}
        onAddresses={may('listAccountIps') ? () => open('ips') : undefined}
      />
      {!isRoomy && (
        <AccountTiles
          may={may}
          hasServer={hasServer}
          mayMove={mayMove}
          onEdit={edit}
          onWrite={writeTo(account.userId)}
          onOpen={open}
        />
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <UsageCard
            account={counted}
            here={account.multiServerFlow === 0 ? charged : undefined}
            server={server}
            now={now}
            onMove={mayMove ? () => open('time') : undefined}
          />
          <AccessCard
            account={account}
            servers={known.data && servers}
            server={server}
            onChoose={chooseServer}
            onOpen={open}
          />
          {(wireguard || (account.devices?.most ?? 0) > 0) && may('listDevices') && (
            <Suspense>
              <DevicesCard
                accountId={accountId}
                whose="anyone"
                servers={servers.filter(({ type }) => type === 'WireGuard')}
                most={status?.wireGuardDevices}
                apart={account.devices}
              />
            </Suspense>
          )}
          <DetailsCard account={account} servers={servers.length} />
        </div>
        <div className={styles.column}>
          {server && (
            <AccountFlowCard
              accountId={accountId}
              servers={servers}
              chosen={servers.find(({ id }) => id === serverId)}
              onChoose={chooseServer}
            />
          )}
          <LastConnectCard account={account} servers={servers} />
        </div>
      </div>
      <AccountDialogs
        open={dialog}
        account={counted}
        servers={servers}
        server={server}
        wireguard={wireguard}
        onChoose={chooseServer}
        onClose={() => setDialog(null)}
        onDone={(what) => {
          setDialog(null)
          setDone(what)
        }}
      />
    </Page>
  )
}

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: '16px',
    alignItems: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [DESKTOP]: { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})
