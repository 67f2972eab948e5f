import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { isFlowPack } from '#rules/plan.ts'
import { Card } from '#ui/Card.tsx'
import { type PlanAction, PlanRow } from './PlanRow.tsx'

type Plan = Schema<'Plan'>
type Props = {
  plans: readonly Plan[]
  aboutOf: (plan: Plan) => string
  priceOf: (plan: Plan) => string
  onAction: (plan: Plan, action: PlanAction) => void
}

/** The plans on offer, each with its flow packs under it. */
export function PlanList({ plans, aboutOf, priceOf, onAction }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const rowOf = (plan: Plan) => (
    <PlanRow
      plan={plan}
      about={aboutOf(plan)}
      price={priceOf(plan)}
      isPack={isFlowPack(plan)}
      onAction={(action) => onAction(plan, action)}
    />
  )
  const ids = new Set(plans.map(({ id }) => id))
  // A pack whose plan is gone is listed by itself.
  const tops = plans.filter((plan) => !isFlowPack(plan) || !ids.has(plan.baseId))
  return (
    <Card flush>
      <ul className={styles.list} aria-label={t`Plans`}>
        {tops.map((plan) => {
          const { name } = plan
          const packs = plans.filter(({ baseId }) => baseId === plan.id)
          return (
            <li key={plan.id} className={styles.item}>
              {rowOf(plan)}
              {packs.length > 0 && (
                <ul className={styles.list} aria-label={t`Traffic packs of ${name}`}>
                  {packs.map((pack) => (
                    <li key={pack.id} className={styles.inner}>
                      {rowOf(pack)}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  inner: { borderTop: `1px dashed ${tokens.colorNeutralStroke3}` },
})
