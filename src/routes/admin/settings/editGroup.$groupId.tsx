import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { fetchToEdit } from '#api/editing.ts'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import {
  checkGroupDraft,
  type GroupDraft,
  groupDraftOf,
  toGroupChange,
} from '#features/groups/draft.ts'
import { GroupForm } from '#features/groups/GroupForm.tsx'
import { editGroupRefusals } from '#features/groups/messages.ts'
import { editGroup, getGroup, listGroups } from '#features/groups/operations.ts'
import { listNotices } from '#features/notices/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { listText } from '#rules/formats.ts'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { DeleteButton } from '#ui/DeleteButton.tsx'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { FormPage } from '#ui/FormPage.tsx'

const DeleteGroupDialog = lazy(() => import('#features/groups/DeleteGroupDialog.tsx'))

export const Route = createFileRoute('/admin/settings/editGroup/$groupId')({
  params: {
    parse: ({ groupId }) => ({ groupId: Number(groupId) }),
    stringify: ({ groupId }) => ({ groupId: String(groupId) }),
  },
  beforeLoad: ({ context }) => {
    if (!context.may('editGroup')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: async ({ context: { queryClient }, params }) => {
    await Promise.all([
      fetchToEdit(queryClient, getGroup(params.groupId)),
      queryClient.ensureQueryData(listGroups()),
      queryClient.ensureQueryData(listOrders()),
      queryClient.ensureQueryData(listNotices()),
    ])
  },
  component: EditGroupScreen,
})

function EditGroupScreen() {
  const { t, i18n } = useLingui()
  const { groupId } = Route.useParams()
  const navigate = Route.useNavigate()
  const offline = !useOnline()
  const { data: latest, refetch, dataUpdatedAt } = useSuspenseQuery(getGroup(groupId))
  const { data: groups } = useSuspenseQuery(listGroups())
  const { data: plans } = useSuspenseQuery(listOrders())
  const { data: notices } = useSuspenseQuery(listNotices())
  const [deleting, setDeleting] = useState(false)
  const leave = () =>
    void navigate({ to: '/admin/settings/group', replace: true, ignoreBlocker: true })
  const { opened, form, conflict, error, pending, unsaved, onSubmit } = useConcurrentEdit({
    latest,
    refetch,
    draftOf: groupDraftOf,
    check: checkGroupDraft,
    save: editGroup,
    toVariables: (draft, group) => ({ groupId, body: toGroupChange(draft, group) }),
    onSaved: leave,
  })
  const names = (things: readonly { id: number; name: string }[], ids: readonly number[]) =>
    listText(
      ids.map((id) => things.find((one) => one.id === id)?.name ?? `#${id}`),
      i18n.locale,
    )

  return (
    <FormPage
      title={opened.name}
      back="/admin/settings/group"
      asOf={dataUpdatedAt}
      actions={groupId !== 0 && <DeleteButton onClick={() => setDeleting(true)} />}
      action={t`Save`}
      problem={error && i18n._(explain(error, editGroupRefusals))}
      {...{ pending, offline, unsaved, onSubmit }}
    >
      <GroupForm form={form} plans={plans} notices={notices} />
      {conflict && (
        <ChangedMeanwhile<GroupDraft>
          names={{
            name: t`Name`,
            comment: t`Comment`,
            allPlans: t`Every plan, including new ones`,
            plans: t`Plans`,
            multiAccount: t`Its users may own several accounts`,
            notices: t`Announcements for this group`,
          }}
          show={(name, draft) => {
            if (name === 'plans') return names(plans, draft.plans)
            const titled = notices.map(({ id, title }) => ({ id, name: title }))
            return name === 'notices' ? names(titled, draft.notices) : undefined
          }}
          {...conflict}
        />
      )}
      <Suspense>
        {deleting && (
          <DeleteGroupDialog
            group={groups.find(({ id }) => id === groupId) ?? opened}
            onClose={() => setDeleting(false)}
            onDeleted={leave}
          />
        )}
      </Suspense>
    </FormPage>
  )
}
