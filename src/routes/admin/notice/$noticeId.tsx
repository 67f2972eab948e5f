import { Button } from '@fluentui/react-components'
import { Delete24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
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
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'

const DeleteNoticeDialog = lazy(() => import('#features/notices/DeleteNoticeDialog.tsx'))

export const Route = createFileRoute('/admin/notice/$noticeId')({
  params: {
    parse: ({ noticeId }) => ({ noticeId: Number(noticeId) }),
    stringify: ({ noticeId }) => ({ noticeId: String(noticeId) }),
  },
  beforeLoad: ({ context }) => {
    if (!context.may('editNotice')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: async ({ context: { queryClient }, params }) => {
    await Promise.all([
      // A kept answer may be old, and what it says would be saved over what is true.
      queryClient.fetchQuery({ ...getNotice(params.noticeId), staleTime: 0 }),
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
  // What the form was opened with; a refresh must not change what is being typed.
  const [notice, setNotice] = useState(latest)
  const [initial, setInitial] = useState(() => noticeDraftOf(notice))
  const [deleting, setDeleting] = useState(false)
  const edit = useMutation(editNotice)
  const form = useDraft(initial, checkNoticeDraft)
  const leave = () => void navigate({ to: '/admin/notice', replace: true, ignoreBlocker: true })
  const theirs = edit.error?.status === 409 && latest.revision !== notice.revision ? latest : null

  return (
    <FormPage
      wide
      title={t`Announcement`}
      back="/admin/notice"
      asOf={dataUpdatedAt}
      actions={
        <Button
          appearance="subtle"
          icon={<Delete24Regular />}
          aria-label={t`Delete`}
          onClick={() => setDeleting(true)}
        />
      }
      action={t`Save`}
      pending={edit.isPending}
      offline={offline}
      problem={edit.error && i18n._(explain(edit.error, editNoticeRefusals))}
      unsaved={() => form.draft !== initial}
      onSubmit={form.submit((draft) =>
        edit.mutate(
          { noticeId, body: toNotice(draft, notice.revision) },
          { onSuccess: leave, onError: ({ status }) => status === 409 && void refetch() },
        ),
      )}
    >
      <NoticeForm form={form} groups={groups} />
      {theirs && (
        <ChangedMeanwhile<NoticeDraft>
          names={{
            title: t`Title`,
            content: t`Text`,
            forGroups: t`Only some groups`,
            groups: t`Groups`,
            autopop: t`Opens by itself`,
          }}
          show={(name, draft) =>
            name === 'groups'
              ? draft.groups
                  .map((id) => groups.find((one) => one.id === id)?.name ?? `#${id}`)
                  .join(', ')
              : undefined
          }
          before={initial}
          theirs={noticeDraftOf(theirs)}
          mine={form.draft}
          onTake={(draft) => {
            setNotice(theirs)
            setInitial(noticeDraftOf(theirs))
            form.change(draft)
            edit.reset()
          }}
          onClose={edit.reset}
        />
      )}
      <Suspense>
        {deleting && (
          <DeleteNoticeDialog
            notice={notice}
            onClose={() => setDeleting(false)}
            onDeleted={leave}
          />
        )}
      </Suspense>
    </FormPage>
  )
}
