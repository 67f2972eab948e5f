import { Link, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { cycleOf, expireOf } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { forecastOf } from '#rules/forecast.ts'
import type { Usage } from './accountStatus.ts'

type Props = {
  account: Schema<'Account'>
  usage: Usage
  now: number
  /** Leads to more traffic; left out where none can be bought. */
  onMore?: () => void
}

/** A sentence on whether the traffic of this cycle will suffice, and the remedy if it will not. */
export function ForecastLine({ account, usage, now, onMore }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const cycle = cycleOf(account, now)
  const end = expireOf(account)
  const forecast = cycle && end !== null ? forecastOf(cycle, usage, { now, end }) : undefined
  if (!forecast) return null
  const dayOf = (time: number) => i18n.date(new Date(time), { month: 'long', day: 'numeric' })
  if ('endsAt' in forecast) {
    const day = dayOf(forecast.endsAt)
    return (
      <p className={styles.line}>
        <Trans>At this pace the traffic is used up on {day}.</Trans>{' '}
        {onMore && (
          <Link as="button" className={styles.more} onClick={onMore}>
            <Trans>Get more traffic</Trans>
          </Link>
        )}
      </p>
    )
  }
  const left = formatFlow(Math.round(forecast.left), i18n.locale)
  const day = dayOf(forecast.at)
  return (
    <p className={styles.line}>
      <Trans>
        Enough: at this pace about {left} will be left on {day}.
      </Trans>
    </p>
  )
}

const useStyles = makeStyles({
  line: {
    margin: 0,
    textAlign: 'center',
    textWrap: 'balance',
    color: tokens.colorNeutralForeground2,
  },
  more: { minHeight: '44px', fontWeight: tokens.fontWeightSemibold },
})
