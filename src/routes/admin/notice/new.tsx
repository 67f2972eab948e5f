import { useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { listGroups } from '#features/groups/operations.ts'
import { checkNoticeDraft, NEW_NOTICE, toNotice } from '#features/notices/draft.ts'
import { createNoticeRefusals } from '#features/notices/messages.ts'
import { NoticeForm } from '#features/notices/NoticeForm.tsx'
import { createNotice } from '#features/notices/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'

export const Route = createFileRoute('/admin/notice/new')({
  beforeLoad: ({ context }) => {
    if (!context.may('createNotice')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(listGroups()),
  component: AddNoticeScreen,
})

function AddNoticeScreen() {
  const { t, i18n } = useLingui()
  const navigate = Route.useNavigate()
  const offline = !useOnline()
  const { data: groups } = useSuspenseQuery(listGroups())
  const creation = useMutation(createNotice)
  const form = useDraft(NEW_NOTICE, checkNoticeDraft)
  return (
    <FormPage
      wide
      title={t`New announcement`}
      back="/admin/notice"
      action={t`Announce`}
      pending={creation.isPending}
      offline={offline}
      problem={creation.error && i18n._(explain(creation.error, createNoticeRefusals))}
      unsaved={() => form.draft !== NEW_NOTICE}
      onSubmit={form.submit((draft) =>
        creation.mutate(toNotice(draft), {
          onSuccess: () =>
            void navigate({ to: '/admin/notice', replace: true, ignoreBlocker: true }),
        }),
      )}
    >
      <NoticeForm form={form} groups={groups} />
    </FormPage>
  )
}
