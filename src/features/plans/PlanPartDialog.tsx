import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain, explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useDraft } from '#ui/draft.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { checkPlanDraft, type PlanDraft, planDraftOf, toPlanChange } from './draft.ts'
import { GroupsField } from './GroupsField.tsx'
import { editOrderRefusals } from './messages.ts'
import { editOrder, getOrder } from './operations.ts'
import { ServersField } from './ServersField.tsx'

type Props = {
  orderId: number
  part: 'servers' | 'groups'
  servers: readonly Schema<'Server'>[]
  groups: readonly Schema<'Group'>[]
  onClose: () => void
}

/** One part of a plan, changed from the list: its servers, or the groups that may buy it. Spec 2. */
export default function PlanPartDialog({ orderId, part, servers, groups, onClose }: Props) {
  const { t, i18n } = useLingui()
  // The list's data may be old, and is no basis for saving.
  const {
    data: plan,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...getOrder(orderId), staleTime: 0 })
  const title = part === 'servers' ? t`Servers of the plan` : t`Who can buy the plan`
  if (plan && !isFetching)
    return (
      <PartSheet
        key={plan.revision}
        {...{ title, plan, part, servers, groups, onClose }}
        onStale={() => void refetch()}
      />
    )
  return (
    <Sheet title={title} onClose={onClose}>
      {error && !isFetching ? (
        <LoadFailed onRetry={() => void refetch()}>{i18n._(explainLoad(error))}</LoadFailed>
      ) : (
        <Loading count={3} />
      )}
    </Sheet>
  )
}

type SheetProps = Omit<Props, 'orderId'> & {
  title: string
  plan: Schema<'Plan'>
  onStale: () => void
}

function PartSheet({ title, plan, part, servers, groups, onClose, onStale }: SheetProps) {
  const { t, i18n } = useLingui()
  const edit = useMutation(editOrder)
  const form = useDraft(planDraftOf(plan), (draft: PlanDraft) => {
    const { servers: problem } = checkPlanDraft(draft)
    return problem ? { servers: problem } : {}
  })
  const { draft, field, change } = form
  const { id, name, accountNumber = 0 } = plan
  return (
    <Sheet
      title={title}
      onClose={onClose}
      onSubmit={form.submit((typed) =>
        edit.mutate(
          { orderId: id, body: toPlanChange(typed, plan) },
          { onSuccess: onClose, onError: ({ status }) => status === 409 && onStale() },
        ),
      )}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={edit.isPending}>
            {edit.isPending ? <Trans>Saving…</Trans> : <Trans>Save</Trans>}
          </Button>
        </>
      }
    >
      <p>{name}</p>
      {part === 'servers' ? (
        <>
          <ServersField
            servers={servers}
            all={draft.allServers}
            chosen={draft.servers}
            problem={field('servers').problem}
            onChange={change}
          />
          <SwitchField
            label={t`Also for existing accounts`}
            hint={accountNumber > 0 ? undefined : t`If off, only for accounts opened from now on.`}
            {...field('changeServer')}
          />
        </>
      ) : (
        <GroupsField groups={groups} {...field('groups')} />
      )}
      {edit.error && <Problem>{i18n._(explain(edit.error, editOrderRefusals))}</Problem>}
    </Sheet>
  )
}
