import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStatus } from '#device/status.ts'
import { listArticles, listGuides } from '#features/articles/operations.ts'
import { listMyPlans } from '#features/checkout/operations.ts'
import { paymentMethodsOf } from '#features/checkout/paymentMethods.ts'
import { listMyAccounts } from '#features/myAccounts/operations.ts'
import { listMyOrders } from '#features/orders/operations.ts'
import { listMyRefCodes, listMyRefUsers } from '#features/referrals/operations.ts'
import { getMySubscription } from '#features/subscriptions/operations.ts'
import { languageNow } from '#locales/activate.ts'

/** How long the screen has for itself first, ms. */
const LATER_MS = 4_000
/** The most accounts to preload for offline use. */
const MOST = 5

/**
 * Preloads what is needed most without a network, even if it was never opened: subscriptions,
 * plans, the invitation, the guides, and the first page of the help with its articles. Only where a worker would open the console without one.
 */
export default function OfflinePreload() {
  const queryClient = useQueryClient()
  const status = useStatus()
  const { data: accounts } = useQuery({ ...listMyAccounts(), enabled: false })
  const ids =
    accounts
      ?.slice(0, MOST)
      .map(({ id }) => id)
      .join() ?? ''
  const { subscribe, refCode } = status ?? {}
  const pays = paymentMethodsOf(status).length > 0
  useEffect(() => {
    if (!navigator.serviceWorker?.controller || !navigator.onLine) return undefined
    const timer = setTimeout(() => {
      void queryClient.prefetchQuery(listGuides(languageNow()))
      void queryClient.prefetchInfiniteQuery(listArticles({ language: languageNow() }))
      if (refCode) {
        // All that the invitation's screen shows: rewards to come with plans, and had with orders.
        void queryClient.prefetchQuery(listMyRefCodes())
        void queryClient.prefetchQuery(listMyRefUsers())
        void queryClient.prefetchQuery(listMyOrders())
        void queryClient.prefetchQuery(listMyPlans(null))
      }
      for (const id of ids === '' ? [] : ids.split(',').map(Number)) {
        if (subscribe) void queryClient.prefetchQuery(getMySubscription(id))
        if (pays) void queryClient.prefetchQuery(listMyPlans(id))
      }
    }, LATER_MS)
    return () => clearTimeout(timer)
  }, [queryClient, ids, subscribe, refCode, pays])
  return null
}
