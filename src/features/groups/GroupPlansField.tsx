import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { isFlowPack } from '#rules/plan.ts'
import { CheckList } from '#ui/CheckList.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'

type Props = {
  plans: readonly Schema<'Plan'>[]
  all: boolean
  chosen: readonly number[]
  onChange: (change: { allPlans: boolean; plans: readonly number[] }) => void
}

/** What a group's users may buy: every plan there is and will be, or some. */
export function GroupPlansField({ plans, all, chosen, onChange }: Props) {
  const { t } = useLingui()
  const items = plans.map((plan) => ({
    id: plan.id,
    name: plan.name,
    about: isFlowPack(plan) ? t`traffic pack` : plan.shortComment,
  }))
  return (
    <>
      <SwitchField
        label={t`Every plan, including new ones`}
        value={all}
        onChange={(allPlans) => onChange({ allPlans, plans: chosen })}
      />
      {!all && (
        <CheckList
          label={t`Plans`}
          items={items}
          chosen={chosen}
          empty={t`There is no plan yet.`}
          onChange={(next) => onChange({ allPlans: false, plans: next })}
        />
      )}
      {!all && chosen.length === 0 && (
        <Problem intent="info">{t`Without a plan the users of this group can buy nothing.`}</Problem>
      )}
    </>
  )
}
