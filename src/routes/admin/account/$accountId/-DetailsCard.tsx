import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { TYPE_NAMES } from '#features/accounts/names.ts'
import { listOrders } from '#features/plans/operations.ts'
import { isUnlimited } from '#rules/account.ts'
import { formatDuration } from '#rules/duration.ts'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { SpeedFact } from '#ui/SpeedFact.tsx'

/** The owner and terms of the account; `servers` is how many it may use. */
export function DetailsCard({ account, servers }: { account: Schema<'Account'>; servers: number }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const {
    user,
    userId,
    type,
    orderId,
    data,
    server,
    autoRemove,
    autoRemoveDelay,
    multiServerFlow,
  } = account
  const plans = useQuery({ ...listOrders(), enabled: orderId !== 0 && account.orderName == null })
  const plan = account.orderName ?? plans.data?.find(({ id }) => id === orderId)?.name
  const unnamed = plans.isPending ? '…' : `#${orderId}`
  const period = TYPE_NAMES[type]
  const delay = formatDuration(autoRemoveDelay)
  return (
    <Card title={t`Details`}>
      <Facts>
        <Fact name={t`User`}>
          {userId !== null && user !== null ? (
            <Link
              to="/admin/user/$userId"
              params={{ userId: String(userId) }}
              className={styles.link}
            >
              {user}
            </Link>
          ) : (
            <Trans>No user</Trans>
          )}
        </Fact>
        <Fact name={t`Plan`}>{plan ?? (orderId === 0 ? t`No plan` : unnamed)}</Fact>
        <Fact name={t`Type`}>
          {period && i18n._(period)}
          {!isUnlimited(account) && data?.limit !== undefined && ` × ${data.limit}`}
        </Fact>
        {data?.create !== undefined && (
          <Fact name={t`Start`}>
            <Moment time={data.create} />
          </Fact>
        )}
        <Fact name={t`Servers`}>{server === null ? t`All (${servers})` : servers}</Fact>
        <Fact name={t`Quota`}>
          {multiServerFlow ? t`Shared by all servers` : t`Separate per server`}
        </Fact>
        <SpeedFact speed={account.speed} />
        {!isUnlimited(account) && (
          <Fact name={t`Delete automatically`}>
            {autoRemove ? (
              autoRemoveDelay > 0 ? (
                <Trans>{delay} after expiry</Trans>
              ) : (
                <Trans>On expiry</Trans>
              )
            ) : (
              <Trans>No</Trans>
            )}
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

const useStyles = makeStyles({ link: { color: tokens.colorBrandForegroundLink } })
