import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '#api/client.ts'
import { explain, explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { listNotices } from '#features/notices/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { checkGroupDraft, groupDraftOf, toGroupChange } from './draft.ts'
import { GroupConflict } from './GroupConflict.tsx'
import { GroupNoticesField } from './GroupNoticesField.tsx'
import { GroupPlansField } from './GroupPlansField.tsx'
import { editGroupRefusals } from './messages.ts'
import { editGroup, getGroup } from './operations.ts'

type Props = { groupId: number; part: 'plans' | 'notices'; onClose: () => void }

/** One part of a group, changed from the list: its plans or its announcements. Spec 2. */
export default function GroupPartDialog({ groupId, part, onClose }: Props) {
  const { t, i18n } = useLingui()
  // The list's data may be old, and is no basis for saving.
  const group = useQuery({ ...getGroup(groupId), staleTime: 0 })
  const plans = useQuery({ ...listOrders(), enabled: part === 'plans' })
  const notices = useQuery({ ...listNotices(), enabled: part === 'notices' })
  const title = part === 'plans' ? t`Plans of the group` : t`Announcements for the group`
  const choices = part === 'plans' ? plans : notices
  const retry = () => void Promise.all([group.refetch(), choices.refetch()])
  const error = group.error ?? choices.error
  // Once it is there it stays: it is asked for again whenever somebody comes back to the page.
  if (group.data && choices.data && group.isFetchedAfterMount)
    return (
      <PartSheet
        {...{ title, part, onClose }}
        latest={group.data}
        refetch={group.refetch}
        plans={plans.data ?? []}
        notices={notices.data ?? []}
      />
    )
  return (
    <Sheet title={title} onClose={onClose}>
      {error && !group.isFetching ? (
        <LoadFailed onRetry={retry}>{i18n._(explainLoad(error))}</LoadFailed>
      ) : (
        <Loading count={3} />
      )}
    </Sheet>
  )
}

type SheetProps = Pick<Props, 'part' | 'onClose'> & {
  title: string
  latest: Schema<'Group'>
  refetch: () => Promise<{ data: Schema<'Group'> | undefined; error: ApiError | null }>
  plans: readonly Schema<'Plan'>[]
  notices: readonly Schema<'Notice'>[]
}

function PartSheet({ title, part, latest, refetch, plans, notices, onClose }: SheetProps) {
  const { i18n } = useLingui()
  const { opened, form, conflict, error, pending, onSubmit } = useConcurrentEdit({
    latest,
    refetch,
    draftOf: groupDraftOf,
    check: checkGroupDraft,
    save: editGroup,
    toVariables: (draft, group) => ({ groupId: group.id, body: toGroupChange(draft, group) }),
    onSaved: onClose,
  })
  const { draft, field, change } = form
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
      <p>{opened.name}</p>
      {part === 'plans' ? (
        <GroupPlansField
          plans={plans}
          all={draft.allPlans}
          chosen={draft.plans}
          onChange={change}
        />
      ) : (
        <GroupNoticesField notices={notices} {...field('notices')} />
      )}
      {error && <Problem>{i18n._(explain(error, editGroupRefusals))}</Problem>}
      {conflict && <GroupConflict {...{ plans, notices, conflict }} />}
    </Sheet>
  )
}
