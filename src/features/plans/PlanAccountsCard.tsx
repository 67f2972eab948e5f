import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import type { useDraft } from '#ui/draft.ts'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import type { PlanDraft } from './draft.ts'
import { ServersField } from './ServersField.tsx'

type Props = {
  form: ReturnType<typeof useDraft<PlanDraft>>
  servers: readonly Schema<'Server'>[]
}

/** The terms of an account bought by this plan. */
export function PlanAccountsCard({ form, servers }: Props) {
  const { t } = useLingui()
  const { draft, field, change } = form
  return (
    <Card title={t`Accounts it creates`}>
      <ServersField
        servers={servers}
        all={draft.allServers}
        chosen={draft.servers}
        problem={field('servers').problem}
        onChange={change}
      />
      <TextField
        label={t`Ports`}
        hint={t`For example 21000-21100, 22000. 0 takes them from the range of the settings.`}
        {...field('portRange')}
      />
      <SwitchField
        label={t`Share the quota across servers`}
        hint={t`If off, each server has a quota of its own.`}
        {...field('multiServerFlow')}
      />
      <SwitchField
        label={t`Active right away`}
        hint={t`If off, its time starts when the customer activates it.`}
        {...field('active')}
      />
      <SwitchField
        label={t`May change to another plan before it expires`}
        hint={t`If off, it can only be renewed with this plan until then.`}
        {...field('changeOrderType')}
      />
      <SwitchField label={t`Remove the account after it has expired`} {...field('autoRemove')} />
      {draft.autoRemove && (
        <TimeField label={t`Delay before deletion`} {...field('autoRemoveDelay')} />
      )}
    </Card>
  )
}
