import { Field, Radio, RadioGroup } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listOrders } from '#features/plans/operations.ts'
import { listServers } from '#features/servers/operations.ts'
import { Card } from '#ui/Card.tsx'
import { FlowField } from '#ui/FlowField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ServersField } from './ServersField.tsx'
import type { useAccountSetting } from './useAccountSetting.ts'

/** The account a new user is given at sign-up, by a plan or by terms of its own. */
export function NewUserCard({ form }: { form: ReturnType<typeof useAccountSetting> }) {
  const { t } = useLingui()
  const { draft, field } = form
  const { data: plans = [] } = useQuery(listOrders())
  const { data: servers } = useQuery(listServers())
  const { onChange: chooseKind } = field('fromPlan')
  const periods = [
    { value: '5', label: t`Hours` },
    { value: '4', label: t`Days` },
    { value: '2', label: t`Weeks` },
    { value: '3', label: t`Months of 30 days` },
  ]

  return (
    <Card title={t`Account for a new user`}>
      <SwitchField
        label={t`Give every new user an account`}
        hint={t`Anyone who signs up can connect right away.`}
        {...field('give')}
      />
      <Field label={t`Its terms`}>
        <RadioGroup
          value={draft.fromPlan ? 'plan' : 'own'}
          onChange={(_event, { value }) => chooseKind(value === 'plan')}
        >
          <Radio value="own" label={t`As set here`} />
          <Radio value="plan" label={t`Same as a plan`} />
        </RadioGroup>
      </Field>
      {draft.fromPlan ? (
        <SelectField
          label={t`Plan`}
          choices={[
            { value: '', label: t`Choose a plan` },
            ...plans.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...field('plan')}
        />
      ) : (
        <>
          <TextField label={t`How many cycles it lasts`} inputMode="numeric" {...field('limit')} />
          <SelectField label={t`Cycle`} choices={periods} {...field('type')} />
          <FlowField
            label={t`Quota per cycle`}
            hint={t`A number, or one with K, M, G or T. 0 means no limit.`}
            {...field('flow')}
          />
          <ServersField label={t`Servers`} servers={servers} {...field('servers')} />
          <SwitchField
            label={t`Share the quota across servers`}
            hint={t`If off, each server has the whole quota.`}
            {...field('multiServerFlow')}
          />
          <SwitchField label={t`Delete it once it has expired`} {...field('autoRemove')} />
        </>
      )}
    </Card>
  )
}
