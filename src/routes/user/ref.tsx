import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useStatus } from '#device/status.ts'
import { listMyPlans } from '#features/checkout/operations.ts'
import { listMyOrders } from '#features/orders/operations.ts'
import { CodesCard } from '#features/referrals/CodesCard.tsx'
import { InvitedCard } from '#features/referrals/InvitedCard.tsx'
import { InvitingOff } from '#features/referrals/InvitingOff.tsx'
import { listMyRefCodes, listMyRefUsers } from '#features/referrals/operations.ts'
import { RewardsCard } from '#features/referrals/RewardsCard.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/user/ref')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(listMyOrders())
    void queryClient.prefetchQuery(listMyPlans(null))
    return Promise.all([
      queryClient.ensureQueryData({ ...listMyRefCodes(), revalidateIfStale: true }),
      queryClient.ensureQueryData({ ...listMyRefUsers(), revalidateIfStale: true }),
    ])
  },
  component: ReferralScreen,
})

function ReferralScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { refCode, site = location.origin } = useStatus() ?? {}
  const codes = useSuspenseQuery(listMyRefCodes())
  const { data: users } = useSuspenseQuery(listMyRefUsers())
  const orders = useQuery(listMyOrders())
  // Those a new account can have: an invited customer begins with one.
  const plans = useQuery(listMyPlans(null))
  const rewarded = orders.data?.some(({ refTime }) => refTime !== undefined)
  return (
    <Page form title={t`Invite others`} back="/user/settings" asOf={codes.dataUpdatedAt}>
      <div className={styles.column}>
        {refCode ? (
          <CodesCard codes={codes.data} site={site} plans={plans.data} />
        ) : (
          <InvitingOff />
        )}
        {(refCode || users.length > 0) && (
          <InvitedCard
            title={t`People you invited`}
            empty={t`No one yet. Share a link; people who sign up with it appear here.`}
            users={users}
          />
        )}
        {orders.data && (refCode || rewarded) && <RewardsCard orders={orders.data} />}
      </div>
    </Page>
  )
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
})
