import { makeStyles } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import { ConversationLine } from '#features/messages/ConversationLine.tsx'
import { listWaiting } from '#features/messages/operations.ts'
import { StuckOrdersCard } from '#features/orders/StuckOrdersCard.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loading } from '#ui/Loading.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { useWaiting } from './-useWaiting.ts'

export const Route = createFileRoute('/admin/unfinished')({ component: UnfinishedScreen })

/** Everything that waits for the admin in one place. Spec 2 names the screen and not what is on it. */
function UnfinishedScreen() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const may = useMay()
  const { rows, isPending, error } = useWaiting()
  // Items with a card of their own below need no line.
  const lines = rows.filter(({ key }) => key !== 'orders' && key !== 'messages')
  return (
    <Page title={t`Needs attention`} back="/admin/index">
      {error && <Problem>{i18n._(explainLoad(error))}</Problem>}
      {rows.length === 0 && isPending && !error && <Loading shape="rows" />}
      {rows.length === 0 && !isPending && !error && (
        <Empty icon={<CheckmarkCircleRegular />}>
          <Trans>Nothing needs your attention.</Trans>
        </Empty>
      )}
      <div className={styles.cards}>
        {may('listPlacedOrders') && <StuckOrdersCard />}
        {may('listConversations') && <UnansweredCard />}
        {lines.length > 0 && (
          <RecentCard title={t`Also check`} items={lines} empty="" keyOf={({ key }) => key}>
            {({ to, search, words, why }) => (
              <Link to={to} search={search}>
                <RecentLine main={words} second={why} />
              </Link>
            )}
          </RecentCard>
        )}
      </div>
    </Page>
  )
}

/** How many of those who wait for an answer are listed here. */
const SHOWN_LIMIT = 10

/** Users who wait for an answer, the longest first. */
function UnansweredCard() {
  const { t } = useLingui()
  const { data = [] } = useQuery(listWaiting(SHOWN_LIMIT))
  // Where all of them are listed, those with something unread are sure to wait.
  const waiting = data.filter((one) =>
    one.state ? one.state === 'waiting' : (one.unread ?? 0) > 0,
  )
  if (waiting.length === 0) return null
  return (
    <RecentCard
      title={t`Unanswered`}
      link={<MoreLink to="/admin/message">{t`All messages`}</MoreLink>}
      items={waiting.slice(0, SHOWN_LIMIT)}
      empty=""
      keyOf={({ userId }) => userId}
    >
      {(conversation) => <ConversationLine conversation={conversation} />}
    </RecentCard>
  )
}

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gap: '16px',
    alignItems: 'start',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
  },
})
