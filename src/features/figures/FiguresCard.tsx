import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { formatFlow } from '#rules/flow.ts'
import { fleetTotals, rateText } from '#rules/lights.ts'
import { listServerLights, listServers } from '#features/servers/operations.ts'
import { numberFormat } from '#rules/formats.ts'
import { moneyText } from '#rules/money.ts'
import { DESKTOP } from '#ui/desktop.ts'
import { useNow } from '#ui/now.ts'
import { Problem } from '#ui/Problem.tsx'
import { ScreenReaderText } from '#ui/ScreenReaderText.tsx'
import { changeText } from './amounts.ts'
import { dayName } from './days.ts'
import { DaysTable } from './DaysTable.tsx'
import { Figure } from './Figure.tsx'
import { getShopFigures } from './operations.ts'

type Props = {
  /** The list of what was paid for since a day, as an address has it. */
  paidSince: (day: string) => LinkProps['search']
  /** The same of renewals, and the accounts that ended and were not renewed. */
  renewedSince: (day: string) => LinkProps['search']
  lapsed: LinkProps['search']
}

/** The figures of the shop at a glance: each links to what it counts. */
export function FiguresCard({ paidSince, renewedSince, lapsed }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const now = useNow()
  const { data, error } = useQuery(getShopFigures())
  const may = useMay()
  // The servers carry the traffic of all groups.
  const showsFleet = may('listServerLights') && may('createServer')
  const lit = useQuery({ ...listServerLights(), enabled: showsFleet })
  const known = useQuery({ ...listServers({ status: true }), enabled: showsFleet })
  if (!data && error) return <Problem>{i18n._(explainLoad(error))}</Problem>
  if (!data)
    return (
      <Skeleton aria-label={t`Loading`} className={styles.strip}>
        {[1, 2, 3, 4, 5, 6, 7].map((tile) => (
          <div key={tile} className={styles.waiting}>
            <SkeletonItem size={16} />
            <SkeletonItem size={32} />
            <SkeletonItem size={36} />
          </div>
        ))}
      </Skeleton>
    )
  const number = numberFormat(locale, {})
  const { orders, customers, online, accounts, trade, days } = data
  const [first, second] = data.income
  const currency = first?.currency ?? 'CNY'
  const month = moneyText(first?.month ?? 0, currency, locale)
  const change = first && changeText(first.month, first.monthBefore, locale)
  const [begun, came, usable] = [orders.begun, customers.yesterday, accounts].map((one) =>
    number.format(one),
  )
  const renewals = trade && changeText(trade.renewals, trade.before, locale)
  const renewedBefore = number.format(trade?.before ?? 0)
  const fleet = showsFleet ? lit.data : undefined
  const today = paidSince(dayName(now))
  const carried = days?.map(({ bytes }) => bytes)
  const [dayBefore, thisDay] = (carried ?? [])
    .slice(-2)
    .map((bytes) => formatFlow(bytes ?? 0, locale))
  return (
    <>
      <div className={styles.strip}>
        <Figure
          name={t`Income today`}
          to="/admin/pay"
          search={today}
          value={moneyText(first?.today ?? 0, currency, locale)}
          // On most days the other currency has no income.
          beside={
            second && second.today !== 0
              ? `+ ${moneyText(second.today, second.currency, locale)}`
              : undefined
          }
          about={
            <>
              <Trans>{month} this month</Trans>
              {change && (
                <span title={t`Compared with last month up to the same time`}> ({change})</span>
              )}
            </>
          }
          days={first?.days.map(({ cents }) => Math.max(0, cents))}
        />
        <Figure
          name={t`Paid orders today`}
          to="/admin/pay"
          search={today}
          value={number.format(orders.paid)}
          about={<Trans>{begun} not paid yet</Trans>}
          days={trade?.days.map(({ paid }) => paid)}
        />
        {trade && (
          <Figure
            name={t`Renewals in 30 days`}
            to="/admin/pay"
            search={renewedSince(trade.days[0]?.date ?? '')}
            value={number.format(trade.renewals)}
            about={
              <span title={t`Orders paid by customers who had paid before, today included`}>
                <Trans>{renewedBefore} in the 30 days before</Trans>
                {renewals && ` (${renewals})`}
              </span>
            }
            days={trade.days.map((day) => day.renewals)}
          />
        )}
        {data.lapsed !== undefined && (
          <Figure
            name={t`Not renewed`}
            to="/admin/account"
            search={lapsed}
            value={number.format(data.lapsed)}
            about={
              <span title={t`Deleted accounts are not counted`}>
                <Trans>accounts that ended 7 to 30 days ago</Trans>
              </span>
            }
          />
        )}
        <Figure
          name={t`New customers today`}
          to="/admin/user"
          value={number.format(customers.today)}
          about={<Trans>{came} yesterday</Trans>}
          days={days?.map((day) => day.customers)}
        />
        <Figure
          name={t`Online now`}
          to="/admin/account/online"
          value={number.format(online)}
          about={<Trans>of {usable} accounts</Trans>}
          days={days?.map((day) => day.online)}
        />
        {fleet && (
          <Figure
            name={t`Traffic now`}
            to="/admin/server"
            value={rateText(fleetTotals(fleet).rate, locale)}
            about={<Servers fleet={fleet} all={known.data?.length ?? fleet.length} />}
            days={carried}
          />
        )}
        {!showsFleet && thisDay !== undefined && (
          <Figure
            name={t`Traffic today`}
            to="/admin/account"
            value={thisDay}
            about={<Trans>{dayBefore} yesterday</Trans>}
            days={carried}
          />
        )}
      </div>
      {days && (
        <ScreenReaderText as="div">
          <DaysTable days={days} />
        </ScreenReaderText>
      )}
    </>
  )
}

/** Of all servers there are: one nobody has looked at is none that serves. */
function Servers({ fleet, all }: { fleet: readonly Schema<'ServerLights'>[]; all: number }) {
  const { serving } = fleetTotals(fleet)
  if (all > 0 && fleet.every(({ lookedAt }) => lookedAt === null)) return <Trans>Not known</Trans>
  return (
    <Trans>
      {serving} of {all} servers carry traffic
    </Trans>
  )
}

const useStyles = makeStyles({
  // Lines between them are the ground that shows through.
  strip: {
    display: 'grid',
    // With the first one twice as wide where their number is odd, they fill two rows.
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    [DESKTOP]: {
      gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
      ':has(> :last-child:nth-child(6))': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    },
    gap: '1px',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralStroke2,
  },
  waiting: {
    ':first-child': { gridColumn: 'span 2' },
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '16px',
    backgroundColor: tokens.colorNeutralBackground1,
  },
})
