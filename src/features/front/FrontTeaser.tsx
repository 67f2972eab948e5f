import { priceOf } from '#rules/planPrices.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import type { PlanTexts } from './FrontPlan.tsx'

type Props = {
  front: Schema<'FrontPage'>
  texts: PlanTexts
}

/** What is sold here in two lines, for who sees no more than the log-in. */
export function FrontTeaser({ front, texts }: Props) {
  const styles = useStyles()
  const { line, plans, trial } = front
  const cheapest = cheapestOf(plans)
  const { price } = cheapest ? texts.prices(cheapest) : {}
  const lasts = cheapest ? texts.terms(cheapest) : ''
  const terms = trial ? texts.terms(trial) : ''
  return (
    <div className={styles.teaser}>
      {line && <span className={styles.line}>{line}</span>}
      {price && (
        <span>
          <Trans>
            From {price} ({lasts})
          </Trans>
        </span>
      )}
      {trial && (
        <span>
          <Trans>Free trial: {terms}. An email address is enough.</Trans>
        </span>
      )}
    </div>
  )
}

/** The plan of the lowest price; only prices of one currency can be compared. */
function cheapestOf(plans: Schema<'FrontPage'>['plans']) {
  const way = paidKinds().find((kind) => plans.some((plan) => priceOf(plan, kind) > 0)) ?? ''
  return plans
    .filter((plan) => priceOf(plan, way) > 0)
    .toSorted((a, b) => priceOf(a, way) - priceOf(b, way))[0]
}

const useStyles = makeStyles({
  teaser: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    maxWidth: '400px',
    color: tokens.colorNeutralForeground2,
    textAlign: 'center',
    textWrap: 'balance',
    overflowWrap: 'anywhere',
    animationName: { from: { opacity: 0 } },
    animationDuration: tokens.durationNormal,
  },
  line: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
})
