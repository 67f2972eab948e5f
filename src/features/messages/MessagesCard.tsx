import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explainLoad } from '#api/refusals.ts'
import { MoreLink } from '#ui/MoreLink.tsx'
import { RecentCard } from '#ui/RecentCard.tsx'
import { ConversationLine } from './ConversationLine.tsx'
import { listConversations } from './operations.ts'

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
