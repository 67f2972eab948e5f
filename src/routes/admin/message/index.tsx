import { ChatMultipleRegular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { inboxView } from '#features/messages/conversationState.ts'
import { Inbox } from '#features/messages/Inbox.tsx'
import { ROOMY } from '#ui/desktop.ts'
import { Empty } from '#ui/Empty.tsx'
import { useMedia } from '#ui/media.ts'
import { Page } from '#ui/Page.tsx'
import { Route as MessagesRoute } from './route.tsx'

export const Route = createFileRoute('/admin/message/')({ component: MessagesScreen })

/** What users wrote: the list itself on a phone, and the room for one of them beside it elsewhere. */
function MessagesScreen() {
  const { t } = useLingui()
  const isRoomy = useMedia(ROOMY)
  const view = MessagesRoute.useSearch()
  const navigate = MessagesRoute.useNavigate()
  return (
    <Page title={t`Messages`}>
      {isRoomy ? (
        <Empty icon={<ChatMultipleRegular />}>
          <Trans>Choose a conversation.</Trans>
        </Empty>
      ) : (
        <Inbox
          view={view}
          onView={(change) =>
            void navigate({ to: '.', search: (before) => inboxView(change(before)), replace: true })
          }
          openUser={undefined}
        />
      )}
    </Page>
  )
}
