import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { UsageBar } from '#ui/UsageBar.tsx'
import { getShopFigures } from './operations.ts'

/** What a reseller may give and how much of it is given; nothing for other admins. */
export function LimitsCard() {
  const { t, i18n } = useLingui()
  const { limits } = useQuery(getShopFigures()).data ?? {}
  if (!limits) return null
  const { maxCustomers, plans } = limits
  const customers = i18n.number(limits.customers)
  const most = maxCustomers !== null && i18n.number(maxCustomers)
  return (
    <Card title={t`Your limits`}>
      <Facts>
        <Fact name={t`Customers`}>
          {most === false ? (
            <Trans>{customers}, no limit</Trans>
          ) : (
            <Trans>
              {customers} of {most}
            </Trans>
          )}
        </Fact>
        <Fact name={t`Plans`}>{plans ?? <Trans>All plans</Trans>}</Fact>
      </Facts>
      <div>
        <Trans>Traffic of all customers in a cycle</Trans>
        <UsageBar used={limits.traffic} quota={limits.maxTraffic} />
      </div>
    </Card>
  )
}
