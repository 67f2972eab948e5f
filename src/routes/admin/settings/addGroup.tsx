import { useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { checkGroupDraft, NEW_GROUP, toGroup } from '#features/groups/draft.ts'
import { GroupForm } from '#features/groups/GroupForm.tsx'
import { createGroupRefusals } from '#features/groups/messages.ts'
import { createGroup } from '#features/groups/operations.ts'
import { listNotices } from '#features/notices/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'

export const Route = createFileRoute('/admin/settings/addGroup')({
  beforeLoad: ({ context }) => {
    if (!context.may('createGroup')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(listOrders()),
      queryClient.ensureQueryData(listNotices()),
    ])
  },
  component: AddGroupScreen,
})

function AddGroupScreen() {
  const { t, i18n } = useLingui()
  const navigate = Route.useNavigate()
  const offline = !useOnline()
  const { data: plans } = useSuspenseQuery(listOrders())
  const { data: notices } = useSuspenseQuery(listNotices())
  const creation = useMutation(createGroup)
  const form = useDraft(NEW_GROUP, checkGroupDraft)
  return (
    <FormPage
      title={t`New group`}
      back="/admin/settings/group"
      action={t`Add group`}
      pending={creation.isPending}
      offline={offline}
      problem={creation.error && i18n._(explain(creation.error, createGroupRefusals))}
      unsaved={() => form.draft !== NEW_GROUP}
      onSubmit={form.submit((draft) =>
        creation.mutate(toGroup(draft), {
          onSuccess: () =>
            void navigate({ to: '/admin/settings/group', replace: true, ignoreBlocker: true }),
        }),
      )}
    >
      <GroupForm form={form} plans={plans} notices={notices} />
    </FormPage>
  )
}
