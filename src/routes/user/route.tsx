import {
  Home24Filled,
  Home24Regular,
  Key24Filled,
  Key24Regular,
  Receipt24Filled,
  Receipt24Regular,
  Settings24Filled,
  Settings24Regular,
} from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listMyOrders } from '#features/payments/operations.ts'
import { AreaFrame } from '#features/session/AreaFrame.tsx'
import { AreaError } from '#features/session/AreaError.tsx'
import { Loading } from '#ui/Loading.tsx'

export const Route = createFileRoute('/user')({
  // Loaded behind the login, out of the first screen's way.
  beforeLoad: async () => (await import('#features/session/guard.ts')).guardUserArea(),
  component: UserArea,
  pendingComponent: Loading,
  errorComponent: AreaError,
})

function UserArea() {
  const { queryClient } = Route.useRouteContext()
  return (
    <QueryClientProvider client={queryClient}>
      <Places />
    </QueryClientProvider>
  )
}

function Places() {
  const { t } = useLingui()
  // Hidden until the user has an order. Spec 2.
  const { data: orders = [] } = useQuery(listMyOrders())
  const items = [
    { label: t`Home`, to: '/user/index', icon: <Home24Regular />, activeIcon: <Home24Filled /> },
    {
      label: t`Accounts`,
      to: '/user/account',
      icon: <Key24Regular />,
      activeIcon: <Key24Filled />,
    },
    ...(orders.length > 0
      ? [
          {
            label: t`Orders`,
            to: '/user/order',
            icon: <Receipt24Regular />,
            activeIcon: <Receipt24Filled />,
          },
        ]
      : []),
    {
      label: t`Settings`,
      to: '/user/settings',
      icon: <Settings24Regular />,
      activeIcon: <Settings24Filled />,
    },
  ]
  return (
    <AreaFrame items={items} bottom={items}>
      <Outlet />
    </AreaFrame>
  )
}
