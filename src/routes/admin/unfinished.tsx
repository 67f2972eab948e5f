import { makeStyles } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Offered } from '#api/Offered.tsx'
import { explainLoad } from '#api/refusals.ts'
import { listConversations } from '#features/messages/operations.ts'
import { StuckOrdersCard } from '#features/orders/StuckOrdersCard.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { useWaiting } from './-useWaiting.ts'

export const Route = createFileRoute('/admin/unfinished')({ component: UnfinishedScreen })

/** Everything that waits for the admin in one place. Spec 2 names the screen and not what is on it. */
function UnfinishedScreen() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { may } = Route.useRouteContext()
  const { rows, isPending, error } = useWaiting(may)
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
        <Offered by="listPlacedOrders">
          <StuckOrdersCard />
        </Offered>
        <Offered by="listConversations">
          <UnreadCard />
        </Offered>
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

/** Users with unread messages. */
function UnreadCard() {
  const { t } = useLingui()
  const { data = [] } = useQuery(listConversations())
  const unread = data.filter((one) => (one.unread ?? 0) > 0)
  if (unread.length === 0) return null
  return (
    <RecentCard
      title={t`Unread conversations`}
      items={unread}
      empty=""
      keyOf={({ userId }) => userId}
    >
      {({ userId, username, content, createTime }) => (
        <Link to="/admin/message/$user" params={{ user: String(userId) }}>
          <RecentLine
            main={username}
            second={content}
            figure={<Moment time={createTime} relative />}
          />
        </Link>
      )}
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
