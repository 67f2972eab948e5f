import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { seenIn, useStatus } from '#device/status.ts'
import { getMyUsage } from '#features/flow/operations.ts'
import { useChosenAccount } from '#features/myAccounts/chosenAccount.ts'
import { NoAccount } from '#features/myAccounts/NoAccount.tsx'
import { listMyAccounts } from '#features/myAccounts/operations.ts'
import { UsageCard } from '#features/myAccounts/UsageCard.tsx'
import { byCategory } from '#features/notices/categories.ts'
import { NoticesCard } from '#features/notices/NoticesCard.tsx'
import { listMyNotices } from '#features/notices/operations.ts'
import { paymentMethodsOf } from '#features/checkout/paymentMethods.ts'
import { listMyServers } from '#features/servers/operations.ts'
import { DeviceSharesCard } from '#features/wireguard/lazy.ts'
import { serverOf, serversOf } from '#rules/connection.ts'
import { deviceZone } from '#ui/now.ts'
import { Page } from '#ui/Page.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { AnswerLine } from './-AnswerLine.tsx'
import { AccountDialogs, useConnectSheetSoon } from './-AccountDialogs.tsx'
import { Payment, type PaymentWish } from './-Payment.tsx'
import { RenewableCard } from './-RenewableCard.tsx'
import { SupportCard } from './-SupportCard.tsx'

const NoticePopup = lazy(() => import('#features/notices/NoticePopup.tsx'))

export const Route = createFileRoute('/user/index')({
  loader: async ({ context: { queryClient } }) => {
    // The accounts come first; the rest finds its place when it is there.
    void queryClient.prefetchQuery(listMyServers())
    void queryClient.prefetchQuery(listMyNotices())
    await queryClient.ensureQueryData({ ...listMyAccounts(), revalidateIfStale: true })
  },
  component: DashboardScreen,
})

function DashboardScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { data: accounts, dataUpdatedAt: asOf } = useSuspenseQuery(listMyAccounts())
  const servers = useQuery(listMyServers())
  const { data: notices } = useQuery(listMyNotices())
  const [zone] = useState(deviceZone)
  const { data: usage } = useQuery(getMyUsage(zone))
  const chosen = useChosenAccount()
  useConnectSheetSoon()
  const [connecting, setConnecting] = useState<{ id: number; single?: boolean }>()
  const [wish, setWish] = useState<PaymentWish>()
  const status = useStatus()
  const may = useMay()
  const siteName = status?.title ?? t`Home`
  const serverIdOf = (account: (typeof accounts)[number]) =>
    serverOf(account, servers.data ?? [], chosen.server(account.id))?.id
  const hasDevices = (account: (typeof accounts)[number]) =>
    account.devices?.most ||
    serversOf(account, servers.data ?? []).some(({ type }) => type === 'WireGuard')
  const connectTo = (accountId: number, serverId?: number) => {
    if (serverId !== undefined) chosen.chooseServer(accountId, serverId)
    setConnecting({ id: accountId, single: serverId !== undefined })
  }
  // It would cover the bar over a customer who is only seen, and be read for them; below it is, too.
  const isSeen = seenIn(status) !== undefined
  const pops = !isSeen && notices?.some(({ autopop }) => autopop)
  const account = accounts.find(({ id }) => id === connecting?.id)

  return (
    <Page title={siteName} asOf={asOf}>
      <AnswerLine />
      <div className={accounts.length === 1 ? styles.beside : styles.column}>
        <div className={accounts.length > 0 ? styles.cards : undefined}>
          {accounts.length === 0 && (
            <NoAccount
              onBuy={
                paymentMethodsOf(status).length > 0 ? () => setWish({ accountId: null }) : undefined
              }
              onRedeem={status?.giftcard ? () => setWish({ accountId: null, code: '' }) : undefined}
            />
          )}
          {accounts.map((each) => (
            <RenewableCard
              key={each.id}
              account={each}
              serverId={serverIdOf(each)}
              alone={accounts.length === 1}
              onConnect={(serverId) => connectTo(each.id, serverId)}
              onPay={setWish}
            />
          ))}
        </div>
        <div className={accounts.length === 1 ? styles.column : styles.below}>
          {notices && notices.length > 0 && (
            <div className={styles.column}>
              {byCategory(notices).map(({ category, notices: own }) => (
                <NoticesCard key={category} title={category || t`Announcements`} notices={own} />
              ))}
            </div>
          )}
          {usage && accounts.length > 0 && <UsageCard usage={usage} />}
          {may('listMyDevices') && (
            <Suspense>
              {accounts.filter(hasDevices).map(({ id, port }) => (
                <DeviceSharesCard
                  key={id}
                  accountId={id}
                  port={accounts.length > 1 ? port : undefined}
                />
              ))}
            </Suspense>
          )}
          <SupportCard />
        </div>
      </div>
      {account && (
        <AccountDialogs
          account={account}
          servers={servers}
          serverId={serverIdOf(account)}
          asOf={asOf}
          onChoose={(serverId) => chosen.chooseServer(account.id, serverId)}
          single={connecting?.single === true}
          onClose={() => setConnecting(undefined)}
        />
      )}
      {wish && (
        <Payment
          {...wish}
          onConnect={(id) => {
            setWish(undefined)
            setConnecting({ id })
          }}
          onClose={() => setWish(undefined)}
        />
      )}
      {notices && pops && !account && !wish && (
        <Suspense>
          <NoticePopup notices={notices} />
        </Suspense>
      )}
    </Page>
  )
}

const useStyles = makeStyles({
  // One account has the announcements beside it; several have them below.
  beside: {
    display: 'grid',
    gap: '16px',
    alignItems: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [DESKTOP]: { gridTemplateColumns: 'minmax(320px, 2fr) minmax(0, 3fr)' },
  },
  cards: {
    display: 'grid',
    gap: '16px',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  },
  below: {
    display: 'grid',
    gap: '16px',
    alignItems: 'start',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 400px), 1fr))',
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})
