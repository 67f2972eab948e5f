import { Megaphone24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { listGroups } from '#features/groups/operations.ts'
import { DeletionToast } from '#features/jobs/DeletionToast.tsx'
import { NoticeList } from '#features/notices/NoticeList.tsx'
import { listNotices } from '#features/notices/operations.ts'
import AddButton from '#ui/AddButton.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/notice/')({
  beforeLoad: ({ context }) => {
    if (!context.may('listNotices')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(listGroups())
    return queryClient.ensureQueryData({ ...listNotices(), revalidateIfStale: true })
  },
  component: NoticesScreen,
})

function NoticesScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: notices, dataUpdatedAt } = useSuspenseQuery(listNotices())
  const { data, isPending } = useQuery(listGroups())
  const groups = data ?? (isPending ? undefined : [])
  const add = { label: t`Announce`, onClick: () => void navigate({ to: '/admin/notice/new' }) }
  return (
    <Page
      title={t`Announcements`}
      back="/admin/settings"
      actions={notices.length > 0 && <AddButton {...add} />}
      asOf={dataUpdatedAt}
    >
      {notices.length === 0 ? (
        <Empty icon={<Megaphone24Regular />} action={<AddButton {...add} inPage />}>
          <Trans>Nothing is announced. What you announce is the first thing users read.</Trans>
        </Empty>
      ) : (
        <NoticeList notices={notices} groups={groups} />
      )}
      <DeletionToast />
    </Page>
  )
}
