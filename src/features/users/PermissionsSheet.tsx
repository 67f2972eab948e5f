import { Button, Field, Radio, RadioGroup } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { listOrders } from '#features/plans/operations.ts'
import { flowText, parseFlow } from '#rules/flow.ts'
import { CheckList } from '#ui/CheckList.tsx'
import { useDraft } from '#ui/draft.ts'
import { FlowField } from '#ui/FlowField.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { setPermissionsRefusals } from './messages.ts'
import { setPermissions } from './operations.ts'
import { KINDS, PERMITTED } from './permissions.ts'

type Props = {
  admin: Pick<Schema<'Admin'>, 'id' | 'username' | 'permissions'>
  onClose: () => void
}

/** Chooses what an admin may do; a reseller also how much. An empty limit is none. */
export default function PermissionsSheet({ admin, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { username } = admin
  const now: Schema<'Permissions'> = admin.permissions ?? { kind: 'group' }
  const { data: known = [] } = useQuery(listOrders())
  const saving = useMutation(setPermissions)
  const form = useDraft(
    {
      kind: now.kind,
      customers: String(now.maxCustomers ?? ''),
      traffic: now.maxTraffic == null ? '' : flowText(now.maxTraffic),
      allPlans: !now.plans,
      plans: now.plans ?? [],
    },
    ({ customers }) =>
      /^\d{0,6}$/.test(customers.trim()) ? {} : { customers: msg`Enter a whole number.` },
  )
  const { draft, change: set } = form
  return (
    <Sheet
      alert
      title={t`Permissions of ${username}`}
      onClose={onClose}
      onSubmit={form.submit(({ kind, customers, traffic, allPlans, plans }) => {
        if (saving.isPending) return
        const limits = kind === 'reseller' && {
          maxCustomers: customers.trim() === '' ? null : Number(customers),
          maxTraffic: traffic.trim() === '' ? null : parseFlow(traffic),
          plans: allPlans ? null : [...plans],
        }
        saving.mutate({ userId: admin.id, kind, ...limits }, { onSuccess: onClose })
      })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <Field label={t`Permissions`} hint={i18n._(PERMITTED[draft.kind].about)}>
        <RadioGroup
          value={draft.kind}
          onChange={(_event, { value }) => set({ kind: value as typeof draft.kind })}
        >
          {KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={i18n._(PERMITTED[kind].name)} />
          ))}
        </RadioGroup>
      </Field>
      {draft.kind === 'reseller' && (
        <>
          <TextField
            label={t`Customers at most`}
            inputMode="numeric"
            autoComplete="off"
            hint={t`Leave empty for no limit.`}
            {...form.field('customers')}
          />
          <FlowField
            label={t`Traffic at most`}
            hint={t`The sum of all quotas. Leave empty for no limit.`}
            {...form.field('traffic')}
          />
          <SwitchField
            label={t`All plans`}
            value={draft.allPlans}
            onChange={(allPlans) => set({ allPlans })}
          />
          {!draft.allPlans && (
            <CheckList
              label={t`Plans`}
              items={known.filter(({ baseId }) => baseId === 0)}
              chosen={draft.plans}
              onChange={(plans) => set({ plans })}
              empty={t`There is no plan yet.`}
            />
          )}
        </>
      )}
      {saving.error && <Problem>{i18n._(explain(saving.error, setPermissionsRefusals))}</Problem>}
    </Sheet>
  )
}
