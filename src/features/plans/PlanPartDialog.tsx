import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '#api/client.ts'
import { explain, explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import type { Conflict } from '#ui/ChangedMeanwhile.tsx'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import type { Problems } from '#ui/draft.ts'
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
  /** What is shown where somebody else changed the plan meanwhile. */
  showConflict: (conflict: Conflict<PlanDraft>) => ReactNode
  onClose: () => void
}

/** One part of a plan, changed from the list: its servers, or the groups that may buy it. Spec 2. */
export default function PlanPartDialog({ orderId, part, onClose, ...rest }: Props) {
  const { t, i18n } = useLingui()
  // The list's data may be old, and is no basis for saving.
  const plan = useQuery({ ...getOrder(orderId), staleTime: 0 })
  const { data: latest, error, isFetching, refetch } = plan
  const title = part === 'servers' ? t`Servers of the plan` : t`Who can buy the plan`
  // Once it is there it stays: it is asked for again whenever somebody comes back to the page.
  if (latest && plan.isFetchedAfterMount)
    return <PartSheet {...{ title, latest, refetch, part, onClose }} {...rest} />
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
  latest: Schema<'Plan'>
  refetch: () => Promise<{ data: Schema<'Plan'> | undefined; error: ApiError | null }>
}

function PartSheet(props: SheetProps) {
  const { title, latest, refetch, part, servers, groups, showConflict, onClose } = props
  const { t, i18n } = useLingui()
  const { opened, form, conflict, error, pending, onSubmit } = useConcurrentEdit({
    latest,
    refetch,
    draftOf: planDraftOf,
    check: (draft: PlanDraft): Problems<PlanDraft> => {
      const { servers: problem } = checkPlanDraft(draft)
      return problem ? { servers: problem } : {}
    },
    save: editOrder,
    toVariables: (draft, plan) => ({ orderId: plan.id, body: toPlanChange(draft, plan) }),
    onSaved: onClose,
  })
  const { draft, field, change } = form
  const { name, accountNumber = 0 } = opened
  return (
    <Sheet
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={pending}>
            {pending ? <Trans>Saving…</Trans> : <Trans>Save</Trans>}
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
      {error && <Problem>{i18n._(explain(error, editOrderRefusals))}</Problem>}
      {conflict && showConflict(conflict)}
    </Sheet>
  )
}
