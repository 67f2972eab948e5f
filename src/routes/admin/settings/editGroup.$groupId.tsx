import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { fetchToEdit } from '#api/editing.ts'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { checkGroupDraft, groupDraftOf, toGroupChange } from '#features/groups/draft.ts'
import { GroupConflict } from '#features/groups/GroupConflict.tsx'
import { GroupForm } from '#features/groups/GroupForm.tsx'
import { editGroupRefusals } from '#features/groups/messages.ts'
import { editGroup, getGroup, listGroups } from '#features/groups/operations.ts'
import { listNotices } from '#features/notices/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { idIn } from '#rules/ids.ts'
import { DeleteButton } from '#ui/DeleteButton.tsx'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { FormPage } from '#ui/FormPage.tsx'

const DeleteGroupDialog = lazy(() => import('#features/groups/DeleteGroupDialog.tsx'))

export const Route = createFileRoute('/admin/settings/editGroup/$groupId')({
  params: {
    parse: ({ groupId }) => ({ groupId: idIn(groupId) }),
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
      {conflict && <GroupConflict {...{ plans, notices, conflict }} />}
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
