import {
  Book24Filled,
  Book24Regular,
  Home24Filled,
  Home24Regular,
  Key24Filled,
  Key24Regular,
  People24Filled,
  People24Regular,
  Receipt24Filled,
  Receipt24Regular,
  Server24Filled,
  Server24Regular,
  Settings24Filled,
  Settings24Regular,
} from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AreaError } from '#features/session/AreaError.tsx'
import { AreaFrame } from '#features/session/AreaFrame.tsx'
import { Loading } from '#ui/Loading.tsx'

export const Route = createFileRoute('/admin')({
  // Loaded behind the login, out of the first screen's way.
  beforeLoad: async () => (await import('#features/session/guard.ts')).guardAdminArea(),
  component: AdminArea,
  pendingComponent: Loading,
  errorComponent: AreaError,
})

function AdminArea() {
  const { t } = useLingui()
  const { queryClient, isMain } = Route.useRouteContext()
  const items = [
    { label: t`Home`, to: '/admin/index', icon: <Home24Regular />, activeIcon: <Home24Filled /> },
    // The server menu is the main admin's. Spec 2 and 6.
    ...(isMain
      ? [
          {
            label: t`Servers`,
            to: '/admin/server',
            icon: <Server24Regular />,
            activeIcon: <Server24Filled />,
          },
        ]
      : []),
    {
      label: t`Users`,
      to: '/admin/user',
      icon: <People24Regular />,
      activeIcon: <People24Filled />,
    },
    {
      label: t`Accounts`,
      to: '/admin/account',
      icon: <Key24Regular />,
      activeIcon: <Key24Filled />,
    },
    {
      label: t`Orders`,
      to: '/admin/pay',
      icon: <Receipt24Regular />,
      activeIcon: <Receipt24Filled />,
    },
    {
      label: t`Articles`,
      to: '/admin/article',
      icon: <Book24Regular />,
      activeIcon: <Book24Filled />,
    },
    {
      label: t`Settings`,
      to: '/admin/settings',
      icon: <Settings24Regular />,
      activeIcon: <Settings24Filled />,
    },
  ]
  return (
    <QueryClientProvider client={queryClient}>
      <AreaFrame items={items}>
        <Outlet />
      </AreaFrame>
    </QueryClientProvider>
  )
}
