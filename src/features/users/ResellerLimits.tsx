import { useLingui } from '@lingui/react/macro'
import type { Problems } from '#ui/draft.ts'
import { CheckList } from '#ui/CheckList.tsx'
import { FlowField } from '#ui/FlowField.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { LimitsDraft } from './limits.ts'

type Props = {
  draft: LimitsDraft
  problems: Problems<LimitsDraft>
  /** What can be given. */
  plans: readonly { id: number; name: string; baseId: number }[]
  onChange: (fields: Partial<LimitsDraft>) => void
}

/** How much a reseller may do. */
export function ResellerLimits({ draft, problems, plans, onChange }: Props) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Customers at most`}
        inputMode="numeric"
        autoComplete="off"
        hint={t`Leave empty for no limit.`}
        value={draft.customers}
        problem={problems.customers}
        onChange={(customers) => onChange({ customers })}
      />
      <FlowField
        label={t`Traffic at most`}
        hint={t`The sum of all quotas. Leave empty for no limit.`}
        value={draft.traffic}
        problem={problems.traffic}
        onChange={(traffic) => onChange({ traffic })}
      />
      <SwitchField
        label={t`All plans`}
        value={draft.allPlans}
        onChange={(allPlans) => onChange({ allPlans })}
      />
      {!draft.allPlans && (
        <CheckList
          label={t`Plans`}
          items={plans.filter(({ baseId }) => baseId === 0)}
          chosen={draft.plans}
          onChange={(chosen) => onChange({ plans: chosen })}
          empty={t`There is no plan yet.`}
        />
      )}
    </>
  )
}
