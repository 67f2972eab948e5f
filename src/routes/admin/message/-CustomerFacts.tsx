import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { listUserOrders } from '#features/orders/operations.ts'
import { sumText } from '#features/orders/PaidSums.tsx'
import { listText } from '#rules/formats.ts'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'

/** What is known of a customer, beside what they write. */
export function CustomerFacts({ user }: { user: Schema<'User'> }) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(listUserOrders(user.id))
  const last = data?.orders[0]
  const plans = user.account.flatMap(({ orderName }) => (orderName ? [orderName] : []))
  return (
    <Facts>
      {plans.length > 0 && <Fact name={t`Plan`}>{listText(plans, i18n.locale)}</Fact>}
      {data && (
        <Fact name={t`Last order`}>
          {last ? <Moment time={last.createTime} relative /> : <Trans>None</Trans>}
        </Fact>
      )}
      {data?.paid.map((sum) => (
        <Fact key={sum.currency} name={t`Total paid`}>
          {sumText(sum, i18n.locale)}
        </Fact>
      ))}
      <Fact name={t`Signed up`}>
        <Moment time={user.createTime} />
      </Fact>
      {user.comment !== '' && <Fact name={t`Comment`}>{user.comment}</Fact>}
    </Facts>
  )
}
