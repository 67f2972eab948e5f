import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { useStatus } from '#device/status.ts'
import { AccountTabs } from '#features/myAccounts/AccountTabs.tsx'
import { useChosenAccount } from '#features/myAccounts/chosenAccount.ts'
import { NoAccount } from '#features/myAccounts/NoAccount.tsx'
import { listMyAccounts } from '#features/myAccounts/operations.ts'
import { canPay, paymentMethodsOf } from '#features/checkout/paymentMethods.ts'
import { listMyServers } from '#features/servers/operations.ts'
import { serverOf } from '#rules/connection.ts'
import { isUnlimited } from '#rules/account.ts'
import { strictly } from '#rules/search.ts'
import { Page } from '#ui/Page.tsx'
import { AccountDialogs, useConnectSheetSoon } from './-AccountDialogs.tsx'
import { AccountView } from './-AccountView.tsx'
import { Payment, type PaymentWish } from './-Payment.tsx'
import { useRenewal } from './-useRenewal.ts'

const ChooseAccountSheet = lazy(() => import('#features/myAccounts/ChooseAccountSheet.tsx'))

type Search = { account?: number; renew?: number; token?: string; PayerID?: string }

export const Route = createFileRoute('/user/account')({
  validateSearch: strictly((search: Record<string, unknown>): Search => ({
    ...(Number.isInteger(search.account) ? { account: Number(search.account) } : {}),
    // A warning leads here with an account's port: the payment dialog opens with the same again.
    ...(Number.isInteger(search.renew) ? { renew: Number(search.renew) } : {}),
    // PayPal leads back here with its number of the order and, after an approval, the payer's.
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
  const { account: wanted, renew, token, PayerID } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: accounts, dataUpdatedAt: asOf } = useSuspenseQuery(listMyAccounts())
  const servers = useQuery(listMyServers())
  const chosen = useChosenAccount()
  useConnectSheetSoon()
  const status = useStatus()
  const pays = canPay(status)
  const [connecting, setConnecting] = useState<'device' | 'server'>()
  const [listing, setListing] = useState(false)
  const [wish, setWish] = useState<PaymentWish | undefined>(() => {
    if (token !== undefined) return { back: { paymentID: token, payerID: PayerID } }
    return renew !== undefined && pays ? renewalWish(accounts, renew) : undefined
  })

  const find = (id: number | undefined) => accounts.find((each) => each.id === id)
  const account = find(wanted) ?? find(chosen.account) ?? accounts[0]
  const open = (id: number) => {
    chosen.chooseAccount(id)
    void navigate({ search: { account: id }, replace: true })
  }
  const server = account && serverOf(account, servers.data ?? [], chosen.server(account.id))
  const renewal = useRenewal(account)
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
            onRenew={renewal && (() => setWish(renewal.wish))}
            price={renewal?.price}
            onMore={renewal?.more && (() => setWish(renewal.more))}
          />
        </AccountTabs>
      ) : (
        <NoAccount
          onBuy={
            paymentMethodsOf(status).length > 0 ? () => setWish({ accountId: null }) : undefined
          }
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
            void navigate({
              search: wanted === undefined ? {} : { account: wanted },
              replace: true,
            })
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

/** The renewal a warning links to: the account as before; nothing where it is gone, or has no end. */
function renewalWish(accounts: readonly Schema<'Account'>[], port: number) {
  const account = accounts.find((each) => each.port === port && !isUnlimited(each))
  if (!account) return undefined
  return { accountId: account.id, ...(account.orderId > 0 && { planId: account.orderId }) }
}
