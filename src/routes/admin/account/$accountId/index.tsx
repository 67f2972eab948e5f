import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { Edit24Regular, MoreVertical24Regular, QrCode24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { serverOf, serversOf } from '#features/accounts/access.ts'
import { getAccount } from '#features/accounts/operations.ts'
import { isEndless } from '#features/accounts/draft.ts'
import { stateOf } from '#features/accounts/standing.ts'
import { getAccountFlow } from '#features/flow/operations.ts'
import { listServers } from '#features/servers/operations.ts'
import { ACCOUNT_FLOW_REFRESH } from '#rules/timing.ts'
import { Loading } from '#ui/Loading.tsx'
import { useNow } from '#ui/now.ts'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { StateMark } from '#ui/StateMark.tsx'
import { AccessCard } from './-AccessCard.tsx'
import { AccountDialogs, type AccountDialog } from './-AccountDialogs.tsx'
import { AccountFlowCard } from './-AccountFlowCard.tsx'
import { DetailsCard } from './-DetailsCard.tsx'
import { LastConnectCard } from './-LastConnectCard.tsx'
import { UsageCard } from './-UsageCard.tsx'

export const Route = createFileRoute('/admin/account/$accountId/')({
  params: {
    parse: ({ accountId }) => ({ accountId: Number(accountId) }),
    stringify: ({ accountId }) => ({ accountId: String(accountId) }),
  },
  validateSearch: ({ server }: Record<string, unknown>): { server?: number } =>
    Number.isInteger(server) ? { server: Number(server) } : {},
  loader({ context, params }) {
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
  const now = useNow()
  const { accountId } = Route.useParams()
  const asked = Route.useSearch().server
  const { may } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: account, dataUpdatedAt } = useSuspenseQuery(getAccount(accountId))
  const known = useQuery(listServers())
  const servers = serversOf(account, known.data ?? [])
  const server = serverOf(account, servers, asked)
  const wireguard = server?.type === 'WireGuard' ? server : servers.find(({ type }) => type === 'WireGuard')
  const [dialog, setDialog] = useState<AccountDialog | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const charged = useQuery({
    ...getAccountFlow(server?.id ?? 0, accountId),
    enabled: server !== undefined && (account.flowUsed === undefined || account.multiServerFlow === 0),
    refetchInterval: ACCOUNT_FLOW_REFRESH,
  }).data?.[0]
  const { port } = account
  const mayMove = may('adjustAccountTime') && !isEndless({ type: String(account.type) })

  const open = (name: AccountDialog) => {
    setDone(null)
    setDialog(name)
  }
  const chooseServer = (id: number) =>
    void navigate({ search: { server: id }, replace: true, resetScroll: false })
  // Older servers tell what is used only server by server.
  const counted = { ...account, flowUsed: account.flowUsed ?? charged ?? 0 }

  return (
    <Page
      title={t`Account ${port}`}
      back="/admin/account"
      asOf={dataUpdatedAt}
      status={<StateMark state={stateOf(counted, now)} />}
      actions={
        <>
          <Button
            icon={<QrCode24Regular />}
            aria-label={t`QR code`}
            title={t`QR code`}
            disabledFocusable={!server}
            onClick={() => server && open('qr')}
          />
          {may('editAccount') && (
            <Button
              icon={<Edit24Regular />}
              aria-label={t`Edit`}
              title={t`Edit`}
              onClick={() => void navigate({ to: '/admin/account/$accountId/edit', params: { accountId } })}
            />
          )}
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <Button appearance="subtle" icon={<MoreVertical24Regular />} aria-label={t`More`} />
            </MenuTrigger>
            <MenuPopover>
              <MenuList aria-label={t`More`}>
                <MenuItem onClick={() => open('subscription')}>
                  <Trans>Subscription link</Trans>
                </MenuItem>
                <MenuItem onClick={() => open('ips')}>
                  <Trans>Client IPs</Trans>
                </MenuItem>
                {wireguard && (
                  <MenuItem onClick={() => open('wireguard')}>
                    <Trans>WireGuard config</Trans>
                  </MenuItem>
                )}
                {mayMove && (
                  <MenuItem onClick={() => open('time')}>
                    <Trans>Change the expiry</Trans>
                  </MenuItem>
                )}
                {may('resetAccountFlow') && (
                  <MenuItem onClick={() => open('reset')}>
                    <Trans>Reset traffic</Trans>
                  </MenuItem>
                )}
                {may('deleteAccount') && (
                  <MenuItem onClick={() => open('delete')}>
                    <Trans>Delete account</Trans>
                  </MenuItem>
                )}
              </MenuList>
            </MenuPopover>
          </Menu>
        </>
      }
    >
      {done && <Problem intent="success">{done}</Problem>}
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
          <DetailsCard account={account} servers={servers.length} />
        </div>
        <div className={styles.column}>
          {server && (
            <AccountFlowCard
              accountId={accountId}
              servers={servers}
              server={server}
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
        onDone={(sentence) => {
          setDialog(null)
          setDone(sentence)
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
    '@media (min-width: 1024px)': { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})
