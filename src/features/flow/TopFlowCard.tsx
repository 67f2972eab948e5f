import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import { Amount } from '#ui/Amount.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
import { deviceZone } from '#ui/now.ts'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { listTopFlow } from './operations.ts'

/** Who has used the most today. Spec 2. */
export function TopFlowCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(listTopFlow(deviceZone()))
  return (
    <RecentCard
      title={t`Most traffic today`}
      link={
        <MoreLink to="/admin/account">
          <Trans>All accounts</Trans>
        </MoreLink>
      }
      items={data}
      problem={error && i18n._(explainLoad(error))}
      empty={t`No traffic yet today.`}
      keyOf={({ userId }) => userId}
    >
      {({ email, port, accountId, sumFlow }) => (
        <Link to="/admin/account/$accountId" params={{ accountId }}>
          <RecentLine
            main={email}
            second={<Trans>Account {port}</Trans>}
            figure={<Amount bytes={sumFlow} />}
          />
        </Link>
      )}
    </RecentCard>
  )
}
