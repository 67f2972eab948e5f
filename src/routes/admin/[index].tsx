import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useMay } from '#api/may.ts'
import type { OperationId } from '#contract'
import { useStatus } from '#device/status.ts'
import { DEFAULT_VIEW, searchOf } from '#features/accounts/filter.ts'
import { listAccounts } from '#features/accounts/operations.ts'
import { BackupCard } from '#features/backup/BackupCard.tsx'
import { CertificateCard } from '#features/certificate/CertificateCard.tsx'
import { EndsCard } from '#features/ends/EndsCard.tsx'
import { editFirstSteps, getFirstSteps } from '#features/firstSteps/operations.ts'
import { FiguresCard } from '#features/figures/FiguresCard.tsx'
import { IncomeCard } from '#features/figures/IncomeCard.tsx'
import { LimitsCard } from '#features/figures/LimitsCard.tsx'
import { PaymentsCard } from '#features/figures/PaymentsCard.tsx'
import { TopFlowCard } from '#features/flow/TopFlowCard.tsx'
import { MessagesCard } from '#features/messages/MessagesCard.tsx'
import { DEFAULT_ORDERS, orderSearchOf } from '#features/orders/filter.ts'
import { recentOf } from '#features/orders/provider/operations.ts'
import { RecentOrdersCard } from '#features/orders/RecentOrdersCards.tsx'
import { methodsOn } from '#features/providers/on.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import { StuckOrdersCard } from '#features/orders/StuckOrdersCard.tsx'
import { listServers } from '#features/servers/operations.ts'
import { ServersCard } from '#features/servers/ServersCard.tsx'
import { StorageCard } from '#features/storage/StorageCard.tsx'
import { RecentLoginsCard, RecentSignUpsCard } from '#features/users/RecentPeopleCards.tsx'
import { UserCountsCard } from '#features/users/UserCountsCard.tsx'
import { INDEX_POLL_MS, INDEX_REFOCUS_MS, INDEX_STALE_MS } from '#rules/timing.ts'
import { Loading } from '#ui/Loading.tsx'
import { Page } from '#ui/Page.tsx'
import { fetchHome, importFirstSteps, NEWEST } from './-fetchHome.ts'
import { waitBriefly } from './-waitBriefly.ts'
import { useAsOf } from './-useAsOf.ts'
import { WaitingCard } from './-WaitingCard.tsx'

const FirstSteps = lazy(importFirstSteps)

export const Route = createFileRoute('/admin/index')({
  loader: ({ context: { queryClient, isMain, may } }) =>
    waitBriefly(fetchHome(queryClient, isMain, may)),
  component: IndexScreen,
  pendingComponent: () => <Loading shape="cards" count={4} />,
})

/** The orders that were paid for, of those placed since a day. */
const paidSince = (start: string) =>
  orderSearchOf({
    ...DEFAULT_ORDERS,
    states: ['TRADE_SUCCESS', 'FINISH'],
    kinds: [...paidKinds(), 'giftcard'],
    start,
  })

/** The renewals among the orders placed since a day. */
const renewedSince = (start: string) => orderSearchOf({ ...DEFAULT_ORDERS, only: 'renewal', start })

const LAPSED = searchOf({ ...DEFAULT_VIEW, state: 'lapsed' })

/** All that this screen shows. */
const SHOWN: readonly OperationId[] = [
  'getFirstSteps',
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
  'listUnexpectedEnds',
]

function IndexScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { isMain } = Route.useRouteContext()
  const on = methodsOn(useStatus())
  const [first = ''] = paidKinds()
  const recent = paidKinds().filter(
    (kind) => on.includes(kind) || (kind === first && on.length === 0),
  )
  const may = useMay()
  useFullReload()

  return (
    <Page title={t`Home`} asOf={useAsOf(SHOWN)}>
      {isMain && <NewShop runs={false} />}
      {may('getShopFigures') && (
        <FiguresCard paidSince={paidSince} renewedSince={renewedSince} lapsed={LAPSED} />
      )}
      <div className={styles.cards}>
        <StorageCard />
        {may('listUnexpectedEnds') && <EndsCard />}
        {may('getBackupStatus') && <BackupCard when="failing" />}
        {may('getCertificateStatus') && <CertificateCard />}
        <WaitingCard />
        {may('getBackupStatus') && <BackupCard when="off" />}
        {may('getShopFigures') && (
          <>
            <div className={styles.broad}>
              <IncomeCard />
            </div>
            <LimitsCard />
          </>
        )}
        {may('getShopFigures') ? (
          <PaymentsCard otherwise={<StuckOrdersCard />} />
        ) : (
          may('listPlacedOrders') && <StuckOrdersCard />
        )}
        {isMain && <ServersCard />}
        {may('listTopFlow') && <TopFlowCard />}
        {recent.map(
          (kind) => may(recentOf(kind).by) && <RecentOrdersCard key={kind} kind={kind} />,
        )}
        {may('listConversations') && <MessagesCard />}
        <div className={styles.people}>
          {may('getUserCounts') && <UserCountsCard />}
          <RecentSignUpsCard />
          <RecentLoginsCard />
        </div>
        {may('getBackupStatus') && <BackupCard when="well" />}
      </div>
      {isMain && <NewShop runs />}
    </Page>
  )
}

/** What to do in a new shop, until the operator puts it away; below all else once accounts are used. */
function NewShop({ runs }: { runs: boolean }) {
  const steps = useQuery(getFirstSteps()).data
  const isShown = steps?.over === false && steps.connected === runs
  const servers = useQuery({ ...listServers({ status: true }), staleTime: 0, enabled: isShown })
  const accounts = useInfiniteQuery({
    ...listAccounts(NEWEST),
    staleTime: 0,
    enabled: isShown,
    refetchInterval: INDEX_POLL_MS,
  })
  const away = useMutation(editFirstSteps)
  const newest = accounts.data?.pages[0]?.account
  if (!isShown || away.isPending || away.isSuccess || !servers.data || !newest) return null
  return (
    <Suspense>
      <FirstSteps
        hasServer={servers.data.length > 0}
        account={newest[0]?.id}
        connected={
          steps.connected || newest.some((row) => 'lastConnect' in row && Boolean(row.lastConnect))
        }
        onOver={() => away.mutate(true)}
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
  // As many in a row as there is room for, which they share: no card leaves a hole beside or below it.
  cards: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '16px',
    '& > section': { flexGrow: 1, flexBasis: '340px' },
  },
  broad: { display: 'grid', flex: '2 1 480px', minWidth: 0, ':empty': { display: 'none' } },
  // In one row, however many cards stand before them.
  people: {
    flexBasis: '100%',
    display: 'grid',
    gap: '16px',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
  },
})
