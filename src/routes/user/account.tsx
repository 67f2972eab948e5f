import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useStatus } from '#device/status.ts'
import { AccountTabs } from '#features/myAccounts/AccountTabs.tsx'
import { useChosen } from '#features/myAccounts/chosen.ts'
import { NoAccount } from '#features/myAccounts/NoAccount.tsx'
import { listMyAccounts } from '#features/myAccounts/operations.ts'
import { canPay, waysOf } from '#features/checkout/ways.ts'
import { listMyServers } from '#features/servers/operations.ts'
import { serverOf } from '#rules/connection.ts'
import { isUnlimited } from '#rules/account.ts'
import { strictly } from '#rules/search.ts'
import { Page } from '#ui/Page.tsx'
import { AccountDialogs, useConnectSheetSoon } from './-AccountDialogs.tsx'
import { AccountView } from './-AccountView.tsx'
import { Payment, type PaymentWish } from './-Payment.tsx'

const ChooseAccountSheet = lazy(() => import('#features/myAccounts/ChooseAccountSheet.tsx'))

type Search = { account?: number; token?: string; PayerID?: string }

export const Route = createFileRoute('/user/account')({
  validateSearch: strictly((search: Record<string, unknown>): Search => ({
    ...(Number.isInteger(search.account) ? { account: Number(search.account) } : {}),
    // PayPal leads back here with its number of the order and, of whoever agreed, theirs.
    ...('token' in search ? { token: String(search.token) } : {}),
    ...('PayerID' in search ? { PayerID: String(search.PayerID) } : {}),
  })),
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(listMyServers())
    await queryClient.ensureQueryData({ ...listMyAccounts(), revalidateIfStale: true })
  },
  component: AccountsScreen,
})

function AccountsScreen() {
  const { t } = useLingui()
  const { account: asked, token, PayerID } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: accounts, dataUpdatedAt: asOf } = useSuspenseQuery(listMyAccounts())
  const servers = useQuery(listMyServers())
  const chosen = useChosen()
  useConnectSheetSoon()
  const status = useStatus()
  const [connecting, setConnecting] = useState<'device' | 'server'>()
  const [listing, setListing] = useState(false)
  const [wish, setWish] = useState<PaymentWish | undefined>(
    token === undefined ? undefined : { back: { paymentID: token, payerID: PayerID } },
  )
  const pays = canPay(status)

  const find = (id: number | undefined) => accounts.find((each) => each.id === id)
  const account = find(asked) ?? find(chosen.account) ?? accounts[0]
  const open = (id: number) => {
    chosen.chooseAccount(id)
    void navigate({ search: { account: id }, replace: true })
  }
  const server = account && serverOf(account, servers.data ?? [], chosen.server(account.id))
  const connect = (single = false) => setConnecting(single ? 'server' : 'device')

  return (
    <Page
      title={t`Accounts`}
      asOf={asOf}
      actions={
        account &&
        pays &&
        status?.multiAccount === 1 && (
          <Button onClick={() => setWish({ accountId: null })}>
            <Trans>Buy another account</Trans>
          </Button>
        )
      }
    >
      {account ? (
        <AccountTabs
          accounts={accounts}
          accountId={account.id}
          onOpen={open}
          onList={() => setListing(true)}
        >
          <AccountView
            key={account.id}
            account={account}
            servers={servers}
            chosen={chosen.server(account.id)}
            onChoose={(serverId) => chosen.chooseServer(account.id, serverId)}
            onConnect={connect}
            onRenew={
              pays && !isUnlimited(account) ? () => setWish({ accountId: account.id }) : undefined
            }
          />
        </AccountTabs>
      ) : (
        <NoAccount
          onBuy={waysOf(status).length > 0 ? () => setWish({ accountId: null }) : undefined}
          onRedeem={status?.giftcard ? () => setWish({ accountId: null, code: '' }) : undefined}
        />
      )}
      {wish && (
        <Payment
          {...wish}
          onConnect={(id) => {
            setWish(undefined)
            open(id)
            connect()
          }}
          onClose={() => {
            setWish(undefined)
            void navigate({ search: asked === undefined ? {} : { account: asked }, replace: true })
          }}
        />
      )}
      {account && listing && (
        <Suspense>
          <ChooseAccountSheet
            accounts={accounts}
            accountId={account.id}
            onChoose={open}
            onClose={() => setListing(false)}
          />
        </Suspense>
      )}
      {account && connecting && (
        <AccountDialogs
          account={account}
          servers={servers}
          serverId={server?.id}
          asOf={asOf}
          onChoose={(serverId) => chosen.chooseServer(account.id, serverId)}
          single={connecting === 'server'}
          onClose={() => setConnecting(undefined)}
        />
      )}
    </Page>
  )
}
