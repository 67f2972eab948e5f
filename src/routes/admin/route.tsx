import {
  Book24Filled,
  Book24Regular,
  Chat24Filled,
  Chat24Regular,
  Home24Filled,
  Home24Regular,
  Key24Filled,
  Key24Regular,
  People24Filled,
  People24Regular,
  Search24Regular,
  Receipt24Filled,
  Receipt24Regular,
  Server24Filled,
  Server24Regular,
  Settings24Filled,
  Settings24Regular,
} from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useMay } from '#api/may.ts'
import { useChoices } from '#device/choices.ts'
import { knownStatus, storeStatus, useStatus } from '#device/status.ts'
import { getUnreadMessages, waitingOf } from '#features/messages/operations.ts'
import { MessageSender } from '#features/messages/MessageSender.tsx'
import { PushSync } from '#features/push/PushSync.tsx'
import { AreaError } from '#features/session/AreaError.tsx'
import { AreaFrame } from '#features/session/AreaFrame.tsx'
import { AreaScreen } from '#features/session/AreaScreen.tsx'
import { getBaseSetting } from '#features/settings/operations.ts'
import { Loading } from '#ui/Loading.tsx'
import { MenuDrawer } from '#ui/MenuDrawer.tsx'
import { letLettersAct } from '#ui/shortcut.ts'
import { openPalette, Search } from './-Search.tsx'

export const Route = createFileRoute('/admin')({
  // Loaded behind the login, not with the first screen.
  beforeLoad: async (args) => (await import('#features/session/guard.ts')).guardAdminArea(args),
  component: AdminArea,
  pendingComponent: Loading,
  errorComponent: AreaError,
})

function AdminArea() {
  const { queryClient } = Route.useRouteContext()
  return (
    <QueryClientProvider client={queryClient}>
      <Places />
    </QueryClientProvider>
  )
}

function Places() {
  const { t } = useLingui()
  const { isMain } = Route.useRouteContext()
  const [searching, setSearching] = useState(false)
  const search = useCallback(() => openPalette(() => setSearching(true)), [])
  useSearchKeys(setSearching)
  const { letterKeys = true } = useChoices()
  useEffect(() => letLettersAct(letterKeys), [letterKeys])
  const may = useMay()
  const conversations = waitingOf(useQuery(getUnreadMessages()).data)
  const messages = may('listConversations')
    ? {
        label: t`Messages`,
        to: '/admin/message',
        icon: <Chat24Regular />,
        activeIcon: <Chat24Filled />,
        // Not for none: the first number that is put in words costs a slow phone a tenth of a second.
        waiting:
          conversations > 0
            ? {
                count: conversations,
                label: t`${plural(conversations, { one: '# unanswered conversation', other: '# unanswered conversations' })}`,
              }
            : undefined,
      }
    : undefined
  const find = { label: t`Search`, icon: <Search24Regular />, onClick: search }
  const items = [
    { ...find, keys: isApple ? '⌘ K' : 'Ctrl K' },
    {
      label: t`Home`,
      to: '/admin/index',
      also: ['/admin/unfinished'],
      icon: <Home24Regular />,
      activeIcon: <Home24Filled />,
    },
    ...(messages ? [messages] : []),
    // The server menu is the main admin's. Spec 2 and 6.
    ...(isMain
      ? [
          {
            label: t`Servers`,
            to: '/admin/server',
            also: ['/admin/addServer'],
            icon: <Server24Regular />,
            activeIcon: <Server24Filled />,
          },
        ]
      : []),
    {
      label: t`Users`,
      to: '/admin/user',
      also: ['/admin/addUser', '/admin/admin'],
      icon: <People24Regular />,
      activeIcon: <People24Filled />,
    },
    {
      label: t`Accounts`,
      to: '/admin/account',
      also: ['/admin/addAccount'],
      icon: <Key24Regular />,
      activeIcon: <Key24Filled />,
    },
    {
      label: t`Orders`,
      to: '/admin/pay',
      icon: <Receipt24Regular />,
      activeIcon: <Receipt24Filled />,
    },
    ...(may('listArticles')
      ? [
          {
            label: t`Articles`,
            to: '/admin/article',
            also: ['/admin/addArticle'],
            icon: <Book24Regular />,
            activeIcon: <Book24Filled />,
          },
        ]
      : []),
    {
      label: t`Settings`,
      to: '/admin/settings',
      also: ['/admin/notice', '/admin/job'],
      icon: <Settings24Regular />,
      activeIcon: <Settings24Filled />,
    },
  ]
  return (
    <AreaFrame items={items} bottom={[find, ...(messages ? [messages] : [])]} drawer={MenuDrawer}>
      <AreaScreen />
      {isMain && <StoreName />}
      <PushSync unread={conversations} />
      <MessageSender />
      <Search open={searching} onClose={() => setSearching(false)} may={may} />
    </AreaFrame>
  )
}

/** Takes the site's name from the settings, where the status leaves it out. */
function StoreName() {
  const isNamed = useStatus()?.title !== undefined
  const title = useQuery({ ...getBaseSetting(), enabled: !isNamed }).data?.title
  useEffect(() => {
    const status = knownStatus()?.status
    if (title && status && status.title !== title) storeStatus({ ...status, title })
  }, [title])
  return null
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Ctrl-K or Cmd-K opens the search over everything, and closes it. */
function useSearchKeys(onToggle: (change: (open: boolean) => boolean) => void) {
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      const isMeant = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isMeant || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Beside another dialog it would be out of reach of the keyboard.
      onToggle((open) => !open && document.querySelector('[aria-modal="true"]') === null)
    }
    addEventListener('keydown', toggle)
    return () => removeEventListener('keydown', toggle)
  }, [onToggle])
}
