import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { OperationId } from '#contract'
import { MoreLink } from '#ui/MoreLink.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { useWaiting } from './-useWaiting.ts'

/** As many as there are kinds, so that none hides another; more would push the other cards away. */
const SHOWN_LIMIT = 7

/** The most pressing of what waits for the admin, and the way to all of it; nothing when all is done. */
export function WaitingCard({ may }: { may: (id: OperationId) => boolean }) {
  const { t } = useLingui()
  const { rows } = useWaiting(may)
  if (rows.length === 0) return null
  return (
    <RecentCard
      title={t`Needs attention`}
      link={
        <MoreLink to="/admin/unfinished">
          <Trans>Show all</Trans>
        </MoreLink>
      }
      items={rows.slice(0, SHOWN_LIMIT)}
      empty=""
      keyOf={({ key }) => key}
    >
      {({ to, search, words, why }) => (
        <Link to={to} search={search}>
          <RecentLine main={words} second={why} />
        </Link>
      )}
    </RecentCard>
  )
}
