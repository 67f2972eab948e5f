import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Moment } from '#ui/Moment.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { listConversations } from './operations.ts'
import { usePreview } from './preview.ts'

const SHOWN_LIMIT = 5

/** What users wrote last, newest first. Spec 2. */
export function MessagesCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(listConversations())
  return (
    <RecentCard
      title={t`Messages`}
      link={<MoreLink to="/admin/message">{t`All messages`}</MoreLink>}
      items={data?.slice(0, SHOWN_LIMIT)}
      problem={error && i18n._(explainLoad(error))}
      empty={t`No one has written yet.`}
      keyOf={({ userId }) => userId}
    >
      {(conversation) => <ConversationLine conversation={conversation} />}
    </RecentCard>
  )
}

function ConversationLine({ conversation }: { conversation: Schema<'Conversation'> }) {
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
