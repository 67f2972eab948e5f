import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import { Moment } from '#ui/Moment.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { listRecentLogins, listRecentSignUps } from './operations.ts'

type Person = { id: number; username: string; port: number | null; time: number }

/** Who signed up last. Spec 2. */
export function RecentSignUpsCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(listRecentSignUps())
  return (
    <RecentCard
      title={t`Recent sign-ups`}
      link={<AllUsers />}
      items={data?.map(({ createTime, ...person }) => ({ ...person, time: createTime }))}
      problem={error && i18n._(explainLoad(error))}
      empty={t`No one has signed up yet.`}
      keyOf={({ id }) => id}
    >
      {personRow}
    </RecentCard>
  )
}

/** Who logged in last. Spec 2. */
export function RecentLoginsCard() {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(listRecentLogins())
  return (
    <RecentCard
      title={t`Recent logins`}
      link={<AllUsers />}
      items={data?.map(({ lastLogin, ...person }) => ({ ...person, time: lastLogin ?? 0 }))}
      problem={error && i18n._(explainLoad(error))}
      empty={t`No customer has logged in yet.`}
      keyOf={({ id }) => id}
    >
      {personRow}
    </RecentCard>
  )
}

const personRow = ({ id, username, port, time }: Person) => (
  <Link to="/admin/user/$userId" params={{ userId: String(id) }}>
    <RecentLine
      main={username}
      second={port === null ? <Trans>No account</Trans> : <Trans>Account {port}</Trans>}
      figure={time > 0 && <Moment time={time} relative />}
    />
  </Link>
)

function AllUsers() {
  return (
    <MoreLink to="/admin/user">
      <Trans>All users</Trans>
    </MoreLink>
  )
}
