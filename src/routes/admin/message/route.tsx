import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type InboxView, inboxView } from '#features/messages/conversationState.ts'
import { Inbox } from '#features/messages/Inbox.tsx'
import { activateArea } from '#locales/activate.ts'
import { ROOMY } from '#ui/desktop.ts'
import { useMedia } from '#ui/media.ts'

export const Route = createFileRoute('/admin/message')({
  beforeLoad: () => activateArea('messages'),
  validateSearch: (search: Record<string, unknown>): InboxView => inboxView(search),
  component: MessagesArea,
})

/** The list and a conversation side by side where there is room; one after the other on a phone. */
function MessagesArea() {
  const styles = useStyles()
  const { t } = useLingui()
  const isRoomy = useMedia(ROOMY)
  const view = Route.useSearch()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const navigate = Route.useNavigate()
  const { user } = useParams({ strict: false })
  if (!isRoomy) return <Outlet />
  const show = (next: InboxView) => {
    const how = { search: inboxView(next), replace: true } as const
    // The conversation that is open stays open.
    if (user === undefined) void navigate({ to: '/admin/message', ...how })
    else void navigate({ to: '/admin/message/$user', params: { user }, ...how })
  }
  return (
    <div className={styles.area}>
      <section ref={setScroller} className={styles.list} aria-label={t`Conversations`}>
        <Inbox
          view={view}
          onView={show}
          scroller={scroller}
          openUser={user === undefined ? undefined : Number(user)}
        />
      </section>
      <div className={styles.open}>
        <Outlet />
      </div>
    </div>
  )
}

const useStyles = makeStyles({
  area: { display: 'flex', flexGrow: 1, alignItems: 'stretch' },
  list: {
    boxSizing: 'border-box',
    width: '360px',
    flexShrink: 0,
    padding: '12px 16px',
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    // Stays while a long conversation goes by.
    position: 'sticky',
    top: 'env(titlebar-area-height, 0px)',
    alignSelf: 'flex-start',
    height: 'calc(100dvh - env(titlebar-area-height, 0px))',
    overflowY: 'auto',
  },
  open: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
})
