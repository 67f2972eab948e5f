import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { RecentLine } from '#ui/RecentCard.tsx'
import { usePreview } from './preview.ts'

/** A conversation on a screen that sums up: whose it is, and what was written last. */
export function ConversationLine({ conversation }: { conversation: Schema<'Conversation'> }) {
  const { userId, username, createTime } = conversation
  return (
    <Link to="/admin/message/$user" params={{ user: String(userId) }}>
      <RecentLine
        main={username}
        second={usePreview(conversation)}
        figure={<Moment time={createTime} relative />}
      />
    </Link>
  )
}
