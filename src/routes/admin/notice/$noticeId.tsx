import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { fetchToEdit } from '#api/editing.ts'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { listGroups } from '#features/groups/operations.ts'
import {
  checkNoticeDraft,
  type NoticeDraft,
  noticeDraftOf,
  toNotice,
} from '#features/notices/draft.ts'
import { editNoticeRefusals } from '#features/notices/messages.ts'
import { NoticeForm } from '#features/notices/NoticeForm.tsx'
import { editNotice, getNotice } from '#features/notices/operations.ts'
import { listText } from '#rules/formats.ts'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { DeleteButton } from '#ui/DeleteButton.tsx'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { FormPage } from '#ui/FormPage.tsx'

const DeleteNoticeDialog = lazy(() => import('#features/notices/DeleteNoticeDialog.tsx'))

export const Route = createFileRoute('/admin/notice/$noticeId')({
  params: {
    parse: ({ noticeId }) => ({ noticeId: Number(noticeId) }),
    stringify: ({ noticeId }) => ({ noticeId: String(noticeId) }),
  },
  beforeLoad: ({ context, params }) => {
    // Only numbers are addresses here; any other is an unknown path. Spec 2.
    if (!Number.isInteger(params.noticeId)) throw redirect({ to: '/home/index', replace: true })
    if (!context.may('editNotice')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: async ({ context: { queryClient }, params }) => {
    await Promise.all([
      fetchToEdit(queryClient, getNotice(params.noticeId)),
      queryClient.ensureQueryData(listGroups()),
    ])
  },
  component: NoticeScreen,
})

function NoticeScreen() {
  const { t, i18n } = useLingui()
  const { noticeId } = Route.useParams()
  const navigate = Route.useNavigate()
  const offline = !useOnline()
  const { data: latest, refetch, dataUpdatedAt } = useSuspenseQuery(getNotice(noticeId))
  const { data: groups } = useSuspenseQuery(listGroups())
  const [deleting, setDeleting] = useState(false)
  const leave = (startedJob?: number) =>
    void navigate({
      to: '/admin/notice',
      replace: true,
      ignoreBlocker: true,
      state: { startedJob },
    })
  const { opened, form, conflict, error, pending, unsaved, onSubmit } = useConcurrentEdit({
    latest,
    refetch,
    draftOf: noticeDraftOf,
    check: checkNoticeDraft,
    save: editNotice,
    toVariables: (draft, { revision }) => ({ noticeId, body: toNotice(draft, revision) }),
    onSaved: () => leave(),
  })

  return (
    <FormPage
      wide
      title={t`Announcement`}
      back="/admin/notice"
      asOf={dataUpdatedAt}
      actions={<DeleteButton onClick={() => setDeleting(true)} />}
      action={t`Save`}
      problem={error && i18n._(explain(error, editNoticeRefusals))}
      {...{ pending, offline, unsaved, onSubmit }}
    >
      <NoticeForm form={form} groups={groups} />
      {conflict && (
        <ChangedMeanwhile<NoticeDraft>
          names={{
            title: t`Title`,
            content: t`Text`,
            forGroups: t`Selected groups`,
            groups: t`Groups`,
            autopop: t`Opens automatically`,
          }}
          show={(name, draft) =>
            name === 'groups'
              ? listText(
                  draft.groups.map((id) => groups.find((one) => one.id === id)?.name ?? `#${id}`),
                  i18n.locale,
                )
              : undefined
          }
          {...conflict}
        />
      )}
      <Suspense>
        {deleting && (
          <DeleteNoticeDialog
            notice={opened}
            onClose={() => setDeleting(false)}
            onDeleted={leave}
          />
        )}
      </Suspense>
    </FormPage>
  )
}
