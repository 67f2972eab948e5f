import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain, explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { listNotices } from '#features/notices/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { checkGroupDraft, groupDraftOf, toGroupChange } from './draft.ts'
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
  if (group.data && choices.data && !group.isFetching)
    return (
      <PartSheet
        key={group.data.revision}
        {...{ title, part, onClose }}
        group={group.data}
        plans={plans.data ?? []}
        notices={notices.data ?? []}
        onStale={retry}
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
  group: Schema<'Group'>
  plans: readonly Schema<'Plan'>[]
  notices: readonly Schema<'Notice'>[]
  onStale: () => void
}

function PartSheet({ title, part, group, plans, notices, onClose, onStale }: SheetProps) {
  const { i18n } = useLingui()
  const edit = useMutation(editGroup)
  const form = useDraft(groupDraftOf(group), checkGroupDraft)
  const { draft, field, change } = form
  return (
    <Sheet
      title={title}
      onClose={onClose}
      onSubmit={form.submit((typed) =>
        edit.mutate(
          { groupId: group.id, body: toGroupChange(typed, group) },
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
      <p>{group.name}</p>
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
      {edit.error && <Problem>{i18n._(explain(edit.error, editGroupRefusals))}</Problem>}
    </Sheet>
  )
}
