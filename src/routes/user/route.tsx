import {
  Chat24Filled,
  Chat24Regular,
  Home24Filled,
  Home24Regular,
  Key24Filled,
  Key24Regular,
  QuestionCircle24Filled,
  QuestionCircle24Regular,
  Receipt24Filled,
  Receipt24Regular,
  Settings24Filled,
  Settings24Regular,
} from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useMay } from '#api/may.ts'
import { getMyUnreadMessages } from '#features/messages/operations.ts'
import { storeLinkedCode, takeLinkedCode } from '#features/checkout/redeem.ts'
import { listMyOrders } from '#features/orders/operations.ts'
import { MessageSender } from '#features/messages/MessageSender.tsx'
import { PushSync } from '#features/push/PushSync.tsx'
import { AreaFrame } from '#features/session/AreaFrame.tsx'
import { AreaScreen } from '#features/session/AreaScreen.tsx'
import { AreaError } from '#features/session/AreaError.tsx'
import { seenIn } from '#device/status.ts'
import { lazy, Suspense } from 'react'
import { Loading } from '#ui/Loading.tsx'

const SeeingBar = lazy(() => import('#features/session/SeeingBar.tsx'))
const OfflinePreload = lazy(() => import('./-OfflinePreload.tsx'))

export const Route = createFileRoute('/user')({
  // Loaded behind the login, not with the first screen.
  beforeLoad: async (args) => {
    const { location } = args
    // People who open the link of a recharge code may have to log in first.
    storeLinkedCode(location.search)
    const context = await (await import('#features/session/guard.ts')).guardUserArea(args)
    const redeem = takeLinkedCode()
    if (redeem !== undefined && location.pathname !== '/user/order')
      throw redirect({ to: '/user/order', search: { redeem }, replace: true })
    return context
  },
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
  const isSeen = seenIn(Route.useRouteContext().status) !== undefined
  // Hidden until the user has an order. Spec 2.
  const { data: orders = [] } = useQuery(listMyOrders())
  const may = useMay()
  const unread = useQuery(getMyUnreadMessages()).data?.unread ?? 0
  const waiting =
    // Not for none: the first number that is put in words costs a slow phone a tenth of a second.
    unread > 0
      ? {
          count: unread,
          label: t`${plural(unread, { one: '# unread message', other: '# unread messages' })}`,
        }
      : undefined
  const settings = {
    label: t`Settings`,
    to: '/user/settings',
    icon: <Settings24Regular />,
    activeIcon: <Settings24Filled />,
  }
  const places = [
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
  ]
  // At the thumb there is room for four; the rest is on the home screen and in the settings, which
  // thus count what waits there.
  const bottom = [...places, { ...settings, waiting }]
  const items = [
    ...places,
    ...(may('listMyMessages')
      ? [
          {
            label: t`Messages`,
            to: '/user/message',
            icon: <Chat24Regular />,
            activeIcon: <Chat24Filled />,
            waiting,
          },
        ]
      : []),
    ...(may('listArticles')
      ? [
          {
            label: t`Help`,
            to: '/user/help',
            icon: <QuestionCircle24Regular />,
            activeIcon: <QuestionCircle24Filled />,
          },
        ]
      : []),
    settings,
  ]
  return (
    <AreaFrame
      items={items}
      bottom={bottom}
      above={
        isSeen && (
          <Suspense>
            <SeeingBar />
          </Suspense>
        )
      }
    >
      <AreaScreen />
      <MessageSender />
      {/* The browser is the admin's, and stores nothing of a customer who is only seen. */}
      {!isSeen && (
        <>
          <PushSync unread={unread} />
          <Suspense>
            <OfflinePreload />
          </Suspense>
        </>
      )}
    </AreaFrame>
  )
}
