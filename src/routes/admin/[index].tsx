import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Offered } from '#api/Offered.tsx'
import type { OperationId } from '#contract'
import { useStatus } from '#device/status.ts'
import { DEFAULT_VIEW, toAccountQuery } from '#features/accounts/filter.ts'
import { listAccounts } from '#features/accounts/operations.ts'
import { BackupCard } from '#features/backup/BackupCard.tsx'
import { CertificateCard } from '#features/certificate/CertificateCard.tsx'
import { FiguresCard } from '#features/figures/FiguresCard.tsx'
import { IncomeCard } from '#features/figures/IncomeCard.tsx'
import { listTopFlow } from '#features/flow/operations.ts'
import { TopFlowCard } from '#features/flow/TopFlowCard.tsx'
import { MessagesCard } from '#features/messages/MessagesCard.tsx'
import { RecentAlipayCard, RecentPaypalCard } from '#features/orders/RecentOrdersCards.tsx'
import { StuckOrdersCard } from '#features/orders/StuckOrdersCard.tsx'
import { listServers } from '#features/servers/operations.ts'
import { ServersCard } from '#features/servers/ServersCard.tsx'
import { StorageCard } from '#features/storage/StorageCard.tsx'
import { RecentLoginsCard, RecentSignUpsCard } from '#features/users/RecentPeopleCards.tsx'
import { UserCountsCard } from '#features/users/UserCountsCard.tsx'
import { INDEX_POLL_MS, INDEX_REFOCUS_MS, INDEX_STALE_MS } from '#rules/timing.ts'
import { Loading } from '#ui/Loading.tsx'
import { deviceZone } from '#ui/now.ts'
import { Page } from '#ui/Page.tsx'
import { hasBegun, noteBegun } from './-begun.ts'
import { waitBriefly } from './-waitBriefly.ts'
import { useAsOf } from './-useAsOf.ts'
import { fetchWaiting } from './-useWaiting.ts'
import { WaitingCard } from './-WaitingCard.tsx'

const FirstSteps = lazy(() => import('./-FirstSteps.tsx'))

export const Route = createFileRoute('/admin/index')({
  loader: ({ context: { queryClient, may } }) =>
    waitBriefly([
      ...fetchWaiting(queryClient, may),
      queryClient.ensureQueryData(listTopFlow(deviceZone())),
      queryClient.ensureInfiniteQueryData(listAccounts(NEWEST)),
    ]),
  component: IndexScreen,
  pendingComponent: () => <Loading shape="cards" count={4} />,
})

/** The queries behind the first steps. */
const NEWEST = { ...toAccountQuery(DEFAULT_VIEW), pageSize: 5 }

/** All that this screen shows. */
const SHOWN: readonly OperationId[] = [
  'getShopFigures',
  'listServers',
  'listServerLights',
  'listAccounts',
  'listRecentSignUps',
  'listRecentLogins',
  'listRecentAlipayOrders',
  'listRecentPaypalOrders',
  'listTopFlow',
  'listConversations',
  'listPlacedOrders',
  'getUserCounts',
  'getUnreadMessages',
  'listMails',
  'listJobs',
  'getStorage',
  'getBackupStatus',
  'getCertificateStatus',
]

function IndexScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { isMain, may } = Route.useRouteContext()
  const { alipay, paypal } = useStatus() ?? {}
  useFullReload()

  return (
    <Page title={t`Home`} asOf={useAsOf(SHOWN)}>
      {isMain && <NewShop />}
      {isMain && (
        <Offered by="getShopFigures">
          <FiguresCard />
        </Offered>
      )}
      <div className={styles.cards}>
        <StorageCard />
        {isMain && (
          <Offered by="getBackupStatus">
            <BackupCard />
          </Offered>
        )}
        {isMain && (
          <Offered by="getCertificateStatus">
            <CertificateCard />
          </Offered>
        )}
        <WaitingCard may={may} />
        <Offered by="listPlacedOrders">
          <StuckOrdersCard />
        </Offered>
        {isMain && (
          <Offered by="getShopFigures">
            <IncomeCard />
          </Offered>
        )}
        {isMain && <ServersCard />}
        <Offered by="listTopFlow">
          <TopFlowCard />
        </Offered>
        {(alipay || !paypal) && (
          <Offered by="listRecentAlipayOrders">
            <RecentAlipayCard />
          </Offered>
        )}
        {paypal && (
          <Offered by="listRecentPaypalOrders">
            <RecentPaypalCard />
          </Offered>
        )}
        <Offered by="listConversations">
          <MessagesCard />
        </Offered>
        <Offered by="getUserCounts">
          <UserCountsCard />
        </Offered>
        <RecentSignUpsCard />
        <RecentLoginsCard />
      </div>
    </Page>
  )
}

/** Shown in a new shop, until it is put away on this device. */
function NewShop() {
  const servers = useQuery({ ...listServers({ status: true }), staleTime: 0 })
  const accounts = useInfiniteQuery({
    ...listAccounts(NEWEST),
    staleTime: 0,
    refetchInterval: INDEX_POLL_MS,
  })
  const [isOver, setOver] = useState(hasBegun)
  const page = accounts.data?.pages[0]
  if (isOver || !servers.data || !page) return null
  const rows = page.account
  const connected = rows.some((row) => 'lastConnect' in row && Boolean(row.lastConnect))
  // More accounts than a page holds: this shop began long ago.
  if (page.total > rows.length) return null
  return (
    <Suspense>
      <FirstSteps
        hasServer={servers.data.length > 0}
        account={rows[0]?.id}
        connected={connected}
        onOver={() => {
          setOver(true)
          noteBegun()
        }}
      />
    </Suspense>
  )
}

/** Reloads everything every 90 s, and 15 s after the tab becomes visible. Spec 2. */
function useFullReload() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const reload = () =>
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => SHOWN.includes(queryKey[0]),
      })
    let seenAgain: ReturnType<typeof setTimeout> | undefined
    const onVisibility = () => {
      clearTimeout(seenAgain)
      if (document.visibilityState === 'visible') seenAgain = setTimeout(reload, INDEX_REFOCUS_MS)
    }
    const regular = setInterval(reload, INDEX_STALE_MS)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearInterval(regular)
      clearTimeout(seenAgain)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [queryClient])
}

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gap: '16px',
    alignItems: 'start',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
  },
})
