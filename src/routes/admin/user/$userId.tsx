import { makeStyles } from '@fluentui/react-components'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import type { Schema } from '#contract'
import { useGroupName } from '#features/groups/useGroupName.ts'
import { UserMacsCard } from '#features/macAccounts/UserMacsCard.tsx'
import { listOrders } from '#features/plans/operations.ts'
import { ORDER_KINDS } from '#features/orders/filter.ts'
import { UserOrdersCard } from '#features/orders/UserOrdersCard.tsx'
import { UserReferralsCard } from '#features/referrals/UserReferralsCard.tsx'
import { getUser } from '#features/users/operations.ts'
import { UserFactsCard } from '#features/users/UserFactsCard.tsx'
import { strictly } from '#rules/search.ts'
import { Loading } from '#ui/Loading.tsx'
import { useServerNow } from '#api/serverNow.ts'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { UserAccountsCard } from './-UserAccountsCard.tsx'
import { UserActions } from './-UserActions.tsx'
import { type UserDialog, UserDialogs } from './-UserDialogs.tsx'

const AllOrdersCard = lazy(() => import('#features/orders/AllOrdersCard.tsx'))
const OrderDetail = lazy(() => import('#features/orders/OrderDetail.tsx'))

type Search = { orders?: Schema<'OrderKind'>; order?: string }

export const Route = createFileRoute('/admin/user/$userId')({
  validateSearch: strictly(({ orders, order }: Record<string, unknown>): Search => {
    const kind = ORDER_KINDS.find((one) => one === orders)
    return {
      ...(kind && { orders: kind }),
      ...((typeof order === 'string' || typeof order === 'number') && { order: String(order) }),
    }
  }),
  loader: ({ context, params }) =>
    context.queryClient
      .ensureQueryData({ ...getUser(Number(params.userId)), revalidateIfStale: true })
      .catch(() => {
        // Spec 4: what cannot be read leads back to the list.
        throw redirect({ to: '/admin/user', replace: true })
      }),
  component: UserScreen,
  pendingComponent: () => <Loading shape="cards" count={4} />,
})

function UserScreen() {
  const styles = useStyles()
  const now = useServerNow()
  const userId = Number(Route.useParams().userId)
  const { orders, order } = Route.useSearch()
  const may = useMay()
  const queryClient = useQueryClient()
  const navigate = Route.useNavigate()
  const { data: user, dataUpdatedAt } = useSuspenseQuery(getUser(userId))
  const groupName = useGroupName(user.group)
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const [account, setAccount] = useState<Schema<'AccountRow'>>()
  const [done, setDone] = useState<{ words: ReactNode; intent: 'success' | 'warning' } | null>(null)

  // Looked up where a plan is named by its id alone.
  const isNameless = user.account.some(({ orderId, orderName }) => orderId && !orderName)
  const query = { ...listOrders(), enabled: isNameless }
  const plans = useQuery(query).data ?? []
  const open = (name: UserDialog, which?: Schema<'AccountRow'>) => {
    setDone(null)
    setAccount(which)
    setDialog(name)
  }
  const showOrder = (id: string | undefined) =>
    void navigate({
      search: (before) => ({ ...before, order: id }),
      replace: id === undefined,
      resetScroll: false,
    })

  return (
    <Page
      title={user.username}
      back="/admin/user"
      asOf={dataUpdatedAt}
      actions={
        <UserActions
          secondFactor={user.secondFactor}
          may={may}
          onOpen={open}
          onWrite={() =>
            void navigate({ to: '/admin/message/$user', params: { user: String(userId) } })
          }
        />
      }
    >
      {done && <Problem intent={done.intent}>{done.words}</Problem>}
      <div className={styles.columns}>
        <div className={styles.column}>
          <UserAccountsCard
            accounts={user.account}
            now={now}
            onAdd={
              may('assignAccount')
                ? () => open('assign')
                : may('sellPlan')
                  ? () => open('plan')
                  : undefined
            }
            mayMove={may('assignAccount')}
            onMove={(which) => open('move', which)}
            onRemove={(which) => open('unassign', which)}
          />
          <UserFactsCard
            user={user}
            groupName={groupName}
            onComment={may('editUserComment') ? () => open('comment') : undefined}
            onGroup={may('setUserGroup') ? () => open('group') : undefined}
          />
        </div>
        <div className={styles.column}>
          {may('listUserOrders') ? (
            <Suspense fallback={<Loading shape="cards" count={1} />}>
              <AllOrdersCard
                userId={userId}
                onOpen={may('getPlacedOrder') ? showOrder : undefined}
              />
            </Suspense>
          ) : (
            <UserOrdersCard
              userId={userId}
              kind={orders}
              onKind={(kind) =>
                void navigate({
                  search: (before) => ({ ...before, orders: kind }),
                  replace: true,
                  resetScroll: false,
                })
              }
              onOpen={may('getPlacedOrder') ? showOrder : undefined}
              planName={(id) => plans.find((plan) => plan.id === id)?.name}
            />
          )}
          <UserReferralsCard user={user} mayDelete={may('deleteRefCode')} />
          <UserMacsCard userId={userId} accounts={user.account} />
        </div>
      </div>
      <UserDialogs
        open={dialog}
        user={user}
        account={account}
        may={may}
        onOpen={open}
        onClose={() => setDialog(null)}
        onDone={(words, intent = 'success') => {
          setDialog(null)
          setDone({ words, intent })
        }}
        onDeleted={async (startedJob) => {
          // Closed first: a dialog that is unmounted with its page leaves the next one hidden from screen readers.
          setDialog(null)
          await navigate({ to: '/admin/user', replace: true, state: { startedJob } })
          // Only now, or the page would request it again while it closes.
          queryClient.removeQueries({ queryKey: ['getUser', userId] })
        }}
      />
      <Suspense>
        {order !== undefined && may('getPlacedOrder') && (
          <OrderDetail key={order} orderId={order} may={may} onClose={() => showOrder(undefined)} />
        )}
      </Suspense>
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
