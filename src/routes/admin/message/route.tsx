import { useLingui } from '@lingui/react/macro'
import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { type InboxView, inboxView } from '#features/messages/conversationState.ts'
import { Inbox } from '#features/messages/Inbox.tsx'
import { activateArea } from '#locales/activate.ts'
import type { Change } from '#rules/search.ts'
import { ROOMY } from '#ui/desktop.ts'
import { ListBeside, ScrolledBeside } from '#ui/ListBeside.tsx'
import { useMedia } from '#ui/media.ts'

export const Route = createFileRoute('/admin/message')({
  beforeLoad: () => activateArea('messages'),
  validateSearch: (search: Record<string, unknown>): InboxView => inboxView(search),
  component: MessagesArea,
})

/** The list and a conversation side by side where there is room; one after the other on a phone. */
function MessagesArea() {
  const { t } = useLingui()
  const isRoomy = useMedia(ROOMY)
  const view = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user } = useParams({ strict: false })
  const show = (change: Change<InboxView>) => {
    const how = { search: (before: InboxView) => inboxView(change(before)), replace: true } as const
    // The conversation that is open stays open.
    if (user === undefined) void navigate({ to: '/admin/message', ...how })
    else void navigate({ to: '/admin/message/$user', params: { user }, ...how })
  }
  return (
    <ListBeside
      label={t`Conversations`}
      list={
        isRoomy && (
          <ScrolledBeside>
            {(scroller) => (
              <Inbox
                view={view}
                onView={show}
                scroller={scroller}
                openUser={user === undefined ? undefined : Number(user)}
              />
            )}
          </ScrolledBeside>
        )
      }
    >
      <Outlet />
    </ListBeside>
  )
}
